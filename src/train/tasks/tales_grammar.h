// The grammar of the small language model's texts: little stories, facts, words with two meanings, and conversations.
#pragma once

#include <string_view>

#include "train/tasks/grammar.h"

namespace gf {

/// Returns the tables of the grammar, in the notation of grammar.h.
std::string_view tales_tables();
/// Returns the grammar. Its rule `tale` draws a text to learn from, and `told` a conversation that ends with an answer.
const Grammar& tales_grammar();

}  // namespace gf
