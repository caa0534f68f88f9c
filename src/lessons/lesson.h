// A lesson: a pure function from declared inputs to a tape and its panels (LessonBuild).
// In order: a lesson's file makes a Lesson; trace_of() (run.h) makes an InputReader of a document, and calls Lesson::build.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "autograd/trace_memo.h"
#include "core/replay.h"
#include "lessons/lesson_file.h"
#include "protocol/schema.h"

namespace gf {

struct TrainSettings;  // train/settings.h
struct RunModel;       // train/run_model.h
struct Dataset;        // train/dataset.h

/// Makes the dataset of a training run.
using MakeDataset = std::shared_ptr<const Dataset>(const TrainSettings& settings);

/// The context that a lesson is given besides its inputs.
struct LessonContext {
  std::map<std::string, std::shared_ptr<const LessonFile>> files;  // by path; null if a file could not be read
  std::shared_ptr<const RunModel> run;                             // the model of a training run at the viewed record; null without a run
  std::shared_ptr<const RunModel> kept;  // the model of a run that was kept for comparison, at its viewed record; null without such a run
};

/// The inputs of a document, with the lesson's defaults. A reader owns the defaults, so references to them are valid as long as the reader.
/// A temporary reader returns copies.
class InputReader {
 public:
  InputReader(const LessonInfo& lesson, const Inputs& inputs, const LessonContext& context = {}, Replay* replay = nullptr,
              TraceMemo* memo = nullptr);
  const std::string& text(std::string_view name) const& { return std::get<std::string>(get(name)); }
  std::string text(std::string_view name) const&& { return std::get<std::string>(get(name)); }
  double number(std::string_view name) const { return std::get<double>(get(name)); }
  /// Returns the input `seed`.
  std::uint32_t seed() const { return static_cast<std::uint32_t>(number("seed")); }
  Index whole(std::string_view name) const { return static_cast<Index>(number(name)); }
  bool toggle(std::string_view name) const { return std::get<bool>(get(name)); }
  /// Returns the matrix that was set. Returns null if the lesson has to make the matrix from the other inputs.
  const Tensor* matrix(std::string_view name) const&;
  const Tensor* matrix(std::string_view name) const&& = delete;
  const LessonInfo& lesson() const { return lesson_; }
  /// Returns the content of a file that the lesson asked for (Lesson::files). Throws InputError "missing_file" if it could not be read.
  const std::string& file(const std::string& path) const { return loaded(path).bytes(); }
  /// Returns the result of `decode(bytes, path)` for such a file. All traces share it (LessonFile::decoded).
  template <typename Decode>
  auto decoded(const std::string& path, const Decode& decode) const {
    return once([&] { return loaded(path).decoded([&](const std::string& bytes) { return decode(bytes, path); }); });
  }
  /// Returns the model of a run that was kept for comparison, or null.
  const RunModel* kept() const { return context_.kept.get(); }
  /// Returns the result of `compute`, a long computation that appends no nodes, such as decoding a file. If the lesson is computed in
  /// slices, each slice runs the lesson from its beginning, but `compute` runs once. Its result is copied.
  template <typename Compute>
  auto once(Compute&& compute) const {
    return gf::once(replay_, compute);
  }
  /// Like once(), but the next trace takes the result of the same name and key without computing it. `key` is a std::tuple, or a struct
  /// with
  /// ==, and has all that `compute` reads. Results of one name may have different keys.
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
  /// Returns the replay and the memo, for tapes that the lesson makes beside its own.
  Replay* replay() const { return replay_; }
  TraceMemo* memo() const { return memo_; }
  /// Returns the model of a training run at the viewed record. Without a run, returns the model that a run would begin with.
  /// The dataset is kept from trace to trace while its source (dataset_source) is the same. If a lesson does not need the examples,
  /// `first_dataset` makes a smaller dataset.
  RunModel run_or_first(TrainSettings (*settings)(const InputReader& inputs), MakeDataset* first_dataset = nullptr) const;

 private:
  const LessonFile& loaded(const std::string& path) const;
  const InputValue& get(std::string_view name) const;
  const LessonInfo& lesson_;
  const Inputs& inputs_;
  Inputs defaults_;  // values of the inputs that are not set
  LessonContext context_;
  Replay* replay_;
  TraceMemo* memo_;
};

struct LessonBuild;  // lessons/build.h

/// A lesson. Each lesson's file defines one.
struct Lesson {
  LessonInfo info;
  /// Appends the lesson's nodes. The same inputs and context give the same nodes, because a long trace is computed in slices, and each
  /// slice calls `build` again (core/replay.h). Throws InputError if inputs do not fit together.
  void (*build)(const InputReader& inputs, LessonBuild& out);
  /// Adjusts the other inputs after `changed` was set. Edits that still fit survive. May be null.
  void (*adapt)(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) = nullptr;
  /// Returns the files that these inputs need ("assets/models/french-english.safetensors"). May be null.
  std::vector<std::string> (*files)(const InputReader& inputs) = nullptr;
  /// Returns the settings of a training run with these inputs; null if the lesson has no run. Throws InputError if the inputs do not fit.
  TrainSettings (*settings)(const InputReader& inputs) = nullptr;
  /// Inputs that only choose what is shown. Setting them leaves a training run as it is.
  NameList looking = {};
  /// Sections that are closed when the lesson is opened for the first time.
  NameList folded = {};
  /// Inputs that make the largest trace that the lesson allows. tools/bench measures it, and a test builds it.
  Settings largest = {};
};

/// Returns the dataset that `run_or_first` kept in a memo for these settings, or null: a lesson may have made a smaller one.
std::shared_ptr<const Dataset> kept_dataset(const TraceMemo& memo, const TrainSettings& settings);

/// Returns the inputs of a document with the defaults of the lesson. Matrices that the lesson makes of the other inputs are left out.
Inputs all_inputs(const LessonInfo& lesson, const Inputs& inputs);

}  // namespace gf
