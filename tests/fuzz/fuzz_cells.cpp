#include <cmath>

#include "cli/arguments.h"
#include "core/block.h"
#include "core/number.h"
#include "core/number_text.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "session/edits.h"

namespace gf::test {
namespace {

void check_number(const std::string& text) {
  double value = 0;
  if (!taken([&] { value = parse_number(text, "it"); })) return;
  expect(std::isfinite(value) && std::isfinite(static_cast<float>(value)), "a number that was typed is finite");
  expect(std::isfinite(parse_number(format_number(value), "it")), "a number that is shown can be typed");
}

// A lesson that cells are pasted into. A process computes its trace once.
struct Pasted {
  explicit Pasted(const char* lesson) : document{lesson}, trace(run_lesson(document)) {}
  Document document;
  Trace trace;
};

void paste(const std::string& text, std::uint8_t choice) {
  static const Pasted softmax("softmax"), spaces("spaces");
  const auto& [document, trace] = choice % 2 == 0 ? softmax : spaces;
  const TraceNode& node = trace.nodes[choice % trace.nodes.size()];
  taken([&] {
    const Tensor block = parse_block(text, "it");
    for (Index i = 0; i < block.size(); ++i) expect(std::isfinite(block.data()[i]), "cells that were pasted are finite");
    run_lesson(with_pasted_cells(lesson_named(document.lesson), document, trace, {node.name, {0, 0, 0}, text}));
  });
  taken([&] { run_lesson(with_typed_cell(lesson_named(document.lesson), document, trace, {node.name, {0, 0, 0}, text})); });
}

void arguments(const std::string& text) {
  const LessonInfo& lesson = lesson_named("softmax").info;
  taken([&] {
    Document document{lesson.id};
    set_argument(lesson, "z=" + text, document.inputs);
    run_lesson(document);
  });
  taken([&] {
    Document document{lesson.id};
    set_argument(lesson, text, document.inputs);
  });
  taken([&] { pin_argument(text); });
  taken([&] { cell_argument("--cell", text); });
}

}  // namespace

int fuzz_cells(const std::uint8_t* data, std::size_t size, Checks) {
  if (size == 0) return 0;
  const std::string text(text_of(data + 1, size - 1));
  check_number(text);
  paste(text, data[0]);
  arguments(text);
  return 0;
}

}  // namespace gf::test
