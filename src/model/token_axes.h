// The names of tokens, where the weights of a model have a row or a column for each.
#pragma once

#include <vector>

#include "model/parameters.h"

namespace gf {

/// Names the rows of token tables and the columns of the output: the encoder's rows after `source`, all else after `target`.
void name_tokens(std::vector<ParameterSpec>& specs, const Labels& source, const Labels& target);

}  // namespace gf
