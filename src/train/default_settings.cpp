#include "train/default_settings.h"

#include "train/tasks/tasks.h"

namespace gf {
namespace {

// Returns the settings of an encoder-decoder with one small block on each side. Its cross-attention shows how the answer reads the
// question.
TrainSettings common_settings() {
  TrainSettings s;
  s.transformer().architecture = Architecture::encoder_decoder;
  s.transformer().encoder_layers = 1;
  s.transformer().decoder_layers = 1;
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
  const Task& known = task_named(task);
  TrainSettings s = common_settings();
  s.task = task;
  if (known.adjust) known.adjust(s);
  return s;
}

}  // namespace gf
