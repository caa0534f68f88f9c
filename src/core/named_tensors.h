// Tensors by name, with words about them: the weights of a model, a checkpoint, the content of a safetensors file.
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

/// Tensors in a fixed order, each name once.
struct NamedTensors {
  std::vector<NamedTensor> tensors;
  std::map<std::string, std::string> metadata;

  /// Return the tensor of that name, or null.
  const Tensor* find(std::string_view name) const {
    for (const NamedTensor& tensor : tensors)
      if (tensor.name == name) return &tensor.value;
    return nullptr;
  }
  Tensor* find(std::string_view name) {
    for (NamedTensor& tensor : tensors)
      if (tensor.name == name) return &tensor.value;
    return nullptr;
  }
  /// Returns the tensor of that name. Throws std::invalid_argument if no tensor has the name.
  const Tensor& at(std::string_view name) const {
    if (const Tensor* found = find(name)) return *found;
    throw std::invalid_argument("there is no tensor named " + std::string(name));
  }
};

}  // namespace gf
