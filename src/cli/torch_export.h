// glassformer export CONFIG.json --torch --out DIR: a training as a program for PyTorch that one process runs, or many with torchrun.
//
//   DIR/train.py            the program (assets/torch/train.py)
//   DIR/config.json         the settings, with all that was left to its default
//   DIR/examples.json       the examples as ids (train/torch_export.h)
//   DIR/start.safetensors   the first weights, 32 bits a number, with the words that a model's file has
#pragma once

#include <iosfwd>
#include <string>

#include "cli/cli.h"

namespace gf {

struct TorchExportCommand {
  std::string config, out;
};

/// Returns 0; what was written goes to `out` as JSON, with the command that runs it. Throws InputError, with nothing written, where the
/// settings are not those of a model that the program knows (check_torch_export) or the folder can't be made.
int torch_export_command(const TorchExportCommand& command, const AssetReader& assets, std::ostream& out);

}  // namespace gf
