// Makes snapshots of lessons, for tests that draw them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "protocol/command.h"
#include "protocol/snapshot.h"
#include "protocol/step.h"
#include "session/edits.h"
#include "study/trace_words.h"

namespace gf::test {

inline Snapshot snapshot_of(Document document) {
  Snapshot snapshot;
  snapshot.revision = 1;
  snapshot.catalogue = make_catalogue();
  snapshot.trace = std::make_shared<const Trace>(run_with_files(document));
  snapshot.document = std::move(document);
  const Step* step = step_of(snapshot.lesson(), snapshot.document);
  snapshot.step_applied = !step || shows_example(snapshot.lesson(), snapshot.document, step->example);
  return snapshot;
}

inline Snapshot snapshot_of(const std::string& lesson, Inputs inputs = {}, std::vector<Pin> pins = {}) {
  return snapshot_of(Document{lesson, std::move(inputs), std::move(pins)});
}

/// Returns the snapshot of a session that went to a step of the document's lesson.
inline Snapshot snapshot_at(const Document& document, int step) {
  const LessonInfo& lesson = lesson_named(document.lesson).info;
  Snapshot snapshot = snapshot_of(at_step(lesson, document, step));
  snapshot.document = with_cell_of_step(lesson, std::move(snapshot.document), *snapshot.trace);
  return snapshot;
}

/// Returns the next snapshot after a session went from `snapshot` to a step.
inline Snapshot at_step_of(const Snapshot& snapshot, int step) {
  Snapshot next = snapshot_at(snapshot.document, step);
  next.revision = snapshot.revision + 1;
  return next;
}

/// Puts the words of the texts in the place of their keys, as a session does.
inline Snapshot in_words(Snapshot snapshot, const Texts& texts) {
  Trace trace = *snapshot.trace;
  put_words(trace, texts);
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

/// Renames the sections of the panels. Sections that `names` lacks keep their names.
inline Snapshot with_sections(Snapshot snapshot, const std::map<std::string, std::string>& names) {
  Trace trace = *snapshot.trace;
  for (Panel& panel : trace.panels)
    if (const auto name = names.find(panel.section); name != names.end()) panel.section = name->second;
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

/// Returns self-attention with its panels in nested sections, as a model of two blocks has them.
inline Snapshot nested_snapshot() {
  return with_sections(snapshot_of("self-attention"), {{"embedding", "encoder"},
                                                       {"projections", "encoder.0.self_attention"},
                                                       {"scores", "encoder.0.self_attention.inner"},
                                                       {"weights", "encoder.1"},
                                                       {"output", "output"}});
}

/// Carries out the commands that change only the look, as a session does: Fold, ChooseView, ShowMatrix and ShowScene.
inline void carry_out_looks(Snapshot& snapshot, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (const Fold* fold = std::get_if<Fold>(&command)) snapshot.document = with_fold(std::move(snapshot.document), *fold);
    if (const ChooseView* chosen = std::get_if<ChooseView>(&command)) snapshot.document = with_view(std::move(snapshot.document), *chosen);
    if (const ShowMatrix* shown = std::get_if<ShowMatrix>(&command))
      snapshot.document = with_matrix(std::move(snapshot.document), snapshot.trace.get(), *shown);
    if (const ShowScene* scene = std::get_if<ShowScene>(&command))
      snapshot.document = with_scene(std::move(snapshot.document), snapshot.trace.get(), *scene);
    ++snapshot.revision;
  }
}

/// Returns the snapshot with the scene of a node.
inline Snapshot in_scene(Snapshot snapshot, const std::string& node) {
  snapshot.document.look.scene = node;
  ++snapshot.revision;
  return snapshot;
}

inline std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

/// Returns snapshots of the extremes that a screen may have to show, by name.
inline std::vector<std::pair<std::string, Snapshot>> canned_snapshots() {
  std::vector<std::pair<std::string, Snapshot>> all;
  const auto attention = [&](const char* name, Inputs inputs, std::vector<Pin> pins = {}) {
    all.emplace_back(name, snapshot_of("self-attention", std::move(inputs), std::move(pins)));
  };
  Snapshot empty = snapshot_of("self-attention");
  empty.trace = nullptr;
  empty.computing = true;
  all.emplace_back("empty", empty);
  attention("plain", {});
  attention("one token", {{"text", std::string("welcome")}});
  attention("masked", {{"causal", true}});
  attention("NaN", {{"w_q", Tensor::filled(Shape{{}, 4, 4}, 3e38f)}, {"w_k", Tensor::filled(Shape{{}, 4, 4}, -3e38f)}});
  attention("64 x 64", {{"text", words(64)}, {"width", 64.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}});
  attention("published", {{"published", true}});
  attention("columns", {{"softmax_axis", std::string("columns")}});
  attention("pinned", {}, {{"weights", {0, 0, 1}, 0.75f}, {"query", {0, 2, 3}, -2}});
  attention("any script", {{"text", std::string("👩‍👩‍👧 e\xCC\x81 שלום 漢字 <start> ‘a’")}});
  attention("real sizes", {{"text", std::string("The quick brown fox")}, {"width", 512.0}, {"head_width", 64.0}});
  all.emplace_back("nested", nested_snapshot());
  Snapshot folded = nested_snapshot();
  folded.document.look.folded = {"encoder.0", "output"};
  all.emplace_back("folded", folded);
  all.emplace_back("softmax", snapshot_of("softmax"));
  all.emplace_back("overflow", snapshot_of("softmax", {{"z", Tensor::from_rows({{1000, 999, 998}})}}));
  all.emplace_back("many rows", snapshot_of("softmax", {{"z", Tensor::filled(Shape{{}, 64, 64}, 0.5f)}}));
  all.emplace_back("position-encoding", snapshot_of("position-encoding"));
  all.emplace_back("512 x 512", snapshot_of("position-encoding", {{"length", 512.0}, {"width", 512.0}}));
  all.emplace_back("pieces", snapshot_of("tokenizer", {{"text", std::string("naïve\n日本 👍")}, {"merges", 3.0}}));
  all.emplace_back("many pieces", snapshot_of("tokenizer", {{"text", words(300)}, {"other", std::string(3000, 'x')}, {"merges", 60.0}}));
  all.emplace_back("heads", snapshot_of("multi-head", {{"causal", true}, {"padding", 2.0}, {"shuffled", true}, {"scaling", true}}));
  Snapshot problem = snapshot_of("self-attention");
  problem.problem = Problem{"not_a_number", {{"where", "w_q[0,1]"}, {"got", "abc"}}};
  all.emplace_back("problem", problem);
  Snapshot selected = snapshot_of("self-attention");
  selected.document.look.selection = Selection{"weights", {0, 1, 2}};
  selected.can_undo = selected.can_redo = true;
  all.emplace_back("selected", selected);
  return all;
}

}  // namespace gf::test
