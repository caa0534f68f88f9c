#include "train/language_model.h"

#include <algorithm>
#include <stdexcept>

#include "core/nth.h"
#include "core/problem.h"
#include "core/random.h"

namespace gf {
namespace {

std::string readable_form(const std::string& token) {
  const std::string bytes = bytes_of_token(token);
  return bytes.empty() || bytes.front() == '@' ? token : visible_text(bytes);
}

}  // namespace

LanguageModel language_model(std::string_view bytes, const std::string& where) {
  return language_model(shipped_model(bytes, where), where);
}

LanguageModel language_model(ShippedModel file, const std::string& where) {
  const auto merges = file.weights.metadata.find("merges");
  if (merges == file.weights.metadata.end()) throw InputError({"not_a_language_model", {{"where", where}}});
  LanguageModel model;
  model.config = file.settings.transformer();
  model.vocabulary = std::move(file.source);
  try {
    model.tokenizer = tokenizer_of(merges->second);
    for (const std::string& name : piece_names(model.tokenizer))
      if (model.vocabulary.find(name) < 0) throw std::invalid_argument("no token " + name);
    Decoding(model.config, nullptr);
  } catch (const std::invalid_argument& misfit) {
    throw InputError({"not_a_model", {{"where", where}, {"detail", misfit.what()}}});
  }
  model.weights = std::make_shared<const NamedTensors>(std::move(file.weights));
  for (const std::string& token : model.vocabulary.tokens()) model.readable.push_back(readable_form(token));
  return model;
}

std::vector<int> ids_of(const LanguageModel& model, std::string_view text) {
  std::vector<int> ids{Vocabulary::kStart};
  for (const std::string& piece : pieces_of(model.tokenizer, text)) ids.push_back(model.vocabulary.find(piece));
  return ids;
}

std::string text_of(const LanguageModel& model, const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) text += bytes_of_token(model.vocabulary.token(id));
  return text;
}

const std::string& readable_token(const LanguageModel& model, int id) { return nth(model.readable, id); }

Writer::Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, WeightFormat format)
    : config_(std::move(config)), weights_(std::move(weights)), decoding_(config_, weights_, format) {
  if (config_.positions == Positions::learned) most_ = config_.longest;
}

Writer::Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, Index window)
    : Writer(std::move(config), std::move(weights)) {
  if (window < 1 || (most_ && window > *most_)) throw std::invalid_argument("[writer] a window of " + std::to_string(window) + " tokens");
  most_ = window;
}

void Writer::take(std::vector<int> ids) {
  const Tensor logits = decoding_.read(ids);
  logits_.assign(logits.row(logits.rows() - 1), logits.row(logits.rows() - 1) + logits.cols());
}

const std::vector<float>& Writer::read(const std::vector<int>& ids) {
  if (ids.empty()) throw std::invalid_argument("[writer] there is nothing to read");
  window_.insert(window_.end(), ids.begin(), ids.end());
  const auto read = std::ssize(window_);
  if (!most_ || read <= *most_) {
    take(ids);
  } else {
    const Index out = read - *most_;
    forgotten_ += out;
    window_.erase(window_.begin(), window_.begin() + out);
    decoding_.forget();
    take(window_);
  }
  return logits_;
}

double drawn_number(const Writer& writer, std::uint32_t seed) {
  return NumpyRandom(seed_of_word(seed, "token " + std::to_string(writer.read_in_all()))).uniform();
}

int next_token(const Writer& writer, const SamplingSettings& settings, std::uint32_t seed) {
  const std::vector<float>& logits = writer.logits();
  return static_cast<int>(draw_token(sampling_shares(logits.data(), std::ssize(logits), settings), drawn_number(writer, seed)));
}

std::vector<int> go_on(const LanguageModel& model, const std::vector<int>& prompt, Index most, const SamplingSettings& settings,
                       std::uint32_t seed, const std::function<bool(int token)>& goes_on) {
  Writer writer(model);
  std::vector<int> written, next = prompt;
  while (std::ssize(written) < most) {
    writer.read(next);
    const int token = next_token(writer, settings, seed);
    if (token == Vocabulary::kEnd) break;
    written.push_back(token);
    if (goes_on && !goes_on(token)) break;
    next = {token};
  }
  return written;
}

}  // namespace gf
