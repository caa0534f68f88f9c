// The number of parameters in a model: rows times columns times copies, for each kind of matrix.
#include "autograd/ops.h"
#include "core/nth.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

const std::vector<std::string> kPartNames = {"@tables", "@attention", "@feed_forward", "@rest"};

Axis names_of(const std::vector<MatrixKind>& kinds) {
  std::vector<std::string> names;
  for (const MatrixKind& kind : kinds) names.emplace_back(kind.name);
  return keyed_axis("matrices", std::move(names));
}

Tensor sizes_of(const std::vector<MatrixKind>& kinds) {
  Tensor sizes(matrix_shape(std::ssize(kinds), 3));
  for (Index row = 0; row < sizes.rows(); ++row) {
    const MatrixKind& kind = nth(kinds, row);
    sizes.at(row, 0) = static_cast<float>(kind.rows);
    sizes.at(row, 1) = static_cast<float>(kind.columns);
    sizes.at(row, 2) = static_cast<float>(kind.copies);
  }
  return sizes;
}

// Returns a 1 for each kind in the column of its part, (kinds, parts).
Tensor parts_of(const std::vector<MatrixKind>& kinds) {
  Tensor parts(matrix_shape(std::ssize(kinds), kModelParts));
  for (Index row = 0; row < parts.rows(); ++row) parts.at(row, static_cast<Index>(nth(kinds, row).part)) = 1;
  return parts;
}

// Appends the size of the shipped language model in millions, and how many times larger the model is.
void append_ours(Tape& tape, NodeId total) {
  const double ours = static_cast<double>(numbers_learned(*known_shape("tales"))) / 1e6;
  const NodeId shipped = given_number(tape, ours, Label("ours", "996,864 / 10⁶").with_cols({"", {"10⁶"}}));
  divide(tape, total, shipped, Label("times").with_cols(keyed_axis("", {"@times_as_large"})));
}

}  // namespace

NodeId given_number(Tape& tape, double value, Label label) {
  return constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(value)), std::move(label));
}

ModelNodes append_model(LessonBuild& out, const ModelShape& shape) {
  Tape& tape = out.tape;
  const std::vector<MatrixKind> kinds = matrix_kinds(shape);
  const Axis names = names_of(kinds), millions{"", {"10⁶"}};
  const NodeId sizes =
      constant(tape, sizes_of(kinds),
               Label("shapes", "@rows_columns_how_many").with_rows(names).with_cols(keyed_axis("", {"@rows", "@columns", "@how_many"})));
  const NodeId rows = slice(tape, sizes, 0, 1, "rows"), columns = slice(tape, sizes, 1, 2, "columns");
  const NodeId copies = slice(tape, sizes, 2, 3, "how_many");
  ModelNodes nodes;
  const NodeId million = given_number(tape, 1e6, Label("million", "10⁶"));
  const NodeId product = multiply(tape, rows, columns, Label("product").with_cols(keyed_axis("", {"@numbers"})));
  const NodeId of_copy = divide(tape, product, million, Label("one").with_cols(millions));
  const NodeId parameters = multiply(tape, of_copy, copies, Label("parameters").with_cols(millions));
  nodes.total = sum(tape, parameters, Along::columns, Label("total").with_cols(millions));
  const NodeId share = divide(tape, parameters, nodes.total, Label("share").with_cols({"share", {}}));
  const NodeId belongs =
      constant(tape, parts_of(kinds), Label("belongs", "@matrix_belongs_to_part").with_rows(names).with_cols(keyed_axis("", kPartNames)));
  matmul_tn(tape, share, belongs,
            Label("by_part", "shareᵀ · belongs").with_rows(keyed_axis("", {"@all"})).with_cols(keyed_axis("", kPartNames)));
  append_ours(tape, nodes.total);

  out.show(View::matrix, "shapes", "model");
  out.show(View::matrix, "one", "model");
  out.show_together(View::treemap, {"ours", "parameters"}, "model");
  out.show(View::matrix, "parameters", "model");
  out.show(View::ranking, "parameters", "model");
  out.show(View::matrix, "total", "model");
  out.show(View::likeliest, "by_part", "model");
  out.show(View::matrix, "by_part", "model");
  out.show(View::matrix, "times", "model");
  return nodes;
}

}  // namespace gf::scaling_lesson
