// Runs `glassformer train CONFIG.json --out DIR [--threads N]`, which trains a model without a window. An interrupted run can be resumed.
//
//   DIR/log.csv                  a line for every `log_every` steps
//   DIR/checkpoint.safetensors   the state of the run, written every `checkpoint_every` steps, at an interruption and at the end
//   DIR/model.safetensors        the last weights as 16-bit floats, with settings, vocabularies and measures
//
// Runs `glassformer quantize MODEL --out FILE`, which writes such a model with integers, by default in about half as many bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "cli/cli.h"
#include "core/tensor.h"
#include "model/safetensors.h"
#include "train/evaluation.h"
#include "train/trainer.h"

namespace gf {

/// The contents of a configuration file: the settings of a run, and how often it is logged and saved (src/train/README.md).
struct TrainingFile {
  TrainSettings settings;
  Index log_every = 100;
  Index checkpoint_every = 500;
  Index evaluated = 200;  // the number of examples that a line of the log measures
};

/// The most bytes of a configuration and of a book.
inline constexpr std::size_t kMostConfigBytes = std::size_t{16} << 20, kMostBookBytes = std::size_t{64} << 20;

/// Reads a configuration. Throws InputError that names the field; "settings_lack" if the task or the model is missing. `where` names the
/// text in messages.
TrainingFile training_file_from_json(const std::string& text, const std::string& where = "settings");
/// Returns a configuration as JSON, with all defaults written out.
std::string training_file_to_json(const TrainingFile& file);

/// Makes a folder and the folders around it, unless they exist. Throws InputError that says why a folder can't be made.
void make_folder(const std::string& folder);

/// Returns the settings with the text of the book that they name: a file in the folder of the configuration, or a file of assets/books.
/// Throws InputError if the book can't be read.
TrainSettings with_book(const std::string& config, TrainSettings settings, const AssetReader& assets);

/// Returns the run before its first step. If the settings name a base model, which is a file in the folder of the configuration, the run
/// begins with its weights. Throws InputError if that model can't be read, or has other words or shapes.
Trainer first_step_of(const std::string& config, TrainSettings settings);

/// The arguments of `train`.
struct TrainCommand {
  std::string config, out;                       // the file of the settings; the folder
  int threads = 0;                               // 0: as many threads as the machine has cores
  AssetReader assets = {};                       // reads books of assets/books
  std::function<void(const StepReport&)> watch;  // called after each step
};

/// Runs or resumes a training. Returns 0, or 1 if the run diverged, or 128 + the signal that interrupted it. Writes a summary to `out` as
/// JSON at the end of the run, and progress to `err`. Throws InputError; if the folder has the checkpoint of another training, it
/// overwrites no file.
int train_command(const TrainCommand& command, const Texts& texts, std::ostream& out, std::ostream& err);

/// Returns a model with its results on held-out examples among its metadata.
NamedTensors with_measures(NamedTensors model, const Evaluation& held_out);

/// The arguments of `quantize`.
struct QuantizeCommand {
  std::string model, out;   // the file of the model; the file to write
  Index bits = kByteBits;   // bits of an integer
  AssetReader assets = {};  // reads books of assets/books
};

/// Writes a trained model with its matrices as integers, and returns 0. Measures the rounded weights on held-out examples, and writes a
/// summary to `out` as train_command does. Throws InputError.
int quantize_command(const QuantizeCommand& command, std::ostream& out);

}  // namespace gf
