// glassformer train CONFIG.json --out DIR [--threads N]: the trainer without a window, resumable.
//
//   DIR/log.csv                  a line for every `log_every` steps
//   DIR/checkpoint.safetensors   all that a run needs to go on, every `checkpoint_every` steps, at an interruption and at the end
//   DIR/model.safetensors        the weights at the end as halves, with settings, vocabularies and what they achieve
//
// glassformer quantize MODEL --out FILE: such a model in half as many bytes.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "cli/cli.h"
#include "model/safetensors.h"
#include "train/trainer.h"

namespace gf {

/// The contents of a configuration file: the settings of a run, and how it is watched (src/train/README.md).
struct TrainingFile {
  TrainSettings settings;
  Index log_every = 100;
  Index checkpoint_every = 500;
  Index evaluated = 200;  // examples that a line of the log measures
};

/// The most bytes of a configuration, and of a book.
inline constexpr std::size_t kMostConfigBytes = std::size_t{16} << 20, kMostBookBytes = std::size_t{64} << 20;

/// Throws InputError that names the field; "settings_lack" if the task or the model is missing. `where` names the text in messages.
TrainingFile training_file_from_json(const std::string& text, const std::string& where = "settings");
/// The same with all that was left to its default.
std::string training_file_to_json(const TrainingFile& file);

/// A folder for files, where there is none. Throws InputError that says why it can't be made.
void make_folder(const std::string& folder);

/// The settings with the book that they name, if any: a file beside that of the configuration, or one of assets/books. Throws InputError.
TrainSettings with_book(const std::string& config, TrainSettings settings, const AssetReader& assets);

/// The run before its first step, with the weights of another model where the settings name one: a file beside that of the configuration.
/// Throws InputError, also where it is a model of other words or shapes.
Trainer first_step_of(const std::string& config, TrainSettings settings);

struct TrainCommand {
  std::string config, out;
  int threads = 0;                               // 0: as many as there are cores
  AssetReader assets = {};                       // where a book may be
  std::function<void(const StepReport&)> watch;  // after each step
};

/// Returns 0, or 1 where the run diverged, or 128 + the signal that interrupted it. A summary goes to `out` as JSON at the end of the run,
/// progress to `err`. Throws InputError, with nothing overwritten where the folder holds a checkpoint of something else.
int train_command(const TrainCommand& command, const Texts& texts, std::ostream& out, std::ostream& err);

/// A model with what it achieves on held-out examples among its metadata.
NamedTensors with_measures(NamedTensors model, const Evaluation& held_out);

struct QuantizeCommand {
  std::string model, out;
  Index bits = kByteBits;
  AssetReader assets = {};  // where a book may be
};

/// Writes a trained model again with its matrices as integers, measured on its held-out examples as it stands in the new file. Returns 0; a
/// summary goes to `out` as that of a training does. Throws InputError.
int quantize_command(const QuantizeCommand& command, std::ostream& out);

}  // namespace gf
