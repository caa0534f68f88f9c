#include "lessons/language/checkpoint_names.h"

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "model/parameters.h"
#include "model/transformer.h"

namespace gf {
namespace {

// The tensors of GPT-2 with 124 million parameters (Radford et al. 2019), by their names in model.safetensors of openai-community/gpt2. Its
// matrices have a row for each input, as those of this program.
struct NamedShape {
  const char* name;
  Index rows, cols;
};
constexpr NamedShape kGpt2[] = {{"wte.weight", 50257, 768},
                                {"wpe.weight", 1024, 768},
                                {"h.0.attn.c_attn.weight", 768, 3 * 768},
                                {"h.0.attn.c_proj.weight", 768, 768},
                                {"h.0.mlp.c_fc.weight", 768, 4 * 768},
                                {"h.0.mlp.c_proj.weight", 4 * 768, 768}};

bool is_of_later_block(const std::string& name) {
  const std::string_view decoder = "decoder.";
  return name.starts_with(decoder) && name.size() > decoder.size() && name[decoder.size()] >= '1' && name[decoder.size()] <= '9';
}

void append_shapes(LessonBuild& out, const std::vector<std::string>& names, const std::vector<ParameterSpec>& specs,
                   const std::string& prefix) {
  Tape& tape = out.tape;
  Tensor rows(matrix_shape(std::ssize(specs), 1)), cols(matrix_shape(std::ssize(specs), 1));
  for (std::size_t i = 0; i < specs.size(); ++i) {
    rows.at(static_cast<Index>(i), 0) = static_cast<float>(specs[i].rows);
    cols.at(static_cast<Index>(i), 0) = static_cast<float>(specs[i].cols);
  }
  const Axis tensors{"tensors", names};
  const auto column = [&](const char* name, const char* key) {
    return Label(prefix + name).with_rows(tensors).with_cols(keyed_axis("", {key}));
  };
  const NodeId height = constant(tape, std::move(rows), column("rows", "@rows")),
               width = constant(tape, std::move(cols), column("cols", "@columns"));
  const NodeId shapes =
      concat(tape, {height, width}, Label(prefix + "shapes").with_rows(tensors).with_cols(keyed_axis("", {"@rows", "@columns"})));
  const NodeId numbers = multiply(tape, height, width, column("numbers", "@numbers"));
  out.show(View::matrix, shapes, "checkpoint");
  out.show(View::matrix, numbers, "checkpoint");
}

}  // namespace

void append_checkpoint_names(LessonBuild& out, const TransformerConfig& config) {
  const auto scope = out.tape.scope("checkpoint");
  std::vector<std::string> names;
  std::vector<ParameterSpec> specs;
  for (const ParameterSpec& spec : parameter_specs(config)) {
    if (spec.rows == 1 || is_of_later_block(spec.name)) continue;
    names.push_back(spec.name);
    specs.push_back(spec);
  }
  append_shapes(out, names, specs, "");
  names.clear();
  specs.clear();
  for (const NamedShape& tensor : kGpt2) {
    names.push_back(tensor.name);
    ParameterSpec& spec = specs.emplace_back();
    spec.rows = tensor.rows;
    spec.cols = tensor.cols;
  }
  append_shapes(out, names, specs, "gpt2_");
}

}  // namespace gf
