// Tells which gradient of a node of the forward pass a node of the backward pass is.
#pragma once

namespace gf {

/// The gradient dL/dx of a node x, or a part of it.
/// Example: "d_x" is the gradient of "x". Its parts are "d_x_through_query", "d_x_sum1", "d_x_step1" and "d_x_unpinned".
struct GradientOf {
  int node = -1;      // the place of x among the nodes; -1: this is no gradient
  bool part = false;  // a contribution or a step on the way, not the whole gradient

  /// Whether the backward pass made this, as the gradient of a node or a part of one.
  bool is_gradient() const { return node >= 0; }
  /// Whether this is the whole gradient of a node.
  bool is_whole() const { return node >= 0 && !part; }
};

}  // namespace gf
