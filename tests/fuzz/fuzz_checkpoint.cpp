#include "cli/train.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "model/safetensors.h"
#include "train/trainer.h"

namespace gf::test {
namespace {

// Returns the settings of the checkpoints in the corpus (tests/fuzz/README.md).
TrainSettings small_settings() {
  return settings_from_json(R"({"task": "own", "pairs": "a = b", "model": {"architecture": "decoder", "width": 4, "heads": 1, "hidden": 4,
    "decoder_layers": 1, "longest": 8}, "optimizer": {"kind": "adam"}, "batch": 1, "steps": 4, "seed": 1})");
}

void read_settings(const std::string& text) {
  taken([&] {
    const TrainSettings settings = settings_from_json(text);
    expect(settings_from_json(settings_to_json(settings)) == settings, "settings and back are the same settings");
  });
  taken([&] { training_file_from_json(text); });
}

void resume(const std::string& bytes) {
  taken([&] {
    Trainer trainer = Trainer::resume(small_settings(), decode_safetensors(bytes, "checkpoint"), "checkpoint");
    expect(trainer.step() >= 0 && trainer.step() <= trainer.settings().steps, "a step of the run");
    if (trainer.step() < trainer.settings().steps) trainer.advance();
    encode_safetensors(trainer.checkpoint(), StoredAs::f32);
  });
}

}  // namespace

int fuzz_checkpoint(const std::uint8_t* data, std::size_t size, Checks) {
  if (size == 0) return 0;
  const std::string_view bytes = text_of(data, size);
  bytes.front() == '{' ? read_settings(std::string(bytes)) : resume(safetensors_of(bytes));
  return 0;
}

}  // namespace gf::test
