// Relates a node of the backward pass to the node of the forward pass whose gradient it is.
#pragma once

namespace gf {

/// The gradient dL/dx of a node x, or a part of it.
/// Example: "d_x" is the gradient of "x". Its parts are "d_x_through_query", "d_x_sum1", "d_x_step1" and "d_x_unpinned".
struct GradientOf {
  int node = -1;      // the index of x among the nodes; -1: no gradient
  bool part = false;  // a contribution to the gradient or a step towards it, not the whole gradient

  /// Whether the node is the gradient of a node, or a part of such a gradient.
  bool is_gradient() const { return node >= 0; }
  /// Whether the node is the whole gradient of a node.
  bool is_whole() const { return node >= 0 && !part; }
};

}  // namespace gf
