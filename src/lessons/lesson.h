// A lesson: a pure function from declared inputs to a tape, with what the bench shows of it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "autograd/tape.h"
#include "core/named_tensors.h"
#include "protocol/schema.h"
#include "protocol/trace.h"

namespace gf {

struct TrainSettings;  // train/trainer.h
struct RunModel;       // train/run_model.h

/// What a lesson is given besides its inputs.
struct LessonContext {
  std::map<std::string, std::shared_ptr<const std::string>> files;  // by path; null where a file could not be read
  std::shared_ptr<const RunModel> run;   // of a training run at the viewed record; null where there is none (yet)
  std::shared_ptr<const RunModel> kept;  // of a run kept to compare with, at the record beside it; null where there is none
};

/// The inputs of a document with the lesson's defaults filled in.
class InputReader {
 public:
  InputReader(const LessonInfo& lesson, const Inputs& inputs, const LessonContext& context = {}, Replay* replay = nullptr)
      : lesson_(lesson), inputs_(inputs), context_(context), replay_(replay) {}
  const std::string& text(std::string_view name) const { return std::get<std::string>(get(name)); }
  double number(std::string_view name) const { return std::get<double>(get(name)); }
  Index whole(std::string_view name) const { return static_cast<Index>(number(name)); }
  bool toggle(std::string_view name) const { return std::get<bool>(get(name)); }
  /// The matrix that was set, or null where the lesson is to make it from the other inputs.
  const Tensor* matrix(std::string_view name) const;
  const LessonInfo& lesson() const { return lesson_; }
  /// The content of a file that the lesson asked for (Lesson::files). Throws InputError "missing_file" where it could not be read.
  const std::string& file(const std::string& path) const;
  /// The model of the viewed record of a training run, and of the one kept beside it; null where there is none.
  const RunModel* run() const { return context_.run.get(); }
  const RunModel* kept() const { return context_.kept.get(); }
  /// A step of the lesson that takes long and appends nothing to its tape, such as decoding a file: where the lesson is computed in slices,
  /// each of which runs it from its beginning, such a step is done once. Its result is copied.
  template <typename Compute>
  auto once(Compute&& compute) const {
    return gf::once(replay_, compute);
  }
  /// For tapes that the lesson makes beside its own.
  Replay* replay() const { return replay_; }

 private:
  const InputValue& get(std::string_view name) const { return input_or_default(lesson_, inputs_, name); }
  const LessonInfo& lesson_;
  const Inputs& inputs_;
  LessonContext context_;
  Replay* replay_;
};

/// What a lesson builds.
struct LessonBuild {
  explicit LessonBuild(std::vector<Pin> pins, Replay* replay = nullptr) : tape(std::move(pins), replay) {}

  Tape tape;
  std::vector<Panel> panels;
  std::vector<MapBlock> map;
  std::vector<Note> notes;
  std::vector<std::pair<NodeId, std::string>> input_nodes;  // nodes that show and edit an input
  std::vector<std::pair<NodeId, std::vector<Mark>>> marks;
  std::shared_ptr<const NamedTensors> trained;  // the weights of the training run: nodes of their names; null where there is none
  std::string gradients_of;                     // the node that the lesson itself took gradients of; empty: none

  /// A parameter node that shows and edits the matrix input of that name.
  NodeId input_matrix(const std::string& input, Tensor value, Label label);
};

struct Lesson {
  LessonInfo info;
  /// Appends the lesson's nodes, always the same ones for the same inputs and context: a long trace is computed in slices, and each runs
  /// this again from its beginning (core/replay.h). Throws InputError where inputs do not fit together.
  void (*build)(const InputReader& inputs, LessonBuild& out);
  /// Adjusts the other inputs after `changed` was set, so that edits survive where they still make sense. May be null.
  void (*adapt)(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after);
  /// The files that these inputs need ("assets/models/french-english.safetensors"). May be null.
  std::vector<std::string> (*files)(const InputReader& inputs) = nullptr;
  /// What a training run of these inputs starts from; null where the lesson has none. Throws InputError where they do not fit.
  TrainSettings (*settings)(const InputReader& inputs) = nullptr;
  /// Inputs that only say what is looked at: setting them leaves a training run as it is.
  std::vector<std::string> looking = {};
  /// Sections that are put away when the lesson is opened for the first time.
  std::set<std::string> folded = {};
  /// Inputs that make the largest trace that the lesson allows: what tools/bench measures beside the defaults, and what a test builds.
  Inputs largest = {};
};

/// The inputs of a document with the defaults of the lesson, but for matrices that it makes of the other inputs.
Inputs all_inputs(const LessonInfo& lesson, const Inputs& inputs);

/// All lessons, in the order of the rail.
const std::vector<Lesson>& lessons();
std::shared_ptr<const Catalogue> make_catalogue(const std::vector<Lesson>& of = lessons());
/// Throws InputError for an unknown id.
const Lesson& lesson_named(std::string_view id);
const Lesson& lesson_named(const std::vector<Lesson>& among, std::string_view id);

/// What a lesson makes of a document of its own. With a replay it is computed in slices: throws Paused until it is done.
/// Throws InputError where the document does not fit.
Trace trace_of(const Lesson& lesson, const Document& document, const LessonContext& context = {}, Replay* replay = nullptr);

/// Runs the lesson of a document. With `backward_from` also the gradients of that node's sum.
/// Throws InputError where the document does not fit, or where the lesson shows the gradients of another node already.
Trace run_lesson(const Document& document, const std::string& backward_from = {}, const LessonContext& context = {});

/// The files that a lesson needs for a document of its own. Throws InputError where the document does not fit.
std::vector<std::string> files_of(const Lesson& lesson, const Document& document);
std::vector<std::string> files_of(const Document& document);

/// Throws InputError "wrong_shape" unless the matrix has this shape; `expected` says it in words: "(3, 4): a row for each token".
void expect_shape(const std::string& where, const Tensor& matrix, Index rows, Index cols, const std::string& because);

}  // namespace gf
