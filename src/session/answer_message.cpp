#include "session/answer_message.h"

#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "protocol/link.h"
#include "protocol/value_json.h"

namespace gf {
namespace {

using nlohmann::json;

TrainingCommand::Kind kind_named(const std::string& name) {
  using enum TrainingCommand::Kind;
  constexpr std::pair<std::string_view, TrainingCommand::Kind> kNames[] = {{"play", play},   {"pause", pause},        {"step", step},
                                                                           {"epoch", epoch}, {"restart", restart},    {"view", view},
                                                                           {"keep", keep},   {"drop_kept", drop_kept}};
  std::string known;
  for (const auto& [one, kind] : kNames) {
    if (one == name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(one);
  }
  throw InputError({"unknown_choice", {{"where", "command"}, {"choices", known}, {"got", name}}});
}

json command(Session& session, const json& message) {
  const json& record = message.value("record", json(-1));
  if (!record.is_number_integer()) wrong_type("record", "@number", record);
  session.execute(TrainingCommand{kind_named(message.value("command", std::string())), record.get<int>()});
  return to_json(*session.snapshot());
}

json load(Session& session, const json& message) {
  if (message.contains("link") && message["link"].is_string())
    session.execute(LoadLink{message["link"].get<std::string>()});
  else if (message.contains("document"))
    session.execute(LoadDocument{document_from_json(message["document"])});
  else
    throw InputError({"missing_field", {{"where", "message"}, {"field", "document"}}});
  const Snapshot& snapshot = *session.snapshot();
  return {{"problem", snapshot.problem ? to_json(*snapshot.problem) : json()}, {"revision", snapshot.revision}};
}

json answer(Session& session, const json& message) {
  const std::string type = message.is_object() ? message.value("type", std::string()) : std::string();
  if (type == "snapshot") return to_json(*session.snapshot());
  if (type == "load") return load(session, message);
  if (type == "command") return command(session, message);
  if (type == "link") return {{"link", encode_link(session.snapshot()->document)}};
  throw InputError({"unknown_message", {{"got", type}}});
}

}  // namespace

std::string answer_message(Session& session, std::string_view message) {
  try {
    return answer(session, json::parse(message)).dump();
  } catch (const InputError& error) {
    return json{{"problem", to_json(error.problem())}}.dump();
  } catch (const json::exception& error) {
    return json{{"problem", to_json(Problem{"not_json", {{"where", "message"}, {"detail", error.what()}}})}}.dump();
  }
}

}  // namespace gf
