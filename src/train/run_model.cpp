#include "train/run_model.h"

#include "train/trainer.h"

namespace gf {

RunModel first_model(const TrainSettings& settings) {
  const Trainer trainer(settings);
  return {trainer.model(), std::make_shared<const Dataset>(trainer.dataset()), std::make_shared<const NamedTensors>(trainer.weights()),
          dropout_seed(trainer.settings(), 0)};
}

}  // namespace gf
