// The panels of a transformer on a tape: a panel for each node, in sections by its place in the model, and a map of the sections.
#pragma once

#include <string>
#include <string_view>

#include "lessons/build.h"
#include "model/config.h"

namespace gf {

/// Returns the section of a node: "encoder.0.self_attention" for "encoder.0.self_attention.query", "encoder.embedding" for "encoder.input",
/// "encoder.norm" for the norm after the last block, "output" for logits and probabilities, "loss" for the losses.
std::string section_of_node(std::string_view name);

/// Appends a panel for each node of the model, in the order of computation. A weight stands before the first node that reads it.
/// If `compared` is true for a node, the node of the same name in the scope "corrected" gets a panel behind it.
void add_transformer_panels(LessonBuild& out, bool (*compared)(std::string_view name) = nullptr);

/// Appends a block of the map for each section with panels, and for each stack and block of the model. Call it after the panels are listed.
void add_transformer_map(LessonBuild& out, const TransformerConfig& config);

}  // namespace gf
