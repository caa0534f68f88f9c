#include "session/answer_message.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/base64.h"
#include "core/join.h"
#include "core/json_fields.h"
#include "core/json_reader.h"
#include "export/export.h"
#include "protocol/link.h"
#include "protocol/value_json.h"
#include "session/problem_of.h"
#include "study/live_text.h"

namespace gf {
namespace {

using nlohmann::json;

TrainingCommand::Kind kind_named(const std::string& name) {
  using enum TrainingCommand::Kind;
  constexpr std::pair<std::string_view, TrainingCommand::Kind> kNames[] = {{"play", play},   {"pause", pause},        {"step", step},
                                                                           {"epoch", epoch}, {"restart", restart},    {"view", view},
                                                                           {"keep", keep},   {"drop_kept", drop_kept}};
  std::vector<std::string_view> known;
  for (const auto& [known_name, kind] : kNames) {
    if (known_name == name) return kind;
    known.push_back(known_name);
  }
  throw InputError({"unknown_choice", {{"where", "command"}, {"choices", joined(known)}, {"got", name}}});
}

std::string text_of(const json& message, const char* field) {
  const auto found = message.is_object() ? message.find(field) : message.end();
  if (found == message.end()) return "";
  if (!found->is_string()) wrong_type(field, "@text", *found);
  return found->get<std::string>();
}

int record_of(const json& message) {
  const auto found = message.find("record");
  if (found == message.end()) return -1;
  const bool fits = found->is_number_integer() && *found >= -1 && *found <= std::numeric_limits<int>::max();
  if (!fits) wrong_type("record", "@record", *found);
  return found->get<int>();
}

json command(Session& session, const json& message, const Texts&) {
  const TrainingCommand::Kind kind = kind_named(text_of(message, "command"));
  session.execute(TrainingCommand{kind, record_of(message)});
  return to_json(*session.snapshot());
}

json problem_and_revision(const Session& session) {
  const Snapshot& snapshot = *session.snapshot();
  return {{"problem", snapshot.problem ? to_json(*snapshot.problem) : json()}, {"revision", snapshot.revision}};
}

json load(Session& session, const json& message, const Texts&) {
  if (message.contains("link") && message["link"].is_string())
    session.execute(LoadLink{message["link"].get<std::string>()});
  else if (message.contains("document"))
    session.execute(LoadDocument{document_from_json(message["document"])});
  else
    throw InputError({"missing_field", {{"where", "message"}, {"field", "document"}}});
  return problem_and_revision(session);
}

json open(Session& session, const json& message, const Texts&) {
  session.open(text_of(message, "address"));
  return problem_and_revision(session);
}

// Differs from the gestures of the user interface.
constexpr int kGestureOfThePage = std::numeric_limits<int>::max();

Document without_input(Document document, const std::string& name) {
  document.inputs.erase(name);
  document.inputs_given = true;  // the document means its inputs, even if all have their defaults
  return document;
}

json set(Session& session, const json& message, const Texts&) {
  session.execute(DismissProblem{});  // the answer tells only the problem of this message
  const auto inputs = message.find("inputs");
  if (inputs == message.end()) throw InputError({"missing_field", {{"where", "message"}, {"field", "inputs"}}});
  if (!inputs->is_object()) wrong_type("inputs", "@object", *inputs);
  for (const auto& [name, value] : inputs->items()) {
    if (value.is_null())
      session.execute(LoadDocument{without_input(session.snapshot()->document, name)});
    else
      session.execute(SetInput{name, input_value_from_json(value, name), kGestureOfThePage});
    if (session.snapshot()->problem) break;
  }
  return problem_and_revision(session);
}

json select(Session& session, const json& message, const Texts&) {
  session.execute(DismissProblem{});
  if (!message.contains("node")) {
    session.execute(Deselect{});
    return problem_and_revision(session);
  }
  if (!message.contains("cell")) throw InputError({"missing_field", {{"where", "message"}, {"field", "cell"}}});
  session.execute(Select{text_of(message, "node"), cell_from_json(message["cell"], "cell")});
  return problem_and_revision(session);
}

json guess(Session& session, const json& message, const Texts&) {
  const auto guess = message.find("guess");
  if (guess == message.end()) throw InputError({"missing_field", {{"where", "message"}, {"field", "guess"}}});
  session.execute(Answer{text_of(message, "step"), guess->is_null() ? std::nullopt : std::optional(guess_from_json(*guess))});
  return problem_and_revision(session);
}

json fill(Session& session, const json& message, const Texts&) {
  for (const char* field : {"node", "cell", "text"})
    if (!message.contains(field)) throw InputError({"missing_field", {{"where", "message"}, {"field", field}}});
  const bool taken_back = message["text"].is_null();
  session.execute(Fill{text_of(message, "node"), cell_from_json(message["cell"], "cell"),
                       taken_back ? std::nullopt : std::optional(text_of(message, "text"))});
  return problem_and_revision(session);
}

json set_blanks(Session& session, const json& message, const Texts&) {
  if (!message.contains("blanks")) throw InputError({"missing_field", {{"where", "message"}, {"field", "blanks"}}});
  session.execute(SetBlanks{blanks_from_json(message["blanks"], "blanks")});
  return problem_and_revision(session);
}

json snapshot(Session& session, const json& message, const Texts&) {
  const auto trace = message.find("trace"), most = message.find("most_values");
  if (trace != message.end() && *trace == false) return to_json(*session.snapshot(), std::nullopt);
  TraceExtent extent;
  if (most != message.end()) {
    if (!most->is_number_unsigned()) wrong_type("most_values", "@index", *most);
    extent.most_values = most->get<Index>();
  }
  const std::string only = trace == message.end() || *trace == true ? "" : text_of(message, "trace");
  if (!only.empty()) extent.only = {only};
  return to_json(*session.snapshot(), extent);
}

// Throws InputError "no_trace" if there is no trace yet.
const Trace& trace_of(const Session& session) {
  const std::shared_ptr<const Trace>& trace = session.snapshot()->trace;
  if (!trace) throw InputError({"no_trace", {}});
  return *trace;
}

json exported(Session& session, const json& message, const Texts& texts) {
  const ExportFormat format = export_format_named(text_of(message, "format"), "format");
  const Trace& trace = trace_of(session);
  const std::string name = text_of(message, "node");
  if (name.empty()) return {{"text", export_lesson(trace, format, texts)}};
  const TraceNode& node = trace.at(name);
  if (!message.contains("cell")) return {{"text", export_trace(trace, format, texts, {.only = {name}})}};
  const Cell cell = cell_from_json(message["cell"], "cell");
  if (!node.value->contains(cell))
    throw InputError(
        {"unknown_cell", {{"node", name}, {"got", to_string(cell, node.value->shape())}, {"shape", to_string(node.value->shape())}}});
  return {{"text", export_cell(trace, trace.find(name), cell, format, texts)}};
}

json paste(Session& session, const json& message, const Texts&) {
  PasteCells pasted{text_of(message, "node"), {}, text_of(message, "text")};
  if (message.contains("cell")) pasted.cell = cell_from_json(message["cell"], "cell");
  if (message.contains("base64")) {
    const auto bytes = from_base64url(text_of(message, "base64"));
    if (!bytes) wrong_type("base64", "@text", message["base64"]);
    pasted.text.assign(bytes->begin(), bytes->end());
  }
  session.execute(std::move(pasted));
  return problem_and_revision(session);
}

json live(Session& session, const json& message, const Texts& texts) {
  constexpr const char* kSign = "ui.numbers.decimal";
  return {{"text", with_live_values(text_of(message, "text"), session.snapshot()->trace.get(), texts.has(kSign) ? texts.get(kSign) : ".")}};
}

json link(Session& session, const json&, const Texts&) { return {{"link", link_to(*session.snapshot())}}; }

// The messages (answer_message.h). A message that changes the document stands in kChanges of web/port.js as well.
struct Message {
  std::string_view type;
  json (*answer)(Session&, const json& message, const Texts&);
};
constexpr Message kMessages[] = {{"snapshot", snapshot}, {"load", load},       {"open", open}, {"set", set},
                                 {"select", select},     {"guess", guess},     {"fill", fill}, {"blanks", set_blanks},
                                 {"command", command},   {"export", exported}, {"live", live}, {"paste", paste},
                                 {"link", link}};

json answer(Session& session, const json& message, const Texts& texts) {
  const std::string type = text_of(message, "type");
  std::vector<std::string_view> types;
  for (const Message& known : kMessages) {
    if (known.type == type) return known.answer(session, message, texts);
    types.push_back(known.type);
  }
  throw InputError({"unknown_message", {{"choices", joined(types)}, {"got", type}}});
}

// Replaces bytes that are not UTF-8, which a problem may quote, so that each message has an answer.
std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

// Returns the problem from the form of to_json.
Problem problem_from_json(const json& value) {
  Problem problem{value["id"].get<std::string>(), {}};
  for (const auto& [word, text] : value["words"].items()) problem.words.emplace_back(word, text.get<std::string>());
  return problem;
}

json in_words(json answer, const Texts* texts) {
  for (const char* field : {"problem", "notice"})
    if (const auto found = answer.find(field); texts && found != answer.end() && found->is_object())
      (*found)["text"] = texts->format(problem_from_json(*found));
  return answer;
}

}  // namespace

std::string answer_message(Session& session, std::string_view message, const Texts* texts) {
  const Texts none;
  const Texts& words = texts ? *texts : none;  // texts ? *texts : Texts() would copy all texts
  std::string text;
  std::optional<Problem> problem =
      problem_of([&] { text = dumped(in_words(answer(session, parse_json(message, "message"), words), texts)); });
  return problem ? dumped(in_words({{"problem", to_json(*problem)}}, texts)) : text;
}

}  // namespace gf
