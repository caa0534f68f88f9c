#include "study/answer_text.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "core/csv.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/overloaded.h"
#include "protocol/step.h"
#include "protocol/texts.h"
#include "protocol/trace.h"
#include "study/ask.h"

namespace gf {
namespace {

std::string place_text(const Axis& axis, Index place) {
  return place < std::ssize(axis.labels) ? nth(axis.labels, place) : std::to_string(place);
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

}  // namespace gf
