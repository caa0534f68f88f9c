#include "cli/torch_export.h"

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "cli/train.h"
#include "core/problem.h"
#include "export/export.h"
#include "export/files.h"
#include "model/safetensors.h"
#include "train/shipped_model.h"
#include "train/torch_export.h"

namespace gf {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kProgram = "train.py";

std::string program_text(const AssetReader& assets) {
  const std::string path = std::string("assets/torch/") + kProgram;
  if (auto text = assets(path)) return *std::move(text);
  throw InputError({"cannot_read", {{"where", path}, {"detail", std::generic_category().message(ENOENT)}}});
}

}  // namespace

int torch_export_command(const TorchExportCommand& command, const AssetReader& assets, std::ostream& out) {
  const TrainingFile file = training_file_from_json(read_file(command.config, kMostConfigBytes), command.config);
  check_torch_export(file.settings);
  const Trainer trainer = first_step_of(command.config, with_book(command.config, file.settings, assets));
  const NamedTensors start = model_file(trainer.settings(), trainer.dataset(), trainer.weights(), 0);
  const std::pair<const char*, std::string> files[] = {{kProgram, program_text(assets)},
                                                       {"config.json", training_file_to_json(file)},
                                                       {"examples.json", examples_json(trainer.dataset())},
                                                       {"start.safetensors", encode_safetensors(start, StoredAs::f32)}};
  make_folder(command.out);
  json written = json::array();
  for (const auto& [name, bytes] : files) {
    write_atomically((fs::path(command.out) / name).string(), bytes);
    written.push_back(name);
  }
  out << readable({{"files", std::move(written)},
                   {"parameters", learned_numbers(trainer.model())},
                   {"training_examples", trainer.dataset().training.size()},
                   {"held_out_examples", trainer.dataset().held_out.size()},
                   {"steps", file.settings.steps},
                   {"run", "torchrun --nproc_per_node=2 " + (fs::path(command.out) / kProgram).string()}});
  return 0;
}

}  // namespace gf
