#include "train/default_settings.h"

#include "train/tasks/tasks.h"

namespace gf {
namespace {

// An encoder-decoder of one small block each: its cross-attention shows what the task is about.
TrainSettings common_settings() {
  TrainSettings s;
  s.model.architecture = Architecture::encoder_decoder;
  s.model.encoder_layers = s.model.decoder_layers = 1;
  s.model.width = 32;
  s.model.heads = 4;
  s.model.hidden = 64;
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
