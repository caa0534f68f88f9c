#include "model/config.h"

#include <stdexcept>

#include "core/enum_names.h"

namespace gf {
namespace {

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument("[transformer] " + fault); }

void expect_positive(Index value, const char* name) {
  if (value < 1) refuse(std::string(name) + " is " + std::to_string(value) + ": expected 1 or more");
}

}  // namespace

std::string_view name_of(Architecture architecture) { return name_in({"encoder", "decoder", "encoder-decoder"}, architecture); }

std::string_view name_of(Positions positions) { return name_in({"none", "sinusoidal", "learned"}, positions); }

std::string_view name_of(NormPlacement placement) { return name_in({"none", "before", "after"}, placement); }

std::string_view name_of(Activation activation) { return name_in({"relu", "gelu", "none"}, activation); }

void check_config(const TransformerConfig& config) {
  expect_positive(config.vocabulary, "vocabulary");
  expect_positive(config.width, "width");
  expect_positive(config.heads, "heads");
  expect_positive(config.hidden, "hidden");
  expect_positive(config.longest, "longest");
  if (config.has_encoder()) expect_positive(config.encoder_layers, "encoder_layers");
  if (config.has_decoder()) expect_positive(config.decoder_layers, "decoder_layers");
  if (config.width % config.heads != 0)
    refuse("width " + std::to_string(config.width) + " is not a multiple of " + std::to_string(config.heads) + " heads");
  if (!(config.dropout >= 0 && config.dropout < 1))
    refuse("dropout is " + std::to_string(config.dropout) + ": expected 0 or more, below 1");
  const bool own_table = config.architecture == Architecture::encoder_decoder && config.target_vocabulary > 0;
  if (config.tied && !own_table && config.logits() != config.vocabulary)
    refuse("tied logits need as many of them as the token table has rows, " + std::to_string(config.vocabulary) + ", not " +
           std::to_string(config.logits()));
}

}  // namespace gf
