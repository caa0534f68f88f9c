#include "cli/language.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/problem.h"
#include "export/export.h"
#include "export/files.h"
#include "train/language_model.h"

namespace gf {
namespace {

using nlohmann::json;

LanguageModel model_of(const LanguageCommand& command) { return language_model(read_file(command.model), command.model); }

json pieces_json(const LanguageModel& model, const std::vector<int>& ids) {
  json pieces = json::array();
  for (const int id : ids) pieces.push_back(readable_token(model, id));
  return pieces;
}

}  // namespace

int tokenize_command(const LanguageCommand& command, std::ostream& out) {
  const LanguageModel model = model_of(command);
  const std::vector<int> ids = ids_of(model, command.text);
  out << readable({{"ids", ids}, {"pieces", pieces_json(model, ids)}});
  return 0;
}

int logits_command(const LanguageCommand& command, std::ostream& out) {
  const LanguageModel model = model_of(command);
  const std::vector<int> ids = ids_of(model, command.text);
  if (static_cast<Index>(ids.size()) > model.config.longest)
    throw InputError(
        {"too_many_tokens", {{"where", "text"}, {"got", std::to_string(ids.size())}, {"most", std::to_string(model.config.longest)}}});
  const Tensor logits = Decoding(model.config, model.weights).read(ids);
  json rows = json::array();
  for (Index row = 0; row < logits.rows(); ++row) rows.push_back(std::vector<float>(logits.row(row), logits.row(row) + logits.cols()));
  out << readable({{"pieces", pieces_json(model, ids)}, {"logits", std::move(rows)}});
  return 0;
}

int texts_command(const std::string& task, std::uint32_t seed, bool held_out, std::ostream& out) {
  const Dataset data = make_dataset(task, seed);
  if (!data.tokenizer) throw InputError({"unknown_choice", {{"where", "texts"}, {"got", task}, {"choices", "tales, conversations"}}});
  for (const Example& example : held_out ? data.held_out : data.training)
    for (auto begin = example.answer.begin(); begin < example.answer.end();) {
      const auto end = std::find(begin, example.answer.end(), "<end>");
      std::string text;
      std::for_each(begin, end, [&](const std::string& piece) { text += bytes_of_token(piece); });
      out << json{{"pieces", std::vector<std::string>(begin, end)}, {"text", text}}.dump() << "\n";
      begin = end == example.answer.end() ? end : end + 1;
    }
  return 0;
}

int generate_command(const LanguageCommand& command, std::ostream& out) {
  const LanguageModel model = model_of(command);
  out << command.text << std::flush;
  const auto say = [&](int token) {
    out << text_of(model, {token}) << std::flush;
    return static_cast<bool>(out);
  };
  go_on(model, ids_of(model, command.text), command.tokens, command.sampling, command.seed, say);
  out << "\n";
  return 0;
}

}  // namespace gf
