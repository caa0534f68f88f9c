#include "model/token_axes.h"

namespace gf {
namespace {

bool runs_over_tokens(const Axis& axis) { return axis.name == "vocabulary"; }

}  // namespace

void name_tokens(std::vector<ParameterSpec>& specs, const Labels& source, const Labels& target) {
  for (ParameterSpec& spec : specs) {
    if (runs_over_tokens(spec.row_axis)) spec.row_axis.labels = spec.name.starts_with("encoder.") ? source : target;
    if (runs_over_tokens(spec.col_axis)) spec.col_axis.labels = target;
  }
}

}  // namespace gf
