#include "protocol/answer_log.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/csv.h"
#include "core/json_fields.h"
#include "core/number_text.h"
#include "core/overloaded.h"
#include "protocol/limits.h"
#include "protocol/step.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytesOfAnswer = 2048;
constexpr int kMostSeconds = 24 * 60 * 60, kMostHints = 9;

std::string place_text(const Axis& axis, Index place) {
  return place < static_cast<Index>(axis.labels.size()) ? axis.labels[static_cast<std::size_t>(place)] : std::to_string(place);
}

std::string words_of_choice(const Step& step, const Trace& trace, std::size_t place) {
  if (const auto* which = std::get_if<WhichIsSo>(&step.ask->how))
    return place < which->answers.size() ? which->answers[place] : std::string();
  const std::vector<Cell> places = asked_places(step, trace);
  if (place >= places.size()) return {};
  const TraceNode& node = trace.at(asked_node(step));
  const auto* most = std::get_if<WhereIsMost>(&step.ask->how);
  return most && most->down ? place_text(node.rows, places[place].row) : place_text(node.cols, places[place].col);
}

std::string numbers_as_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : " ") + format_number(number);
  return text;
}

// The questions of a lesson in the order of its steps, blanks after them.
std::vector<std::string> names_in_order(const LessonInfo& lesson, const KeptAnswers& answers) {
  std::vector<std::string> names;
  for (const Step& step : lesson.steps)
    if (answers.contains(step.id)) names.emplace_back(step.id);
  const std::size_t questions = names.size();
  for (const auto& [name, answer] : answers)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(questions), name) ==
        names.begin() + static_cast<std::ptrdiff_t>(questions))
      names.push_back(name);
  return names;
}

template <typename Line>
void each_answer(const AnswerLog& log, const Catalogue& catalogue, const Line& line) {
  for (const LessonInfo& lesson : catalogue) {
    const auto kept = log.find(lesson.id);
    if (kept == log.end()) continue;
    for (const std::string& name : names_in_order(lesson, kept->second)) line(lesson, name, kept->second.at(name));
  }
}

std::string text_field(const json& value, const char* field) {
  const auto found = value.find(field);
  if (found == value.end() || !found->is_string())
    wrong_type(std::string("answers.") + field, "@text", found == value.end() ? json() : *found);
  const std::string text = found->get<std::string>();
  if (text.size() > kMostBytesOfAnswer) wrong_type(std::string("answers.") + field, "@text", *found);
  return text;
}

int count_field(const json& value, const char* field, int most) {
  const auto found = value.find(field);
  if (found == value.end()) wrong_type(std::string("answers.") + field, "@index", json());
  return static_cast<int>(std::min<Index>(index_from_json(*found, std::string("answers.") + field), most));
}

}  // namespace

std::string guess_text(const Step& step, const Trace& trace, const Guess& guess) {
  return std::visit(Overloaded{
                        [](const NoGuess&) { return std::string(); },
                        [&](const Choice& choice) { return words_of_choice(step, trace, choice.place); },
                        [](const Number& number) { return format_number(number.value); },
                        [](const Shares& shares) { return numbers_as_text(shares.parts); },
                        [](const PlaceInPlane& place) {
                          return numbers_as_text({place.x, place.y});
                        },
                    },
                    guess);
}

void keep_answer(AnswerLog& log, const std::string& lesson, const std::string& name, const GivenAnswer& answer) {
  KeptAnswers& answers = log[lesson];
  if (!answers.contains(name) && answers.size() >= kMostAnswers) return;
  const auto [at, is_first] = answers.try_emplace(name);
  KeptAnswer& kept = at->second;
  if (is_first) kept.first = answer.given, kept.first_right = answer.right, kept.seconds = std::clamp(answer.seconds, 0, kMostSeconds);
  kept.last = answer.given, kept.last_right = answer.right, kept.truth = answer.truth;
  kept.hints = std::max(kept.hints, answer.hints);
}

std::string log_as_csv(const AnswerLog& log, const Catalogue& catalogue) {
  std::string csv = "lesson,question,first,first_right,last,last_right,truth,hints,seconds\r\n";
  each_answer(log, catalogue, [&](const LessonInfo& lesson, const std::string& name, const KeptAnswer& kept) {
    csv += csv_field(lesson.id) + "," + csv_field(name) + "," + csv_field(kept.first) + "," + (kept.first_right ? "1" : "0") + "," +
           csv_field(kept.last) + "," + (kept.last_right ? "1" : "0") + "," + csv_field(kept.truth) + "," + std::to_string(kept.hints) +
           "," + std::to_string(kept.seconds) + "\r\n";
  });
  return csv;
}

std::string log_as_text(const AnswerLog& log, const Catalogue& catalogue, const Texts& texts) {
  std::string text;
  const LessonInfo* last = nullptr;
  each_answer(log, catalogue, [&](const LessonInfo& lesson, const std::string& name, const KeptAnswer& kept) {
    if (&lesson != last) text += (text.empty() ? "" : "\n") + texts.get("lessons." + lesson.id + ".title") + "\n";
    last = &lesson;
    const std::string shown = texts.get("ui.answers.shown");
    text += texts.format(kept.first == kept.last ? "ui.answers.line" : "ui.answers.line_of_two",
                         {{"question", name},
                          {"first", kept.first.empty() ? shown : kept.first},
                          {"last", kept.last.empty() ? shown : kept.last},
                          {"truth", kept.truth},
                          {"seconds", std::to_string(kept.seconds)}}) +
            "\n";
  });
  return text;
}

json to_json(const AnswerLog& log) {
  json all = json::object();
  for (const auto& [lesson, answers] : log)
    for (const auto& [name, kept] : answers)
      all[lesson][name] = {{"first", kept.first}, {"last", kept.last},
                           {"truth", kept.truth}, {"right", {kept.first_right, kept.last_right}},
                           {"hints", kept.hints}, {"seconds", kept.seconds}};
  return all;
}

AnswerLog answer_log_from_json(const json& value) {
  if (!value.is_object() || value.size() > kMostAnswers) wrong_type("answers", "@object", value);
  AnswerLog log;
  for (const auto& [lesson, answers] : value.items()) {
    check_name(lesson, "answers");
    if (!answers.is_object() || answers.size() > kMostAnswers) wrong_type("answers", "@object", answers);
    for (const auto& [name, kept] : answers.items()) {
      check_name(name, "answers");
      if (!kept.is_object()) wrong_type("answers." + name, "@object", kept);
      const auto right = kept.find("right");
      const bool pair =
          right != kept.end() && right->is_array() && right->size() == 2 && (*right)[0].is_boolean() && (*right)[1].is_boolean();
      if (!pair) wrong_type("answers.right", "@list", right == kept.end() ? json() : *right);
      log[lesson][name] = {text_field(kept, "first"),
                           text_field(kept, "last"),
                           text_field(kept, "truth"),
                           (*right)[0].get<bool>(),
                           (*right)[1].get<bool>(),
                           count_field(kept, "hints", kMostHints),
                           count_field(kept, "seconds", kMostSeconds)};
    }
  }
  return log;
}

}  // namespace gf
