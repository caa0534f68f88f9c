// A frozen computation: every node with its value, ready to be drawn, explained and exported.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/cell_reference.h"
#include "core/gradient_of.h"
#include "core/op_code.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/document.h"

namespace gf {

struct Explanation;  // core/explanation.h

/// The kind of a node, as far as a picture of it depends on that.
enum class NodeKind {
  other,
  parameter,  // what a model learns, or an input in its place
  looked_up,  // rows of the table that is its first input
  weights,    // what a softmax gave: shares of 1 along each row or column
  masked,     // its own −∞ are where a mask hides cells
  row_sums,   // one column: the sums of the rows of its only input
  sum,        // of two nodes, cell by cell: x + y
};

/// Facts of a node. Nothing computed from its value is claimed: a pinned softmax cell shows in its row's sum.
struct Facts {
  NodeKind kind = NodeKind::other;
  float least = 0, most = 0;    // over the finite values; 0 where there are none
  bool zeros_and_ones = false;  // it holds nothing else, and both: a mask, a one-hot row
  Index not_finite = 0;         // how many NaN or infinite values (a mask's own −∞ are not counted)
  std::vector<float> sums;      // softmax: the sum of each row (or column) that it normalised, matrix after matrix
  bool sums_of_columns = false;
};

/// A cell whose published value differs. `slip` is `lessons.<id>.slips.<slip>` of the texts.
struct Mark {
  Cell cell;
  float published = 0;
  float corrected = 0;
  std::string slip;
};

/// An attribute of an op beside its operands, as its field calls it: "beta" 2, "along" "columns", "ids" of a look-up, "mask" of 0 and 1.
struct TraceAttribute {
  using Value =
      std::variant<bool, std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<double>, std::shared_ptr<const Tensor>>;
  std::string name;
  Value value;
};

struct TraceNode {
  std::string name;     // "encoder.0.query"
  std::string op;       // "matmul"
  std::string formula;  // "input · w_q"
  std::vector<TraceAttribute> attributes;
  std::vector<int> inputs;
  std::shared_ptr<const Tensor> value;
  Axis outer, rows, cols;
  std::vector<Pin> pins;
  Facts facts;
  std::string input;        // the lesson's input that this node shows and edits ("w_q"); empty for computed nodes
  std::vector<Mark> marks;  // published values that differ
  bool trained = false;     // a weight of the lesson's training run: its cells are set there, not pinned
  GradientOf gradient;      // of which node this is the gradient, by its place in Trace::nodes
};

/// The role of a node in the view of its panel, if their order does not tell.
enum class PanelRole {
  // Roles in a plane:
  points,           // (N, ≥ 2); they can be dragged where they are an input, or rows of one that were looked up
  weights,          // (N, N), how much row i is pulled by column j, drawn as arrows; (M, N) with the labels of the points that are pulled
  moved,            // (N, ≥ 2), where the points go: several, in order, are a trail; the weights belong to its last step
  moved_otherwise,  // a second trail from the same points
  transformation,   // (2, 2), the grid and unit vectors that x ↦ M x makes, which can be dragged where it is an input
  projection,       // (2, 2), the same of x ↦ x W
  // Roles in a shortlist, whose nodes are columns (N, 1):
  column,  // numbers
  shares,  // numbers with a bar beside each
  kept,    // 0 where a row is cut: it is crossed out
  drawn,   // 1 in the row that was drawn
};

/// One place among the panels of a lesson. Panels stand in the order in which data flows; `section` heads a group of them
/// (`lessons.<id>.sections.<section>` of the texts). A section with dots ("encoder.0.self_attention") stands inside the sections
/// before its dots, and all of these can be folded. A panel that shows several nodes names them all:
/// softmax_rows has {scores, exponentials, probabilities}; tokens has {embeddings}.
struct Panel {
  View view = View::matrix;
  std::vector<std::string> nodes;
  std::string section;
  std::vector<PanelRole> roles = {};  // of the nodes; empty where the view needs none
};

/// A block of the architecture map: a clickable picture of where the sections stand in the model.
struct MapBlock {
  std::string section;             // of the panels that it stands for; "encoder.0" frames "encoder.0.self_attention"
  std::string kind;                // "stack", "block", "embedding", "self_attention", "cross_attention", "feed_forward", "output", "loss"
  std::vector<std::string> reads;  // sections of blocks whose result it reads
};

/// Words about the whole trace, as a problem-like id with words (`lessons.<id>.notes.<id>` of the texts).
using Note = Problem;

/// A lesson's reply to the code that the reader wrote into a text input.
struct CodeReply {
  std::vector<std::string> before;  // lines that are given above it
  std::string name;                 // that the code is to make: "scores"
  Problem said;                     // `lessons.<id>.notes.<id>` of the texts
  bool right = false;               // it makes what it is to make
  bool unfinished = false;          // it ends too early, as while it is being typed
  std::size_t begin = 0, end = 0;   // the bytes that are wrong
  std::string answer;               // one way to write it
  std::string program;              // all of it, with its numbers: it runs as it stands
};

struct Trace {
  std::string lesson;
  Inputs inputs;                 // all of them, defaults filled in
  std::vector<TraceNode> nodes;  // in the order of computation
  std::vector<Panel> panels;
  std::vector<MapBlock> map;  // empty where the lesson has no map; in the order of data flow
  std::vector<Note> notes;
  std::map<std::string, std::vector<std::string>> words;       // by text input: those that it may have, where only some are known
  std::map<std::string, std::vector<std::string>> next_words;  // by text input: those that it could go on with
  std::map<std::string, CodeReply> replies;                    // by text input: what is said to the code in it
  std::optional<CellReference> first_not_finite;               // where NaN or an infinity first appeared
  /// Explains one cell. Cheap, reads only frozen values, callable from any thread.
  std::function<Explanation(int node, const Cell& cell)> explain;
  /// The op of a node in Python (code.h); as cheap, and as free.
  std::function<OpCode(int node)> code;

  int find(std::string_view name) const;  // -1 where there is none
  /// By its place in `nodes`, as find gives it.
  const TraceNode& node(int place) const { return nodes[static_cast<std::size_t>(place)]; }
  TraceNode& node(int place) { return nodes[static_cast<std::size_t>(place)]; }
  /// Throws InputError "unknown_node" where there is none of that name; `where` says what asked for it.
  const TraceNode& at(std::string_view name, std::string_view where = "node") const;
};

/// How much of a trace is told: one that looks into a language model has a million values.
struct TraceExtent {
  std::vector<std::string> only = {};                     // just the nodes of these names; empty: all
  Index most_values = std::numeric_limits<Index>::max();  // of a node with more, the sums of its rows and of its columns stand for them
  bool has(std::string_view node) const { return only.empty() || std::find(only.begin(), only.end(), node) != only.end(); }
};

/// {"lesson", "inputs", "nodes": [...], "notes": [...]}, field by field in TRACE.md. Infinities are the strings "inf" and "-inf", NaN is
/// null.
nlohmann::json to_json(const Trace& trace, const TraceExtent& extent = {});
nlohmann::json to_json(const Explanation& explanation, const Trace& trace);

}  // namespace gf
