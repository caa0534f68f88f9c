#include "lessons/trace_attributes.h"

#include "core/enum_names.h"

namespace gf {
namespace {

using Value = TraceAttribute::Value;
using Tensors = std::shared_ptr<const Tensor>;

// Appends each field that it is called with.
struct FieldList {
  std::vector<TraceAttribute>& fields;

  void add(const char* name, Value value) const { fields.push_back({name, std::move(value)}); }

  void operator()(const char* name, bool value) const { add(name, value); }
  void operator()(const char* name, int value) const { add(name, std::int64_t{value}); }
  void operator()(const char* name, Index value) const { add(name, static_cast<std::int64_t>(value)); }
  void operator()(const char* name, float value) const { add(name, value); }
  void operator()(const char* name, Along value) const { add(name, std::string(name_in({"rows", "columns", "all"}, value))); }
  void operator()(const char* name, Extreme value) const { add(name, std::string(name_in({"largest", "least"}, value))); }
  void operator()(const char* name, const std::vector<int>& values) const {
    add(name, std::vector<std::int64_t>(values.begin(), values.end()));
  }
  void operator()(const char* name, const Tensors& tensor) const {
    if (tensor) add(name, tensor);
  }
  void operator()(const char* name, const std::vector<TokenPair>& pairs) const {
    auto rows = std::make_shared<Tensor>(Shape{{}, std::ssize(pairs), 2});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      rows->data()[2 * i] = static_cast<float>(pairs[i].left);
      rows->data()[2 * i + 1] = static_cast<float>(pairs[i].right);
    }
    add(name, Tensors(std::move(rows)));
  }
  void operator()(const char* name, const PositionExponents& exponents) const {
    std::vector<double> values;
    for (std::size_t c = 0; c < exponents.over.size(); ++c) values.push_back(exponents.at(static_cast<Index>(c)));
    add(name, std::move(values));
  }
  void operator()(const char*, const Shape&) const {}
};

}  // namespace

std::vector<TraceAttribute> trace_attributes(const Attributes& attributes) {
  std::vector<TraceAttribute> fields;
  for_each_field(attributes, FieldList{fields});
  return fields;
}

}  // namespace gf
