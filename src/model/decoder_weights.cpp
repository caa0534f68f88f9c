#include "model/decoder_weights.h"

#include <string>
#include <utility>

#include "core/kernels.h"

namespace gf {
namespace {

constexpr const char* kTokenTable = "decoder.token_table";

template <typename Panels>
std::shared_ptr<const Panels> panels_in(const std::map<std::string, std::shared_ptr<const Panels>>& all, const std::string& name) {
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

// Finds weights and their panels by name.
struct WeightFinder {
  const NamedTensors& values;
  const NamedPanels& panels;
  const NamedInt8Panels& rounded;

  LinearWeights linear(const std::string& w, const std::string& b) const {
    return {values.find(w), values.find(b), panels_in(panels, w), panels_in(rounded, w)};
  }
  LinearWeights matrix(const std::string& part, const std::string& suffix) const {
    return linear(part + "w_" + suffix, part + "b_" + suffix);
  }
  NormWeights norm(const std::string& part) const { return {values.find(part + "norm_gain"), values.find(part + "norm_bias")}; }
};

}  // namespace

void LinearWeights::apply(const Tensor& x, Tensor& out) const {
  if (rounded)
    gemm(x.data(), *rounded, out.data(), x.rows());
  else if (panels && ColumnPanels::serve(x.rows()))
    gemm(x.data(), *panels, out.data(), x.rows());
  else
    gemm(x.data(), Transpose::no, w->data(), Transpose::no, out.data(), x.rows(), x.cols(), out.cols(), false);
  if (b) add_to(out.data(), b->data(), 0, out.rows(), out.cols());
}

void NormWeights::apply(const Tensor& x, Tensor& out, float epsilon) const {
  layer_norm_rows(x.data(), out.data(), x.rows(), x.cols(), epsilon);
  if (gain) scale_and_shift_rows(out.data(), gain->data(), bias->data(), out.rows(), out.cols());
}

NamedInt8Panels int8_panels_of(const TransformerConfig& config, const NamedTensors& values) {
  check_parameters(config, values);
  NamedInt8Panels all;
  const auto add = [&](const std::string& name, Transpose transpose, Index inner, Index cols) {
    const Tensor& matrix = values.at(name);
    all.emplace(name, std::make_shared<const Int8Panels>(Rows{matrix.data(), matrix.cols()}, transpose, inner, cols));
  };
  for (const ParameterSpec& spec : parameter_specs(config))
    if (spec.role == ParameterRole::weight) add(spec.name, Transpose::no, spec.rows, spec.cols);
  if (config.tied) add(kTokenTable, Transpose::yes, config.width, config.logits());
  return all;
}

DecoderWeights::DecoderWeights(const TransformerConfig& config, std::shared_ptr<const NamedTensors> named_values, const NamedPanels& panels,
                               const NamedInt8Panels& rounded)
    : values(std::move(named_values)) {
  check_parameters(config, *values);
  const WeightFinder find{*values, panels, rounded};
  token_table = values->find(kTokenTable);
  position_table = values->find("decoder.position_table");
  for (Index layer = 0; layer < config.decoder_layers; ++layer) {
    const std::string block = "decoder." + std::to_string(layer) + ".", attention = block + "self_attention.",
                      feed_forward = block + "feed_forward.";
    blocks.push_back({find.matrix(attention, "q"), find.matrix(attention, "k"), find.matrix(attention, "v"), find.matrix(attention, "o"),
                      find.matrix(feed_forward, "1"), find.matrix(feed_forward, "2"), find.norm(attention), find.norm(feed_forward)});
  }
  norm = find.norm("decoder.");
  output = find.linear("output.w", "output.b");
  if (config.tied) output.rounded = panels_in(rounded, kTokenTable);
}

}  // namespace gf
