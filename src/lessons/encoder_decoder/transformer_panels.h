// The bench's view of a transformer on a tape: a panel for every node, in sections by its place in the model, and a map of them.
#pragma once

#include <string>
#include <string_view>

#include "lessons/build.h"
#include "model/config.h"

namespace gf {

/// Returns the section that shows a node: "encoder.0.self_attention" of "encoder.0.self_attention.query", "encoder.embedding" of
/// "encoder.input", "encoder.norm" of the norm after the last block, "output" of logits and probabilities, "loss" of the losses.
std::string section_of_node(std::string_view name);

/// Appends a panel for each node of the model, in the order of computation. A weight stands before the first node that reads it. If the
/// tape holds a second pass in the scope "corrected", its node stands beside the one of the first pass wherever `compared` says so.
void add_transformer_panels(LessonBuild& out, bool (*compared)(std::string_view name) = nullptr);

/// Appends a block for each section, stack and block of the model: of the panels that are there.
void add_transformer_map(LessonBuild& out, const TransformerConfig& config);

}  // namespace gf
