// The terms of the glossary, each with the lesson where it is at work. Their words are `glossary.<id>` of the texts.
#pragma once

#include <string_view>

namespace gf::ui {

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

}  // namespace gf::ui
