// Runs `glassformer export CONFIG.json --torch --out DIR`, which writes a training as a program for PyTorch. One process runs the program,
// or several with torchrun.
//
//   DIR/train.py            the program (assets/torch/train.py)
//   DIR/config.json         the settings, with all defaults written out
//   DIR/examples.json       the examples as ids (train/torch_export.h)
//   DIR/start.safetensors   the first weights, 32 bits a number, with the metadata of a model's file
#pragma once

#include <iosfwd>
#include <string>

#include "cli/cli.h"

namespace gf {

/// The arguments of `export`.
struct TorchExportCommand {
  std::string config, out;  // the file of the settings; the folder
};

/// Writes the files and returns 0. Writes their names and the command that runs the program to `out`, as JSON. Throws InputError before
/// writing if train.py cannot train such a model (check_torch_export) or the folder can't be made.
int torch_export_command(const TorchExportCommand& command, const AssetReader& assets, std::ostream& out);

}  // namespace gf
