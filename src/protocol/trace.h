// A trace: a frozen computation with the value of every node, ready to be drawn, explained and exported. lessons/run.h makes a trace from a
// document.
#pragma once

#include <algorithm>
#include <cstddef>
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
#include "core/nth.h"
#include "core/op_code.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/document.h"

namespace gf {

struct Explanation;  // core/explanation.h

/// The kind of a node, for views and sentences that depend on it.
enum class NodeKind {
  other,
  parameter,  // a weight, or an input in place of a weight
  looked_up,  // rows of the table that is the first operand
  weights,    // shares with the sum 1 along each row or column: of a softmax, of rows divided by their sums, or of a mean of shares
  masked,     // −∞ stands where the mask hides cells
  row_sums,   // one column: the sums of the rows of the only operand
  sum,        // x + y, cell by cell
};

/// Facts about the value of a node. They are computed from the value, so a pinned cell changes the sum of its row.
struct Facts {
  NodeKind kind = NodeKind::other;
  float least = 0, most = 0;     // of the finite values; 0 if there are none
  bool zeros_and_ones = false;   // all values are 0 or 1, and both occur: a mask, a one-hot row
  Index not_finite = 0;          // the number of NaN and infinite values, without the −∞ of a mask
  std::vector<float> sums;       // NodeKind::weights: the sum of each row, matrix after matrix; otherwise empty
  bool sums_of_columns = false;  // `sums` has the sum of each column instead
};

/// A cell whose published value differs. The reason is `lessons.<id>.slips.<slip>` of the texts.
struct Mark {
  Cell cell;
  float published = 0;
  float corrected = 0;
  std::string slip;
};

/// An attribute of an op, with the name that TRACE.md lists: "beta" 2, "along" "columns", "ids" of a look-up, "mask" of 0 and 1.
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
  std::vector<int> inputs;  // the operands, as indices of Trace::nodes
  std::shared_ptr<const Tensor> value;
  Axis outer, rows, cols;
  std::vector<Pin> pins;
  Facts facts;
  std::string input;        // the lesson's input that this node shows and edits ("w_q"); empty for computed nodes
  std::vector<Mark> marks;  // published values that differ
  bool trained = false;     // a weight of the lesson's training run: an edit sets the weight of the run in place of a pin
  GradientOf gradient;      // the node whose gradient this node is, as an index of Trace::nodes
};

/// The role of a node in its panel, if the order of the nodes does not tell it.
enum class PanelRole {
  // Roles in a plane of N points:
  points,           // (N, ≥ 2); the reader can drag them if they are an input, or rows that were looked up in an input
  weights,          // (N, N): column j pulls row i by so much, drawn as arrows; (M, N): the labels name the points that are pulled
  moved,            // (N, ≥ 2): where the points go; several nodes in order are a trail, and the weights belong to its last step
  moved_otherwise,  // a second trail from the same points
  transformation,   // (2, 2): the grid and unit vectors after x ↦ M x; the reader can drag them if M is an input
  projection,       // (2, 2): likewise for x ↦ x W
  // Roles in a shortlist of columns (N, 1):
  column,  // numbers
  shares,  // numbers with a bar beside each
  kept,    // 0 in the rows that are cut off, which are crossed out
  drawn,   // 1 in the row that was sampled
};

/// A panel of a lesson, which shows one or several nodes. Panels stand in the order of data flow.
/// Example: {View::softmax_rows, {"scores", "exponentials", "probabilities"}, "weights"}.
struct Panel {
  View view = View::matrix;
  std::vector<std::string> nodes;
  /// A group of panels that can be folded, with its title `lessons.<id>.sections.<section>` of the texts. "encoder.0.self_attention" stands
  /// inside "encoder.0", which stands inside "encoder".
  std::string section;
  std::vector<PanelRole> roles = {};  // of the nodes; empty if the view has no roles
};

/// A block of the architecture map: a clickable picture of the sections of a model.
struct MapBlock {
  std::string section;  // of its panels; the block of "encoder.0" is drawn around the block of "encoder.0.self_attention"
  /// "stack", "block", "embedding", "self_attention", "cross_attention", "feed_forward", "norm", "output" or "loss".
  std::string kind;
  std::vector<std::string> reads;  // the sections of the blocks whose results this block reads
};

/// A message about the whole trace: `lessons.<id>.notes.<id>` of the texts, with words.
using Note = Problem;

/// A lesson's reply to the code that the reader typed into a text input.
struct CodeReply {
  std::vector<std::string> before;  // given lines above the code
  std::string name;                 // the variable that the code has to compute: "scores"
  Problem said;                     // the message: `lessons.<id>.notes.<id>` of the texts
  bool right = false;               // the variable has the right value
  bool unfinished = false;          // the code ends too early, as it does while it is typed
  std::size_t begin = 0, end = 0;   // the wrong bytes
  std::string answer;               // one right solution
  std::string program;              // a complete Python program with all numbers
};

struct Trace {
  std::string lesson;
  Inputs inputs;                 // all inputs, with their defaults
  std::vector<TraceNode> nodes;  // in the order of computation
  std::vector<Panel> panels;
  std::vector<MapBlock> map;  // in the order of data flow; empty if the lesson has no map
  std::vector<Note> notes;
  std::map<std::string, std::vector<std::string>> words;       // by text input: the words that the lesson knows, if it knows only some
  std::map<std::string, std::vector<std::string>> next_words;  // by text input: words that can follow the text
  std::map<std::string, CodeReply> replies;                    // by text input with code
  std::optional<CellReference> first_not_finite;               // the first NaN or infinity, without the −∞ of a mask
  /// Explains one cell. Cheap, reads only frozen values, callable from any thread.
  std::function<Explanation(int node, const Cell& cell)> explain;
  /// Returns the op of a node in Python (core/op_code.h). Cheap, reads only frozen values, callable from any thread.
  std::function<OpCode(int node)> code;

  /// Returns the index of a node in `nodes`, or -1 if there is no such node.
  int find(std::string_view name) const;
  const TraceNode& node(int index) const { return nth(nodes, index); }
  TraceNode& node(int index) { return nth(nodes, index); }
  /// Returns a node by its name. Throws InputError "unknown_node" if there is none; `where` names what asked for the node.
  const TraceNode& at(std::string_view name, std::string_view where = "node") const;
};

/// The part of a trace that to_json tells. The trace of a language model has a million values.
struct TraceExtent {
  std::vector<std::string> only = {};                     // the names of the nodes; empty: all nodes
  Index most_values = std::numeric_limits<Index>::max();  // a node with more values has the sums of its rows and columns instead
  bool has(std::string_view node) const { return only.empty() || std::find(only.begin(), only.end(), node) != only.end(); }
};

/// Returns {"lesson", "inputs", "nodes": [...], "notes": [...]} and, if there is a NaN or infinity, "first_not_finite". TRACE.md explains
/// each field. Infinities are the strings "inf" and "-inf", and NaN is null.
nlohmann::json to_json(const Trace& trace, const TraceExtent& extent = {});
nlohmann::json to_json(const Explanation& explanation, const Trace& trace);

}  // namespace gf
