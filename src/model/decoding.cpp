#include "model/decoding.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "autograd/ops.h"
#include "core/kernels.h"
#include "core/nth.h"

namespace gf {
namespace {

constexpr Index kLeastRoom = 32;  // rows of a new cache; a full cache grows by half

Tensor rows_of(Index rows, Index cols) { return Tensor::uninitialised(matrix_shape(rows, cols)); }

void add_all(Tensor& x, const Tensor& y) { add_to(x.data(), y.data(), y.cols(), x.rows(), x.cols()); }

// Returns the first `length` rows of each head of `heads` (H, room, D), as (H, length, D), or (length, D) with one head.
std::shared_ptr<const Tensor> first_rows(const Tensor& heads, Index length) {
  const Shape& shape = heads.shape();
  auto rows =
      std::make_shared<Tensor>(Tensor::uninitialised({shape.matrices() > 1 ? shape.outer : std::vector<Index>{}, length, shape.cols}));
  for (Index head = 0; head < shape.matrices(); ++head) std::copy_n(heads.matrix(head), length * shape.cols, rows->matrix(head));
  return rows;
}

// Copies rows of heads side by side, (T, H · D), below the first `length` rows of each head of `heads` (H, room, D).
void put_below(const Tensor& channels, Tensor& heads, Index length) {
  const Index width = heads.cols();
  for (Index head = 0; head < heads.shape().matrices(); ++head)
    for (Index row = 0; row < channels.rows(); ++row) std::copy_n(channels.row(row) + head * width, width, heads.row(head, length + row));
}

}  // namespace

Decoding::Decoding(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, WeightFormat format)
    : config_(std::move(config)), weights_(std::move(weights)), format_(format) {
  if (config_.architecture != Architecture::decoder_only || !config_.causal)
    throw std::invalid_argument("[decoding] only a decoder that sees no later token keeps what it has read");
}

void Decoding::check(const std::vector<int>& tokens) const {
  if (tokens.empty()) throw std::invalid_argument("[decoding] there is nothing to read");
  for (const int id : tokens)
    if (id < 0 || id >= config_.vocabulary)
      throw ShapeError("[decoding] id " + std::to_string(id) + " is outside the " + std::to_string(config_.vocabulary) +
                       " rows of the table");
  const Index read = length_ + std::ssize(tokens);
  if (config_.positions == Positions::learned && read > config_.longest)
    throw std::invalid_argument("[decoding] " + std::to_string(read) + " tokens, but the position table ends at " +
                                std::to_string(config_.longest));
}

void Decoding::prepare(Index rows) {
  if (format_ == WeightFormat::int8) {
    if (!by_place_)
      by_place_ = std::make_shared<const DecoderWeights>(config_, weights_, NamedPanels{}, int8_panels_of(config_, *weights_));
    return;
  }
  const bool pack = !packed_ && length_ > 0 && ColumnPanels::serve(rows);
  if (!by_place_ || pack)
    by_place_ = std::make_shared<const DecoderWeights>(config_, weights_, pack ? panels_of(config_, *weights_) : NamedPanels{});
  packed_ = packed_ || pack;
}

Tensor Decoding::input(const std::vector<int>& tokens) const {
  const auto rows = std::ssize(tokens);
  Tensor x = rows_of(rows, config_.width);
  for (Index t = 0; t < rows; ++t) std::copy_n(by_place_->token_table->row(nth(tokens, t)), config_.width, x.row(t));
  if (config_.scaled_embeddings) scale(x.data(), std::sqrt(static_cast<float>(config_.width)), x.data(), x.size());
  if (config_.positions == Positions::learned)
    add_to(x.data(), by_place_->position_table->row(length_), config_.width, rows, config_.width);
  if (config_.positions == Positions::sinusoidal) {
    Tape tape;
    const Tensor& table = tape.value(position_encoding(tape, length_ + rows, position_exponents(config_.width), "positions"));
    add_to(x.data(), table.row(length_), config_.width, rows, config_.width);
  }
  return x;
}

Decoding::Cache& Decoding::writable(Index layer, Index tokens) {
  std::shared_ptr<Cache>& cache = nth(kept_, layer);
  const bool enough = cache && cache->keys.rows() >= tokens;
  if (enough && (cache.use_count() == 1 || cache->filled == length_)) {
    cache->filled = tokens;
    return *cache;
  }
  const Index room = enough ? cache->keys.rows() : std::max({kLeastRoom, tokens, length_ + length_ / 2});
  const Shape shape{{config_.heads}, room, config_.width / config_.heads};
  auto larger = std::make_shared<Cache>(Cache{Tensor::uninitialised(shape), Tensor::uninitialised(shape), tokens});
  if (cache)
    for (Index head = 0; head < config_.heads; ++head) {
      std::copy_n(cache->keys.matrix(head), length_ * shape.cols, larger->keys.matrix(head));
      std::copy_n(cache->values.matrix(head), length_ * shape.cols, larger->values.matrix(head));
    }
  cache = std::move(larger);
  return *cache;
}

// x = x + body(norm(x)), or x = norm(x + body(x)), without the parts that `config_` switches off.
template <typename Body>
void Decoding::sublayer(const NormWeights& norm, Tensor& x, Body&& body) const {
  Tensor in = rows_of(x.rows(), x.cols());
  const bool before = config_.norm == NormPlacement::before;
  if (before) norm.apply(x, in, config_.norm_epsilon);
  Tensor out = body(before ? in : x);
  if (config_.residual)
    add_all(x, out);
  else
    std::swap(x, out);
  if (config_.norm != NormPlacement::after) return;
  norm.apply(x, in, config_.norm_epsilon);
  std::swap(x, in);
}

void Decoding::self_attention(Index layer, Tensor& x) {
  const DecoderWeights::Block& weights = nth(by_place_->blocks, layer);
  const Index rows = x.rows(), width = config_.width, head_width = width / config_.heads;
  sublayer(weights.attention_norm, x, [&](const Tensor& in) {
    Tensor query = rows_of(rows, width), other = rows_of(rows, width);
    Cache& cache = writable(layer, length_ + rows);
    weights.k.apply(in, other);
    put_below(other, cache.keys, length_);
    weights.v.apply(in, other);
    put_below(other, cache.values, length_);
    weights.q.apply(in, query);
    causal_attention({query.data(), cache.keys.data(), cache.values.data(), cache.keys.shape().matrix_size(), config_.heads, head_width,
                      rows, length_ + rows, 1 / std::sqrt(static_cast<float>(head_width))},
                     other.data());
    if (!config_.output_projection) return other;
    weights.o.apply(other, query);
    return query;
  });
}

void Decoding::feed_forward(Index layer, Tensor& x) const {
  const DecoderWeights::Block& weights = nth(by_place_->blocks, layer);
  sublayer(weights.feed_forward_norm, x, [&](const Tensor& in) {
    Tensor hidden = rows_of(x.rows(), config_.hidden), out = rows_of(x.rows(), config_.width);
    weights.w_1.apply(in, hidden);
    if (config_.activation == Activation::relu) relu(hidden.data(), hidden.data(), hidden.size());
    if (config_.activation == Activation::gelu) gelu(hidden.data(), hidden.data(), hidden.size(), config_.gelu_tanh);
    weights.w_2.apply(hidden, out);
    return out;
  });
}

Tensor Decoding::logits(const Tensor& x) const {
  Tensor out = rows_of(x.rows(), config_.logits());
  const LinearWeights& output = by_place_->output;
  if (!config_.tied || output.rounded) {
    output.apply(x, out);
    return out;
  }
  gemm(x.data(), Transpose::no, by_place_->token_table->data(), Transpose::yes, out.data(), x.rows(), x.cols(), out.cols(), false);
  if (output.b) add_to(out.data(), output.b->data(), 0, out.rows(), out.cols());
  return out;
}

Tensor Decoding::read(const std::vector<int>& tokens) {
  check(tokens);
  const auto rows = std::ssize(tokens);
  prepare(rows);
  kept_.resize(static_cast<std::size_t>(config_.decoder_layers));
  Tensor x = input(tokens);
  for (Index layer = 0; layer < config_.decoder_layers; ++layer) {
    self_attention(layer, x);
    if (config_.feed_forward) feed_forward(layer, x);
  }
  length_ += rows;
  if (!config_.final_norm || config_.norm == NormPlacement::none) return logits(x);
  Tensor normed = rows_of(rows, config_.width);
  by_place_->norm.apply(x, normed, config_.norm_epsilon);
  return logits(normed);
}

void Decoding::keep_first(Index length) {
  if (length < 0 || length > length_)
    throw std::invalid_argument("[decoding] the first " + std::to_string(length) + " of " + std::to_string(length_) + " tokens");
  length_ = length;
}

std::vector<KeyValues> Decoding::kept() const {
  std::vector<KeyValues> blocks;
  if (length_ == 0) return blocks;
  for (const std::shared_ptr<Cache>& cache : kept_)
    blocks.push_back({first_rows(cache->keys, length_), first_rows(cache->values, length_)});
  return blocks;
}

double multiplications(const TransformerConfig& config, Index rows, Index seen) {
  const auto t = static_cast<double>(rows), s = static_cast<double>(seen), c = static_cast<double>(config.width);
  const double projections = (config.output_projection ? 4 : 3) * t * c * c, attention = 2 * t * s * c;
  const double feed_forward = config.feed_forward ? 2 * t * c * static_cast<double>(config.hidden) : 0;
  return static_cast<double>(config.decoder_layers) * (projections + attention + feed_forward) +
         t * c * static_cast<double>(config.logits());
}

}  // namespace gf
