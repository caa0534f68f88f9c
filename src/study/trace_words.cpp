#include "study/trace_words.h"

#include <utility>

#include "core/explanation.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {
namespace {

void put_words(Axis& axis, const Texts& texts) {
  if (axis.keys.empty()) return;
  axis.labels = {};
  for (const std::string& key : axis.keys) axis.labels.push_back(texts.keyed("labels", key));
}

// Replaces the formula in the symbols of a cell, which are "CELL = FORMULA" or empty.
std::string symbols_in_words(const std::string& symbols, const Texts& texts) {
  constexpr std::string_view kEquals = " = ";
  const std::size_t equals = symbols.find(kEquals);
  if (equals == std::string::npos) return symbols;
  const std::size_t formula = equals + kEquals.size();
  return symbols.substr(0, formula) + texts.keyed("formulas", std::string_view(symbols).substr(formula));
}

}  // namespace

void put_words(Trace& trace, const Texts& texts) {
  for (TraceNode& node : trace.nodes) {
    for (Axis* axis : {&node.outer, &node.rows, &node.cols}) put_words(*axis, texts);
    node.formula = texts.keyed("formulas", node.formula);
  }
  trace.explain = [explain = std::move(trace.explain), &texts](int node, const Cell& cell) {
    Explanation explanation = explain(node, cell);
    explanation.formula = texts.keyed("formulas", explanation.formula);
    explanation.symbols = symbols_in_words(explanation.symbols, texts);
    explanation.right_side = texts.keyed("formulas", explanation.right_side);
    return explanation;
  };
}

}  // namespace gf
