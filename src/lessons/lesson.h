// A lesson: a pure function from declared inputs to a tape, with what the bench shows of it (LessonBuild).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "autograd/trace_memo.h"
#include "core/replay.h"
#include "lessons/lesson_file.h"
#include "protocol/schema.h"

namespace gf {

struct TrainSettings;  // train/settings.h
struct RunModel;       // train/run_model.h
struct Dataset;        // train/dataset.h

/// Makes what a run is trained on.
using MakeDataset = std::shared_ptr<const Dataset>(const TrainSettings& settings);

/// The context that a lesson is given besides its inputs.
struct LessonContext {
  std::map<std::string, std::shared_ptr<const LessonFile>> files;  // by path; null where a file could not be read
  std::shared_ptr<const RunModel> run;                             // of a training run at the viewed record; null where there is none (yet)
  std::shared_ptr<const RunModel> kept;  // of a run kept to compare with, at the record beside it; null where there is none
};

/// The inputs of a document with the lesson's defaults filled in. A reader owns the defaults: it outlives the references that it returns,
/// so a reader without a name returns copies.
class InputReader {
 public:
  InputReader(const LessonInfo& lesson, const Inputs& inputs, const LessonContext& context = {}, Replay* replay = nullptr,
              TraceMemo* memo = nullptr);
  const std::string& text(std::string_view name) const& { return std::get<std::string>(get(name)); }
  std::string text(std::string_view name) const&& { return std::get<std::string>(get(name)); }
  double number(std::string_view name) const { return std::get<double>(get(name)); }
  /// The input `seed`.
  std::uint32_t seed() const { return static_cast<std::uint32_t>(number("seed")); }
  Index whole(std::string_view name) const { return static_cast<Index>(number(name)); }
  bool toggle(std::string_view name) const { return std::get<bool>(get(name)); }
  /// The matrix that was set, or null where the lesson is to make it from the other inputs.
  const Tensor* matrix(std::string_view name) const&;
  const Tensor* matrix(std::string_view name) const&& = delete;
  const LessonInfo& lesson() const { return lesson_; }
  /// The content of a file that the lesson asked for (Lesson::files). Throws InputError "missing_file" where it could not be read.
  const std::string& file(const std::string& path) const { return loaded(path).bytes(); }
  /// The result of `decode(bytes, path)` for such a file, in a step of its own: made once and shared by all traces (LessonFile::decoded).
  template <typename Decode>
  auto decoded(const std::string& path, const Decode& decode) const {
    return once([&] { return loaded(path).decoded([&](const std::string& bytes) { return decode(bytes, path); }); });
  }
  /// The model of a run that was kept to compare with; null where there is none.
  const RunModel* kept() const { return context_.kept.get(); }
  /// A step of the lesson that takes long and appends nothing to its tape, such as decoding a file: where the lesson is computed in slices,
  /// each of which runs it from its beginning, such a step is done once. Its result is copied.
  template <typename Compute>
  auto once(Compute&& compute) const {
    return gf::once(replay_, compute);
  }
  /// Such a step whose result the next trace has as well, for the same key: a std::tuple, or a struct that can be compared, with all that
  /// `compute` reads. Several results have one name where their keys differ.
  /// Example: in.kept("table", std::tuple(in.text("book")), [&] { return table_of(in.text("book")); })
  template <typename Key, typename Compute>
  auto kept(const std::string& name, const Key& key, Compute&& compute) const {
    using Kept = std::decay_t<std::invoke_result_t<Compute>>;
    if (!memo_) return once(compute);
    Kept result = once([&]() -> Kept {
      const Kept* found = memo_->find<Kept>(name, key);
      return found ? *found : compute();
    });
    memo_->keep(name, key, result);
    return result;
  }
  /// For tapes that the lesson makes beside its own.
  Replay* replay() const { return replay_; }
  TraceMemo* memo() const { return memo_; }
  /// The model of the viewed record of a training run, or where none has begun the one that it would begin with. Its dataset is kept for as
  /// long as it is made of the same (dataset_source). If a lesson has no need of the examples, `first_dataset` makes one with less.
  RunModel run_or_first(TrainSettings (*settings)(const InputReader& inputs), MakeDataset* first_dataset = nullptr) const;

 private:
  const LessonFile& loaded(const std::string& path) const;
  const InputValue& get(std::string_view name) const;
  const LessonInfo& lesson_;
  const Inputs& inputs_;
  Inputs defaults_;  // of the inputs that are not set
  LessonContext context_;
  Replay* replay_;
  TraceMemo* memo_;
};

struct LessonBuild;  // lessons/build.h

/// A constant of the lesson's file.
struct Lesson {
  LessonInfo info;
  /// Appends the lesson's nodes, always the same ones for the same inputs and context: a long trace is computed in slices, and each runs
  /// this again from its beginning (core/replay.h). Throws InputError where inputs do not fit together.
  void (*build)(const InputReader& inputs, LessonBuild& out);
  /// Adjusts the other inputs after `changed` was set, so that edits survive where they still make sense. May be null.
  void (*adapt)(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) = nullptr;
  /// The files that these inputs need ("assets/models/french-english.safetensors"). May be null.
  std::vector<std::string> (*files)(const InputReader& inputs) = nullptr;
  /// The settings that a training run of these inputs starts from; null if the lesson has none. Throws InputError if the inputs do not fit.
  TrainSettings (*settings)(const InputReader& inputs) = nullptr;
  /// Inputs that only say what is looked at: setting them leaves a training run as it is.
  NameList looking = {};
  /// Sections that are put away when the lesson is opened for the first time.
  NameList folded = {};
  /// Inputs that make the largest trace that the lesson allows: what tools/bench measures beside the defaults, and what a test builds.
  Settings largest = {};
};

/// The inputs of a document with the defaults of the lesson, but for matrices that it makes of the other inputs.
Inputs all_inputs(const LessonInfo& lesson, const Inputs& inputs);

}  // namespace gf
