#include "session/kept_work.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/json_reader.h"
#include "session/kept_json.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;  // increase the version if earlier programs cannot read the text
constexpr const char* kVersionField = "glassformer";
constexpr std::size_t kMostLessons = 256;

std::string document_text(const std::shared_ptr<const Document>& document, DocumentTexts& before, DocumentTexts& now) {
  if (const auto found = now.find(document); found != now.end()) return found->second;
  const auto known = before.find(document);
  std::string text = known != before.end() ? std::move(known->second) : json_to_keep(to_json(*document));
  return now.emplace(document, std::move(text)).first->second;
}

std::string entry_text(const History::Entry& entry, DocumentTexts& before, DocumentTexts& now) {
  return "{\"document\":" + document_text(entry.document, before, now) + (entry.own ? ",\"own\":true" : "") +
         (entry.went ? ",\"went\":true" : "") + "}";
}

// Returns the last entries, which are nearest to the present: as many as fit into `room` bytes.
std::string entries_text(const std::vector<History::Entry>& entries, std::size_t room, DocumentTexts& before, DocumentTexts& now) {
  std::vector<std::string> texts;
  for (std::size_t i = entries.size(); i-- > 0;) {
    texts.push_back(entry_text(entries[i], before, now));
    if (texts.back().size() > room) {
      texts.pop_back();
      break;
    }
    room -= texts.back().size();
  }
  std::string all = "[";
  for (std::size_t i = texts.size(); i-- > 0;) all += texts[i] + (i > 0 ? "," : "");
  return all + "]";
}

// Returns the lesson's own history without edits of weights, which need the run that they were made in.
const History& without_edits(const History& history, std::optional<History>& copy) {
  const auto is_edit = [](const History::Entry& entry) { return entry.edit != 0; };
  const bool any = is_edit(history.present) || std::any_of(history.past.begin(), history.past.end(), is_edit) ||
                   std::any_of(history.future.begin(), history.future.end(), is_edit);
  if (!any) return history;
  copy = history;
  copy->forget_edits();
  return *copy;
}

// ---- reading -----------------------------------------------------------------------------------------------------------

json versioned(std::string_view text) {
  json value = json_or_null(text);
  const json& version = kept_field(value, kVersionField);
  if (!version.is_number_integer()) refuse_kept();
  if (version != kVersion) throw InputError({"kept_of_other_version", {}});
  return value;
}

History::Entry entry_from(const json& value, const std::string& lesson) {
  Document document;
  try {
    document = document_from_json(kept_field(value, "document"));
  } catch (const InputError&) {
    refuse_kept();
  }
  if (document.lesson != lesson) refuse_kept();
  return {.document = std::make_shared<const Document>(std::move(document)), .own = value.contains("own"), .went = value.contains("went")};
}

}  // namespace

std::string kept_text(const KeptPlace& place) {
  json kept{{kVersionField, kVersion}, {"lesson", place.lesson}};
  for (const auto& [lesson, guesses] : place.guesses)
    if (!guesses.empty()) kept["guesses"][lesson] = to_json(guesses);
  if (place.route != Route::all) kept["route"] = name_of(place.route);
  if (place.left) kept["left"] = {{"lesson", place.left->lesson}, {"step", place.left->step}};
  if (!place.log.empty()) kept["answers"] = to_json(place.log);
  return json_to_keep(kept);
}

std::string kept_text(const History& all, DocumentTexts& written) {
  std::optional<History> copy;
  const History& history = without_edits(all, copy);
  DocumentTexts before = std::exchange(written, {});
  return "{\"" + std::string(kVersionField) + "\":" + std::to_string(kVersion) +
         ",\"present\":" + entry_text(history.present, before, written) +
         (history.own ? ",\"own\":" + entry_text({history.own}, before, written) : "") +
         ",\"past\":" + entries_text(history.past, kMostUndoKept, before, written) +
         ",\"future\":" + entries_text(history.future, kMostUndoKept / 4, before, written) + "}";
}

namespace {

std::map<std::string, WrittenAnswers> guesses_from_kept(const json& value) {
  std::map<std::string, WrittenAnswers> guesses;
  if (!value.contains("guesses")) return guesses;
  const json& lessons = value["guesses"];
  if (!lessons.is_object() || lessons.size() > kMostLessons) refuse_kept();
  try {
    for (const auto& [lesson, answers] : lessons.items()) guesses[lesson] = answers_from_json(answers);
  } catch (const InputError&) {
    refuse_kept();
  }
  return guesses;
}

AnswerLog log_from_kept(const json& value) {
  if (!value.contains("answers")) return {};
  try {
    return answer_log_from_json(value["answers"]);
  } catch (const InputError&) {
    refuse_kept();
  }
}

Route route_from_kept(const json& value) {
  if (!value.contains("route")) return Route::all;
  const std::string name = kept_word(value["route"]);
  const auto named = std::find_if(std::begin(kRoutes), std::end(kRoutes), [&](Route route) { return name_of(route) == name; });
  if (named == std::end(kRoutes)) refuse_kept();
  return *named;
}

std::optional<Left> left_from_kept(const json& value) {
  if (!value.contains("left")) return std::nullopt;
  const json& left = value["left"];
  const json& step = kept_field(left, "step");
  if (!step.is_number_integer()) refuse_kept();
  return Left{kept_word(kept_field(left, "lesson")), step.get<int>()};
}

}  // namespace

KeptPlace place_from_kept(std::string_view text) {
  const json value = versioned(text);
  KeptPlace place;
  place.lesson = kept_word(kept_field(value, "lesson"));
  place.guesses = guesses_from_kept(value);
  place.route = route_from_kept(value);
  place.left = left_from_kept(value);
  place.log = log_from_kept(value);
  return place;
}

History history_from_kept(std::string_view text, const std::string& lesson) {
  const json value = versioned(text);
  History history;
  history.present = entry_from(kept_field(value, "present"), lesson);
  if (value.contains("own")) history.own = entry_from(value["own"], lesson).document;
  for (const json& entry : kept_list(value, "past")) {
    history.past.push_back(entry_from(entry, lesson));
    history.past.back().bytes = bytes_of(*history.past.back().document);
  }
  for (const json& entry : kept_list(value, "future")) history.future.push_back(entry_from(entry, lesson));
  return history;
}

}  // namespace gf
