#include "cli/language.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/exit_codes.h"
#include "cli/train.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/problem.h"
#include "export/export.h"
#include "export/files.h"
#include "protocol/texts.h"
#include "train/language_model.h"

namespace gf {
namespace {

using nlohmann::json;

LanguageModel model_of(const std::string& path, bool int8) {
  LanguageModel model = language_model(read_file(path), path);
  if (int8) model.format = WeightFormat::int8;
  return model;
}

json pieces_json(const LanguageModel& model, const std::vector<int>& ids) {
  json pieces = json::array();
  for (const int id : ids) pieces.push_back(readable_token(model, id));
  return pieces;
}

// Returns −Σ log₂ p of the pieces of a text and of <end> after them.
double bits_of(const LanguageModel& model, const std::vector<std::string>& pieces) {
  std::vector<int> ids{Vocabulary::kStart};
  for (const std::string& piece : pieces) ids.push_back(model.vocabulary.find(piece));
  const Tensor logits = Decoding(model.config, model.weights, model.format).read(ids);
  double bits = 0;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const int next = t + 1 < ids.size() ? ids[t + 1] : Vocabulary::kEnd;
    bits -= std::log2(nth(sampling_shares(logits.row(static_cast<Index>(t)), logits.cols(), {}), next));
  }
  return bits;
}

}  // namespace

int tokenize_command(const LanguageCommand& command, std::ostream& out) {
  const LanguageModel model = model_of(command.model, command.int8);
  const std::vector<int> ids = ids_of(model, command.text);
  out << readable({{"ids", ids}, {"pieces", pieces_json(model, ids)}});
  return 0;
}

int logits_command(const LanguageCommand& command, const Texts& texts, std::ostream& out, std::ostream& err) {
  const LanguageModel model = model_of(command.model, command.int8);
  const std::vector<int> ids = ids_of(model, command.text);
  if (std::ssize(ids) > model.config.longest)
    throw InputError(
        {"too_many_tokens", {{"where", "text"}, {"got", std::to_string(ids.size())}, {"most", std::to_string(model.config.longest)}}});
  const Tensor logits = Decoding(model.config, model.weights, model.format).read(ids);
  json rows = json::array();
  for (Index row = 0; row < logits.rows(); ++row) rows.push_back(std::vector<float>(logits.row(row), logits.row(row) + logits.cols()));
  out << readable({{"pieces", pieces_json(model, ids)}, {"logits", std::move(rows)}});
  const auto broken = std::count_if(logits.data(), logits.data() + logits.size(), [](float logit) { return !std::isfinite(logit); });
  if (broken == 0) return 0;
  const std::string sentence = texts.format(
      "cli.logits_not_finite", {{"count", std::to_string(broken)}, {"all", std::to_string(logits.size())}, {"where", command.model}});
  err << "glassformer: " << sentence << "\n";
  return kFailed;
}

int texts_command(const TextsCommand& command, std::ostream& out) {
  if (std::find(std::begin(kTextTasks), std::end(kTextTasks), command.task) == std::end(kTextTasks))
    throw InputError({"unknown_choice", {{"where", "texts"}, {"got", command.task}, {"choices", joined(kTextTasks)}}});
  std::optional<LanguageModel> model;
  if (!command.model.empty()) model = model_of(command.model, command.int8);
  const Dataset data =
      make_dataset(command.task, command.seed, command.book.empty() ? std::string() : read_file(command.book, kMostBookBytes));
  for (const Example& window : command.held_out ? data.held_out : data.training)
    for (auto begin = window.answer.begin(); begin < window.answer.end();) {
      const auto end = std::find(begin, window.answer.end(), "<end>");
      const std::vector<std::string> pieces(begin, end);
      std::string text;
      for (const std::string& piece : pieces) text += bytes_of_token(piece);
      json line{{"pieces", pieces}, {"text", text}};
      if (model) line["bits"] = bits_of(*model, pieces);
      out << line.dump() << "\n";
      begin = end == window.answer.end() ? end : end + 1;
    }
  return 0;
}

int generate_command(const LanguageCommand& command, std::ostream& out) {
  check_sampling(command.sampling);
  const LanguageModel model = model_of(command.model, command.int8);
  for (const NamedTensor& weight : model.weights->tensors)
    if (!std::all_of(weight.value.data(), weight.value.data() + weight.value.size(), [](float w) { return std::isfinite(w); }))
      throw InputError({"weight_not_finite", {{"where", command.model}, {"node", weight.name}}});
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
