// The parts of the lessons about real sizes, `scaling` and `parallelism`: each appends its nodes and lists its panels.
#pragma once

#include <string>

#include "lessons/build.h"
#include "lessons/scale/model_shape.h"

namespace gf::scaling_lesson {

/// The setup that the inputs state, checked.
struct Setup {
  ModelShape shape;
  double trillions_of_tokens = 0;
  int machine = 0;  // a row of the table of machines
  double own_speed = 0, own_memory = 0;
  double utilisation = 0;  // a share
  bool mixed = true;       // 16 bits for weights and gradients, with a copy in 32; else 32 for all
  Index gpus = 1, parts = 1, stages = 1, micro_batches = 1, zero = 0;
  bool corrected = true;  // the law of scaling as it was fitted again; else as it was first printed
  double times = 3;       // how much smaller and larger the other models are

  /// GPUs that hold the same part of the model.
  Index copies() const { return gpus / (parts * stages); }
  float bytes() const { return mixed ? 2 : 4; }
};

/// Dense products of 16-bit numbers in a second, in 10¹², and memory in GB, as its maker says (lessons/SOURCES.md).
struct Machine {
  const char* choice;
  const char* name;
  double speed, memory;
};
inline constexpr Machine kMachines[] = {
    {"v100", "V100", 125, 32}, {"a100", "A100", 312, 80}, {"h100", "H100", 989, 80}, {"own", "@own_gpu", 0, 0}};

/// The row of a machine among the choices of the lesson: "a100", "h100", "own".
int machine_named(const std::string& choice);

/// A cell that is given.
NodeId given_number(Tape& tape, double value, Label label);

/// Throws InputError `id` unless `parts` divides `whole`, which the sentence calls `name`.
void check_divides(const char* id, const char* where, std::int64_t parts, const char* name, std::int64_t whole);

struct MachineNodes {
  NodeId speed = -1;  // (1, 1), 10¹² operations a second at best
  NodeId room = -1;   // (1, 1), GB
};
/// The GPU that was chosen, from the table of all.
MachineNodes append_machine(LessonBuild& out, const Setup& setup);

struct ModelNodes {
  NodeId total = -1;    // (1, 1), millions of numbers
  NodeId million = -1;  // (1, 1)
};
/// The matrices, how many numbers each kind has, what share that is, and one of our own models beside it.
ModelNodes append_model(LessonBuild& out, const ModelShape& shape);

/// Operations and days: C = 6 N D (Kaplan et al. 2020), divided by what the GPUs do in an hour. Returns the operations, (1, 1) in 10¹⁸.
NodeId append_time(LessonBuild& out, const Setup& setup, NodeId total, NodeId speed);

/// The loss that these operations, (1, 1) in 10¹⁸, reach with a model of `size`, (1, 1) in 10⁹ parameters: with other sizes for the same
/// operations, and beside what the model takes while it writes.
void append_scaling_law(LessonBuild& out, const Setup& setup, NodeId size, NodeId operations);

/// The losses of six models of our own after 150, 300, 450 or 600 steps, and the line through the first five of them in logarithms.
void append_ladder(LessonBuild& out, Index steps);

/// GB that training takes for `mine` billions of numbers, (4, 1): weights, gradients, their copy in 32 bits, the two averages of Adam.
NodeId append_training_memory(LessonBuild& out, const Setup& setup, NodeId mine);

/// All of it together beside the memory of a GPU, (2, 1).
void append_fit(LessonBuild& out, NodeId whole, NodeId room);

/// The memory of each GPU, (4, 4): a column for each stage of ZeRO (Rajbhandari et al. 2020), in GB. Then the same while a step goes on.
void append_zero(LessonBuild& out, const Setup& setup, NodeId whole, NodeId room);

/// The key/value cache of each token while the model writes, in MB.
void append_cache(LessonBuild& out, const Setup& setup, NodeId million);

/// A small feed-forward layer cut among GPUs (Shoeybi et al. 2019): W_1 by columns, W_2 by rows, the results added up.
void append_tensor_parallel(const InputReader& in, LessonBuild& out, const Setup& setup);

/// Micro-batches through the stages of a pipeline (Huang et al. 2019), and the time in which GPUs wait.
void append_pipeline(LessonBuild& out, const Setup& setup);

}  // namespace gf::scaling_lesson
