// The names of tokens, where the weights of a model have a row or a column for each.
#pragma once

#include <string>
#include <vector>

#include "model/parameters.h"

namespace gf {

/// Names the rows of token tables and the columns of the output: the encoder's rows after `source`, all else after `target`.
void name_tokens(std::vector<ParameterSpec>& specs, const std::vector<std::string>& source, const std::vector<std::string>& target);

}  // namespace gf
