// The parts of the lessons `scaling` and `parallelism`, about models of real size: each appends nodes and lists their panels.
// In order: append_model(), append_machine(), append_time(), append_scaling_law(). append_training_memory() comes before append_fit() and
// append_zero().
#pragma once

#include <cstdint>
#include <string>

#include "lessons/build.h"
#include "lessons/scale/model_shape.h"

namespace gf::scaling_lesson {

/// The checked inputs of a lesson.
struct Setup {
  ModelShape shape;
  double trillions_of_tokens = 0;
  int machine = 0;  // a row of the table of machines
  double own_speed = 0, own_memory = 0;
  double utilisation = 0;  // a share
  bool mixed = true;       // 16 bits for weights and gradients, with a copy in 32 bits; false: 32 bits for all
  Index gpus = 1, parts = 1, stages = 1, micro_batches = 1, zero = 0;
  bool corrected = true;  // the scaling law as it was fitted again in 2024; false: as it was published in 2022
  double times = 3;       // how many times smaller and larger the other models are

  /// Returns the number of GPUs that hold the same part of the model.
  Index copies() const { return gpus / (parts * stages); }
  float bytes() const { return mixed ? 2 : 4; }
};

/// A GPU, with the numbers of its maker (lessons/SOURCES.md).
struct Machine {
  const char* choice;
  const char* name;
  double speed;   // dense 16-bit operations in a second, in 10¹²
  double memory;  // GB
};
inline constexpr Machine kMachines[] = {
    {"v100", "V100", 125, 32}, {"a100", "A100", 312, 80}, {"h100", "H100", 989, 80}, {"own", "@own_gpu", 0, 0}};

/// Returns the row of a machine in kMachines by its choice: "a100", "h100", "own".
int machine_named(const std::string& choice);

/// Appends a constant number, (1, 1).
NodeId given_number(Tape& tape, double value, Label label);

/// Throws InputError `id` unless `parts` divides `whole`. The message calls `whole` by `name`.
void check_divides(const char* id, const char* where, std::int64_t parts, const char* name, std::int64_t whole);

struct MachineNodes {
  NodeId speed = -1;  // (1, 1), 10¹² operations a second at most
  NodeId room = -1;   // (1, 1), GB
};
/// Appends the table of GPUs, and the chosen GPU.
MachineNodes append_machine(LessonBuild& out, const Setup& setup);

struct ModelNodes {
  NodeId total = -1;  // (1, 1), millions of numbers
};
/// Appends the kinds of matrices, the numbers and the share of each kind, and the size of the shipped language model for comparison.
ModelNodes append_model(LessonBuild& out, const ModelShape& shape);

/// Appends the operations C = 6 N D (Kaplan et al. 2020), and the time that the GPUs need for them. Returns the operations, (1, 1) in 10¹⁸.
NodeId append_time(LessonBuild& out, const Setup& setup, NodeId total, NodeId speed);

/// Appends the loss that these operations, (1, 1) in 10¹⁸, reach with a model of `size`, (1, 1) in 10⁹ parameters, and with other sizes.
/// Appends the cost of the model in use beside that of the best model for the same loss.
void append_scaling_law(LessonBuild& out, const Setup& setup, NodeId size, NodeId operations);

/// Appends the losses of six small models after 150, 300, 450 or 600 steps, and the line through the logarithms of the first five.
void append_ladder(LessonBuild& out, Index steps);

/// Appends the memory of training for `mine` billions of numbers, (4, 1) in GB: weights, gradients, the copy in 32 bits, Adam's two
/// averages.
NodeId append_training_memory(LessonBuild& out, const Setup& setup, NodeId mine);

/// Appends the memory of training beside that of a GPU, (2, 1) in GB.
void append_fit(LessonBuild& out, NodeId whole, NodeId room);

/// Appends the memory of each GPU, (4, 4) in GB, with a column for each stage of ZeRO (Rajbhandari et al. 2020). Also appends the memory at
/// each moment of a step.
void append_zero(LessonBuild& out, const Setup& setup, NodeId whole, NodeId room);

/// Appends the size of the key/value cache for a token, a window, and many windows, (3, 1) in GB.
void append_cache(LessonBuild& out, const Setup& setup);

/// Appends a small feed-forward layer cut among GPUs (Shoeybi et al. 2019): W_1 by columns, W_2 by rows, and the sum of the results.
void append_tensor_parallel(const InputReader& in, LessonBuild& out, const Setup& setup);

/// Appends the schedule of micro-batches in the stages of a pipeline (Huang et al. 2019), and the share of time in which GPUs wait.
void append_pipeline(LessonBuild& out, const Setup& setup);

}  // namespace gf::scaling_lesson
