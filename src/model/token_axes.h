// Labels the axes of weights that run over tokens.
#pragma once

#include <vector>

#include "core/labels.h"
#include "model/parameters.h"

namespace gf {

/// Labels the rows of token tables and the columns of the output: rows of the encoder with `source`, all others with `target`.
void name_tokens(std::vector<ParameterSpec>& specs, const Labels& source, const Labels& target);

}  // namespace gf
