#include "protocol/answer_log.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "protocol/limits.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytesOfAnswer = 2048;
constexpr int kMostSeconds = 24 * 60 * 60, kMostHints = 9;

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

void keep_answer(AnswerLog& log, const std::string& lesson, const std::string& name, const GivenAnswer& answer) {
  KeptAnswers& answers = log[lesson];
  if (!answers.contains(name) && answers.size() >= kMostAnswers) return;
  const auto [entry, is_first] = answers.try_emplace(name);
  KeptAnswer& kept = entry->second;
  if (is_first) {
    kept.first = answer.given;
    kept.first_right = answer.right;
    kept.seconds = std::clamp(answer.seconds, 0, kMostSeconds);
  }
  kept.last = answer.given;
  kept.last_right = answer.right;
  kept.truth = answer.truth;
  kept.hints = std::max(kept.hints, answer.hints);
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
