#include <nlohmann/json.hpp>

#include "protocol/trace.h"
#include "session/session.h"

namespace gf {
namespace {

using nlohmann::json;

json to_json(const Problem& problem) {
  json words = json::object();
  for (const auto& [word, value] : problem.words) words[word] = value;
  return {{"id", problem.id}, {"words", words}};
}

json snapshot_to_json(const Snapshot& snapshot) {
  json result{{"revision", snapshot.revision},
              {"document", gf::to_json(snapshot.document)},
              {"computing", snapshot.computing},
              {"can_undo", snapshot.can_undo},
              {"can_redo", snapshot.can_redo}};
  result["trace"] = snapshot.trace ? gf::to_json(*snapshot.trace) : json();
  result["problem"] = snapshot.problem ? to_json(*snapshot.problem) : json();
  return result;
}

json load(Session& session, const json& message) {
  if (message.contains("link") && message["link"].is_string())
    session.execute(LoadLink{message["link"].get<std::string>()});
  else if (message.contains("document"))
    session.execute(LoadDocument{document_from_json(message["document"])});
  else
    throw InputError({"missing_field", {{"where", "message"}, {"field", "document"}}});
  return snapshot_to_json(*session.snapshot());
}

json answer(Session& session, const json& message) {
  const std::string type = message.is_object() ? message.value("type", std::string()) : std::string();
  if (type == "snapshot") return snapshot_to_json(*session.snapshot());
  if (type == "load") return load(session, message);
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
