#include "lessons/encoder_decoder/encoder_decoder_data.h"

namespace gf::encoder_decoder {
namespace {

Inputs trained(const Shipped& translator, Inputs rest = {}) {
  rest["weights"] = std::string(translator.name);
  rest["source"] = std::string(translator.source);
  rest["target"] = std::string(translator.target);
  return rest;
}

}  // namespace

const std::vector<Shipped>& shipped_translators() {
  static const std::vector<Shipped> all = {
      {"english-spanish", "assets/models/english-spanish.safetensors", "you are welcome", "de nada"},
      {"french-english", "assets/models/french-english.safetensors", "le chat est sous la table", "the cat is under the table"}};
  return all;
}

const Shipped* shipped_translator(const std::string& weights) {
  for (const Shipped& translator : shipped_translators())
    if (weights == translator.name) return &translator;
  return nullptr;
}

const std::vector<MatrixInput>& matrix_inputs() {
  static const std::vector<MatrixInput> all = {{"x", "encoder.token_table"},
                                               {"y", "decoder.token_table"},
                                               {"encoder_w_q", "encoder.0.self_attention.w_q"},
                                               {"encoder_w_k", "encoder.0.self_attention.w_k"},
                                               {"encoder_w_v", "encoder.0.self_attention.w_v"},
                                               {"decoder_w_q", "decoder.0.self_attention.w_q"},
                                               {"decoder_w_k", "decoder.0.self_attention.w_k"},
                                               {"decoder_w_v", "decoder.0.self_attention.w_v"},
                                               {"cross_w_q", "decoder.0.cross_attention.w_q"},
                                               {"cross_w_k", "decoder.0.cross_attention.w_k"},
                                               {"cross_w_v", "decoder.0.cross_attention.w_v"}};
  return all;
}

std::vector<Preset> presets() {
  std::vector<Preset> all = {{"document", {}},
                             {"published", {{"published", true}}},
                             {"step-by-step", {{"mode", std::string(kByItself)}}},
                             {"padded", {{"target", std::string("de nada <pad> <pad>")}}},
                             {"two-heads", {{"heads", std::string("2")}}},
                             {"no-positions", {{"positions", false}}},
                             {"no-mask", {{"mask", false}}},
                             {"bare", {{"residual", false}, {"norm", std::string("none")}, {"w_o", false}}}};
  for (const Shipped& translator : shipped_translators()) all.push_back({std::string("trained-") + translator.name, trained(translator)});
  all.push_back({"one-vector", trained(shipped_translators().back(), {{"one_vector", true}})});
  return all;
}

}  // namespace gf::encoder_decoder
