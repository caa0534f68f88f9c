// Computes the block of src/lessons/backpropagation/BACKPROPAGATION.md and the gradients that it derives, with plain loops in double
// precision. The code uses none of the program's ops or kernels, and no tape.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gf::test {

using Table = std::vector<std::vector<double>>;

inline Table zeros(std::size_t rows, std::size_t cols) { return Table(rows, std::vector<double>(cols, 0.0)); }

inline Table times(const Table& a, const Table& b) {
  Table c = zeros(a.size(), b[0].size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b[0].size(); ++j)
      for (std::size_t k = 0; k < b.size(); ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline Table turned(const Table& a) {
  Table t = zeros(a[0].size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[0].size(); ++j) t[j][i] = a[i][j];
  return t;
}

inline Table plus(const Table& a, const Table& b, double factor = 1) {
  Table c = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[0].size(); ++j) c[i][j] += factor * b[i][j];
  return c;
}

inline Table scaled(const Table& a, double factor) { return plus(zeros(a.size(), a[0].size()), a, factor); }

inline Table row_softmax(const Table& z) {
  Table p = z;
  for (std::vector<double>& row : p) {
    double total = 0;
    for (double& value : row) {
      value = std::exp(value);
      total += value;
    }
    for (double& value : row) value /= total;
  }
  return p;
}

/// Returns the standard deviation of a row without an epsilon, as BACKPROPAGATION.md defines it.
inline double deviation(const std::vector<double>& row) {
  double mean = 0, square = 0;
  for (const double value : row) mean += value / static_cast<double>(row.size());
  for (const double value : row) square += (value - mean) * (value - mean) / static_cast<double>(row.size());
  return std::sqrt(square);
}

inline Table row_norm(const Table& x) {
  Table y = x;
  for (std::vector<double>& row : y) {
    const double sigma = deviation(row);
    double mean = 0;
    for (const double value : row) mean += value / static_cast<double>(row.size());
    for (double& value : row) value = (value - mean) / sigma;
  }
  return y;
}

/// Returns J a for each row p of `weights` and a of `gradient`, with J = diag(p) - p pᵀ written out as a matrix.
inline Table through_softmax(const Table& weights, const Table& gradient) {
  Table result = zeros(weights.size(), weights[0].size());
  for (std::size_t r = 0; r < weights.size(); ++r)
    for (std::size_t i = 0; i < weights[r].size(); ++i)
      for (std::size_t j = 0; j < weights[r].size(); ++j)
        result[r][i] += ((i == j ? weights[r][i] : 0) - weights[r][i] * weights[r][j]) * gradient[r][j];
  return result;
}

/// Multiplies each row of `gradient` by the Jacobian of the norm, ([i = j] - 1/d - y_i y_j / d) / σ written out as a matrix.
inline Table through_norm(const Table& x, const Table& y, const Table& gradient) {
  Table result = zeros(x.size(), x[0].size());
  const double d = static_cast<double>(x[0].size());
  for (std::size_t r = 0; r < x.size(); ++r)
    for (std::size_t i = 0; i < x[r].size(); ++i)
      for (std::size_t j = 0; j < x[r].size(); ++j)
        result[r][i] += ((i == j ? 1.0 : 0.0) - 1 / d - y[r][i] * y[r][j] / d) / deviation(x[r]) * gradient[r][j];
  return result;
}

struct Block {
  Table x, position, w_q, w_k, w_v, w, targets;  // position: zeros if positions are off; targets: one-hot
  bool residual_of_input = false, norm = true;
};

/// Returns every value and every gradient of the block, by the name of its node.
inline std::map<std::string, Table> closed_forms(const Block& b) {
  std::map<std::string, Table> m;
  const double n = static_cast<double>(b.x.size());
  const double root = std::sqrt(static_cast<double>(b.w_q[0].size()));
  const Table& z = m["input"] = plus(b.x, b.position);
  const Table& q = m["query"] = times(z, b.w_q);
  const Table& k = m["key"] = times(z, b.w_k);
  const Table& v = m["value"] = times(z, b.w_v);
  m["dot_products"] = times(q, turned(k));
  m["scores"] = scaled(m["dot_products"], 1 / root);
  const Table& a = m["weights"] = row_softmax(m["scores"]);
  m["output"] = times(a, v);
  const Table& r = m["residual"] = plus(m["output"], b.residual_of_input ? z : b.x);
  const Table last = b.norm ? row_norm(r) : r;
  if (b.norm) m["norm"] = last;
  m["logits"] = times(last, b.w);
  const Table& y = m["probabilities"] = row_softmax(m["logits"]);
  m["losses"] = zeros(b.x.size(), 1);
  m["loss"] = zeros(1, 1);
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < y[i].size(); ++j) m["losses"][i][0] -= b.targets[i][j] * std::log(y[i][j]);
    m["loss"][0][0] += m["losses"][i][0] / n;
  }

  m["d_loss"] = {{1}};
  m["d_losses"] = Table(b.x.size(), {1 / n});
  const Table& d_logits = m["d_logits"] = scaled(plus(y, b.targets, -1), 1 / n);
  m["d_w"] = times(turned(last), d_logits);
  const Table d_last = times(d_logits, turned(b.w));
  if (b.norm) m["d_norm"] = d_last;
  const Table& d_residual = m["d_residual"] = b.norm ? through_norm(r, last, d_last) : d_last;
  m["d_output"] = d_residual;
  m["d_value"] = times(turned(a), d_residual);
  m["d_weights"] = times(d_residual, turned(v));
  m["d_scores"] = through_softmax(a, m["d_weights"]);
  m["d_dot_products"] = scaled(m["d_scores"], 1 / root);
  m["d_query"] = times(m["d_dot_products"], k);
  m["d_key"] = times(turned(m["d_dot_products"]), q);
  m["d_w_q"] = times(turned(z), m["d_query"]);
  m["d_w_k"] = times(turned(z), m["d_key"]);
  m["d_w_v"] = times(turned(z), m["d_value"]);
  m["d_input"] = plus(plus(times(m["d_query"], turned(b.w_q)), times(m["d_key"], turned(b.w_k))), times(m["d_value"], turned(b.w_v)));
  m["d_x"] = plus(m["d_input"], d_residual);
  if (b.residual_of_input) m["d_input"] = m["d_x"];
  return m;
}

}  // namespace gf::test
