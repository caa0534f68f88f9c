// The grammar of what the small language model reads: little stories, facts, and words that mean two things.
#pragma once

#include "train/tasks/grammar.h"

namespace gf {

/// Its tables, the facts.
std::string_view tales_tables();
/// Its rules: `tale` is a text to learn from; `told` a conversation that ends with an answer.
const Grammar& tales_grammar();

}  // namespace gf
