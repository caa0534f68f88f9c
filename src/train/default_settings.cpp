#include "train/default_settings.h"

#include "train/tasks/tasks.h"

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
  const Task& known = task_named(task);
  TrainSettings s = common_settings();
  s.task = task;
  if (known.adjust) known.adjust(s);
  return s;
}

}  // namespace gf
