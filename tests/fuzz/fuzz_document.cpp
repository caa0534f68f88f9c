#include <nlohmann/json.hpp>

#include "core/explanation.h"
#include "core/json_reader.h"
#include "export/export.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "protocol/link.h"
#include "protocol/look.h"

namespace gf::test {
namespace {

Explanation explain(const Trace& trace, std::size_t node, Index at) {
  const Shape& shape = trace.nodes[node].value->shape();
  const Index matrix = shape.matrix_size();
  return trace.explain(static_cast<int>(node), {at / matrix, at % matrix / shape.cols, at % shape.cols});
}

// Explains cells of two dozen nodes, spread from a node that the bytes choose: corners, and a cell that the bytes choose.
void explain_some(const Trace& trace, Choices& choices) {
  constexpr std::size_t kMostExplained = 24;
  const std::size_t apart = trace.nodes.size() / kMostExplained + 1;
  for (std::size_t i = choices.index(apart); i < trace.nodes.size(); i += apart) {
    const Tensor& value = *trace.nodes[i].value;
    if (value.size() == 0) continue;
    for (const Index corner : {Index{0}, value.size() - 1}) explain(trace, i, corner);
    const Index chosen = static_cast<Index>(choices.index(256)) % value.size();
    to_json(explain(trace, i, chosen), trace).dump();
  }
}

void compute(Document document, Choices& choices) {
  Trace trace;
  if (!taken([&] { trace = run_lesson(document, {}, source_files(document)); })) return;
  explain_some(trace, choices);
  const std::string chosen = trace.nodes[choices.index(trace.nodes.size())].name;
  to_json(trace, {.only = has_short_json(trace) ? std::vector<std::string>() : std::vector{chosen}})
      .dump();  // throws if a label or a note is not UTF-8
  constexpr ExportFormat kFormats[] = {ExportFormat::csv, ExportFormat::numpy, ExportFormat::torch, ExportFormat::latex};
  const Texts texts;
  taken([&] { export_trace(trace, kFormats[choices.index(std::size(kFormats))], texts, {.only = {chosen}}); });
  // Checks the document once more with held cells.
  for (std::size_t held = choices.index(4); held > 0; --held) {
    const TraceNode& node = trace.nodes[choices.index(trace.nodes.size())];
    const auto rows = static_cast<std::size_t>(node.value->rows()), cols = static_cast<std::size_t>(node.value->cols());
    document.pins.push_back(
        {node.name, {0, static_cast<Index>(choices.index(rows)), static_cast<Index>(choices.index(cols))}, choices.number()});
  }
  document.look.selection = Selection{trace.nodes[choices.index(trace.nodes.size())].name, {0, 0, static_cast<Index>(choices.index(8))}};
  if (!document.pins.empty()) taken([&] { explain_some(run_lesson(document, {}, source_files(document)), choices); });
  expect(to_json(decode_link(encode_link(document))) == to_json(document), "a link and back is the same document");
  const Look fitting = fitting_look(document.look, trace);
  expect(fitting_look(fitting, trace) == fitting, "what fits, fits");
}

}  // namespace

int fuzz_document(const std::uint8_t* data, std::size_t size, Checks) {
  if (size == 0) return 0;
  Choices choices(text_of(data, size));
  if (data[0] == '{') {
    taken([&] { compute(document_from_json(parse_json(choices.rest(), "document")), choices); });
  } else {
    taken([&] {
      const Document document = document_from(choices);
      compute(document, choices);
    });
  }
  return 0;
}

}  // namespace gf::test
