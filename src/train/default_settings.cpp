#include "train/default_settings.h"

#include <algorithm>

#include "core/problem.h"

namespace gf {
namespace {

// An encoder-decoder of one small block each: its cross-attention shows what the task is about.
TrainSettings common_settings() {
  TrainSettings s;
  s.transformer().architecture = Architecture::encoder_decoder;
  s.transformer().encoder_layers = s.transformer().decoder_layers = 1;
  s.transformer().width = 32;
  s.transformer().heads = 4;
  s.transformer().hidden = 64;
  s.optimizer.learning_rate = 3e-3;
  s.schedule = {ScheduleKind::cosine, 50, 0.1};
  s.batch = 32;
  s.steps = 1000;
  return s;
}

}  // namespace

TrainSettings default_settings(const std::string& task) {
  const std::vector<std::string>& names = task_names();
  if (std::find(names.begin(), names.end(), task) == names.end()) make_dataset(task, 1);  // throws, with the names that there are
  TrainSettings s = common_settings();
  s.task = task;
  if (task == "copy" || task == "agreement") s.steps = 500;
  if (task == "brackets" || task == "add") {
    // One stack of two blocks: a later digit asks for the carries before it, a closing bracket for those that are closed already.
    s.transformer().architecture = Architecture::decoder_only;
    s.transformer().decoder_layers = 2;
    s.steps = 2000;
  }
  if (task == "add") {
    s.transformer().positions = Positions::learned;  // ones, tens and hundreds always stand at the same places
    s.transformer().longest = 16;
    s.batch = 64;
    s.steps = 3000;
  }
  if (task == "french-english" || task == "english-spanish") {
    s.transformer().width = 64;
    s.transformer().hidden = 128;
    s.batch = 64;
    s.steps = 2000;
  }
  if (task == "own") s.steps = 500;
  return s;
}

}  // namespace gf
