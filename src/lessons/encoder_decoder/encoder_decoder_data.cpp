#include "lessons/encoder_decoder/encoder_decoder_data.h"

namespace gf::encoder_decoder {
const Shipped* shipped_translator(const std::string& weights) {
  for (const Shipped& translator : kShipped)
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

}  // namespace gf::encoder_decoder
