// The terms of the glossary in a text.
// The words of a term are `glossary.<id>` of the texts: {"term", "forms": [as they stand in running text], "text"}.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gf {
class Texts;
}

namespace gf::ui {

/// A term, and the lesson where it is at work.
struct GlossaryTerm {
  std::string_view id, lesson;
};

inline constexpr GlossaryTerm kGlossaryTerms[] = {
    {"accuracy", "training"},
    {"analogy", "embeddings"},
    {"attention", "self-attention"},
    {"attention_weights", "self-attention"},
    {"back_propagation", "backpropagation"},
    {"batch", "training"},
    {"byte", "tokenizer"},
    {"byte_pair_encoding", "tokenizer"},
    {"causal_mask", "multi-head"},
    {"classifier", "next-word"},
    {"computational_graph", "backpropagation"},
    {"context_vector", "next-word"},
    {"corpus", "embeddings"},
    {"cosine", "embeddings"},
    {"covariance", "embeddings"},
    {"cross_attention", "encoder-decoder"},
    {"decoder", "encoder-decoder"},
    {"determinant", "spaces"},
    {"dot_product", "words-pulling-words"},
    {"dropout", "training"},
    {"edit_distance", "dictionary"},
    {"eigenvector", "embeddings"},
    {"embedding", "embeddings"},
    {"encoder", "encoder-decoder"},
    {"epoch", "training"},
    {"feed_forward", "encoder-decoder"},
    {"finite_difference", "backpropagation"},
    {"gradient", "backpropagation"},
    {"head", "multi-head"},
    {"held_out", "training"},
    {"inverse_temperature", "softmax"},
    {"jacobian", "backpropagation"},
    {"key", "self-attention"},
    {"layer_norm", "encoder-decoder"},
    {"learning_rate", "training"},
    {"linear_transformation", "spaces"},
    {"logits", "encoder-decoder"},
    {"loss", "backpropagation"},
    {"mask", "multi-head"},
    {"merge", "tokenizer"},
    {"multi_head", "multi-head"},
    {"one_hot", "matrix-dictionary"},
    {"optimiser", "training"},
    {"padding_mask", "multi-head"},
    {"pca", "embeddings"},
    {"position_encoding", "position-encoding"},
    {"query", "self-attention"},
    {"residual", "encoder-decoder"},
    {"score", "self-attention"},
    {"seed", "next-word"},
    {"self_attention", "self-attention"},
    {"shear", "spaces"},
    {"singular_matrix", "spaces"},
    {"softmax", "softmax"},
    {"teacher_forcing", "encoder-decoder"},
    {"token", "tokenizer"},
    {"value", "self-attention"},
    {"vector", "matrix-dictionary"},
    {"vocabulary", "tokenizer"},
};

/// The text with the ASCII letters in lower case.
std::string lowered(std::string_view text);

/// One way to write a term, in lower case.
struct GlossaryForm {
  std::string form, term;
};

/// All forms, the longest first, so that "attention weights" is found before "attention".
std::vector<GlossaryForm> glossary_forms(const Texts& texts);

/// A term in a text: bytes begin..end-1.
struct GlossaryUse {
  std::size_t begin = 0, end = 0;
  std::string term;
  bool operator==(const GlossaryUse&) const = default;
};

/// The first use of each term in a text, in the order of the text: whole words, in either case of the ASCII letters.
/// Example: "Softmax turns scores into softmax weights" with {"softmax"} has one use, 0..7.
std::vector<GlossaryUse> glossary_uses(const std::vector<GlossaryForm>& forms, std::string_view text);

}  // namespace gf::ui
