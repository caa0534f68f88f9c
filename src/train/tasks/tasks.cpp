#include "train/tasks/tasks.h"

#include "core/problem.h"
#include "core/utf8.h"
#include "text/tokenizer.h"
#include "train/settings.h"

namespace gf {
namespace {

void few_steps(TrainSettings& s) { s.steps = 500; }

// One stack of two blocks: a digit depends on the carries before it, and a closing bracket on the brackets that are closed already.
void one_stack(TrainSettings& s) {
  s.transformer().architecture = Architecture::decoder_only;
  s.transformer().decoder_layers = 2;
  s.steps = 2000;
}

void adding(TrainSettings& s) {
  one_stack(s);
  s.transformer().positions = Positions::learned;  // ones, tens and hundreds always have the same positions
  s.transformer().longest = 16;
  s.batch = 64;
  s.steps = 3000;
}

// With this seed, one of the two heads attends to one bit after the other.
void two_heads(TrainSettings& s) {
  s.transformer().heads = 2;
  s.steps = 1500;
  s.seed = 2;
}

void translating(TrainSettings& s) {
  s.transformer().width = 64;
  s.transformer().hidden = 128;
  s.batch = 64;
  s.steps = 2000;
}

void telling(TrainSettings& s) {
  TransformerConfig& model = s.transformer();
  model.architecture = Architecture::decoder_only;
  model.positions = Positions::learned;
  model.longest = 128;
  model.width = 128;
  model.hidden = 512;
  model.encoder_layers = 2;  // not read
  model.decoder_layers = 4;
  model.activation = Activation::gelu;
  model.tied = true;
  model.output_bias = false;
  s.initialisation = Initialisation::normal;
  s.optimizer.learning_rate = 0.003;
  s.optimizer.beta2 = 0.98;
  s.optimizer.weight_decay = 0.05;
  s.schedule = {ScheduleKind::cosine, 100, 0.05};
  s.batch = 32;
  s.steps = 3000;
}

// Begins with the weights of the tales.
void answering(TrainSettings& s) {
  telling(s);
  s.base.name = "tales.safetensors";
  s.optimizer.learning_rate = 0.001;
  s.steps = 1500;
}

// Copying digits takes a head that finds them, and another block before that head.
void calling(TrainSettings& s) {
  telling(s);
  TransformerConfig& model = s.transformer();
  model.longest = 60;
  model.width = 64;
  model.hidden = 128;
  model.decoder_layers = 3;
  s.steps = 6000;
}

// Begins with the weights of the tales. Takes few steps, because the model would know a short novel by heart after a few epochs.
void reading_a_novel(TrainSettings& s) {
  answering(s);
  s.book.name = "pride-and-prejudice.txt";
  s.steps = 1000;
}

}  // namespace

const std::vector<Task>& tasks() {
  using enum Splitting;
  static const std::vector<Task> all = {
      {.name = "copy", .splitting = signs, .make = copy_task, .adjust = few_steps, .rule = copy_rule},
      {.name = "reverse", .splitting = signs, .make = reverse_task, .rule = reverse_rule},
      {.name = "sort", .splitting = signs, .make = sort_task, .rule = sort_rule},
      {.name = "add",
       .splitting = signs,
       .make = add_task,
       .adjust = adding,
       .rule = add_rule,
       .tokens = sum_tokens,
       .vocabulary = sum_vocabulary},
      {.name = "brackets", .splitting = signs, .make = brackets_task, .adjust = one_stack, .rule = brackets_rule},
      {.name = "agreement", .splitting = words, .make = agreement_task, .adjust = few_steps, .rule = agreement_rule},
      {.name = "french-english", .splitting = words, .make = french_english_task, .adjust = translating},
      {.name = "english-spanish", .splitting = words, .make = english_spanish_task, .adjust = translating},
      {.name = "own", .splitting = words, .read = own_task, .adjust = few_steps},
      {.name = "tales", .make = tales_task, .adjust = telling, .offered = false},
      {.name = "novel", .read = novel_task, .adjust = reading_a_novel, .reads_book = true, .offered = false},
      {.name = "conversations", .make = conversations_task, .adjust = answering, .offered = false},
      {.name = "tools", .make = tools_task, .adjust = calling, .offered = false},
      {.name = "copy-digits", .splitting = signs, .make = copy_digits_task, .rule = copy_rule, .offered = false},
      {.name = "parity", .make = parity_task, .adjust = two_heads, .rule = parity_rule, .tokens = bit_tokens, .offered = false},
      {.name = "parity-steps",
       .make = parity_steps_task,
       .adjust = two_heads,
       .rule = parity_steps_rule,
       .tokens = bit_tokens,
       .offered = false},
      {.name = "phrases", .splitting = words, .read = phrases_task, .offered = false},
      {.name = "windows", .splitting = words, .read = windows_task, .offered = false},
  };
  return all;
}

const Task& task_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Task& task : tasks()) {
    if (task.name == name) return task;
    names.push_back(task.name);
  }
  throw InputError({"unknown_choice", {{"where", "task"}, {"choices", joined(names)}, {"got", name}}});
}

const std::vector<std::string>& task_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Task& task : tasks())
      if (task.offered) all.push_back(task.name);
    return all;
  }();
  return names;
}

std::vector<std::string> signs_of(const std::string& text) {
  std::vector<std::string> signs;
  for (const std::string& word : word_tokens(text))
    for (const std::string_view character : utf8_characters(word)) signs.emplace_back(character);
  return signs;
}

}  // namespace gf
