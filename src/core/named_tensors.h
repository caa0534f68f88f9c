// Tensors by name, with words about them: the weights of a model, a checkpoint, what a safetensors file holds.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

struct NamedTensor {
  std::string name;
  Tensor value;
};

/// In a fixed order; names are unique.
struct NamedTensors {
  std::vector<NamedTensor> tensors;
  std::map<std::string, std::string> metadata;

  const Tensor* find(std::string_view name) const {
    for (const NamedTensor& one : tensors)
      if (one.name == name) return &one.value;
    return nullptr;
  }
  Tensor* find(std::string_view name) {
    for (NamedTensor& one : tensors)
      if (one.name == name) return &one.value;
    return nullptr;
  }
  /// Throws std::invalid_argument where there is none.
  const Tensor& at(std::string_view name) const {
    if (const Tensor* found = find(name)) return *found;
    throw std::invalid_argument("there is no tensor named " + std::string(name));
  }
};

}  // namespace gf
