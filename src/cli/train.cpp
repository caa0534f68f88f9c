#include "cli/train.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "cli/exit_codes.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/training_log.h"
#include "core/json_fields.h"
#include "core/json_reader.h"
#include "core/parallel.h"
#include "core/problem.h"
#include "export/export.h"
#include "export/files.h"
#include "model/safetensors.h"
#include "train/shipped_model.h"

namespace gf {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr Index kAll = std::numeric_limits<Index>::max();

// Reads a field that only the command uses, and removes it from the settings. Throws InputError for a wrong value.
void take_count(json& object, const char* name, Index& value) {
  const auto found = object.find(name);
  if (found == object.end()) return;
  if (!found->is_number()) wrong_type(name, "@number", *found);
  if (!found->is_number_integer()) throw InputError({"not_whole", {{"where", name}, {"got", found->dump()}}});
  const double got = found->get<double>();
  constexpr Index kMost = 10'000'000;
  if (got < 1 || got > static_cast<double>(kMost))
    throw InputError({"number_out_of_range", {{"where", name}, {"least", "1"}, {"most", std::to_string(kMost)}, {"got", found->dump()}}});
  value = static_cast<Index>(got);
  object.erase(found);
}

// The losses since the last line of the log, whose mean is the loss of the next line. A checkpoint keeps them.
struct Since {
  double loss_sum = 0;
  Index steps = 0;
};

json to_json(const TrainingFile& file, const Since& since) {
  return {{"log_every", file.log_every}, {"evaluated", file.evaluated}, {"loss_sum", since.loss_sum}, {"steps", since.steps}};
}

Since since_from(const NamedTensors& checkpoint, const TrainingFile& file, const std::string& path) {
  const auto found = checkpoint.metadata.find("log");
  const json log = found == checkpoint.metadata.end() ? json() : json_or_null(found->second);
  const auto has = [&](const char* name, bool (json::*is_kind)() const noexcept) {
    return log.is_object() && log.contains(name) && (log[name].*is_kind)();
  };
  bool whole = has("loss_sum", &json::is_number);
  for (const char* name : {"log_every", "evaluated", "steps"}) whole = whole && has(name, &json::is_number_unsigned);
  if (!whole || log["steps"] > file.settings.steps) throw InputError({"not_a_checkpoint", {{"where", path}}});
  const json now = to_json(file, {});
  for (const char* name : {"log_every", "evaluated"})
    if (log[name] != now[name])
      throw InputError({"checkpoint_of_other_settings", {{"where", name}, {"before", log[name].dump()}, {"now", now[name].dump()}}});
  return {log["loss_sum"].get<double>(), log["steps"].get<Index>()};
}

// The options of a model's file.
struct ToWrite {
  TrainSettings settings;
  Index steps = 0;
  Index evaluated = 0;  // the number of training examples to measure
  StoredAs format = StoredAs::f16;
  Index bits = kByteBits;  // bits of an integer
};

// Writes the weights of a trainer as a model. Returns the measures of the weights as the file has them: rounded.
json write_model(const std::string& path, const Trainer& trainer, const ToWrite& to_write) {
  const NamedTensors stored = decode_safetensors(encode_safetensors(trainer.weights(), to_write.format, to_write.bits), path);
  const Evaluation held_out = evaluate(trainer.dataset(), trainer.model(), stored, true, kAll, kAll);
  const Evaluation training = evaluate(trainer.dataset(), trainer.model(), stored, false, to_write.evaluated, 0);
  const NamedTensors model = model_file(to_write.settings, trainer.dataset(), trainer.weights(), to_write.steps);
  write_atomically(path, encode_safetensors(with_measures(model, held_out), to_write.format, to_write.bits));
  return {{"steps", to_write.steps},
          {"parameters", learned_numbers(trainer.model())},
          {"loss", training.loss},
          {"accuracy", training.token_accuracy},
          {"training_examples", trainer.dataset().training.size()},
          {"held_out_examples", held_out.examples},
          {"held_out_loss", held_out.loss},
          {"held_out_accuracy", held_out.token_accuracy},
          {"exact_match", held_out.exact_match}};
}

class Run {
 public:
  Run(const TrainCommand& command, const Texts& texts, std::ostream& err)
      : command_(command),
        texts_(texts),
        err_(err),
        file_(training_file_from_json(read_file(command.config, kMostConfigBytes), command.config)) {
    file_.settings = with_book(command.config, std::move(file_.settings), command.assets);
    make_folder(command.out);
    lock_ = std::make_unique<FolderLock>(command.out);
    std::error_code error;
    if (fs::exists(path("checkpoint.safetensors"), error)) {
      const NamedTensors checkpoint = decode_safetensors(read_file(path("checkpoint.safetensors")), path("checkpoint.safetensors"));
      trainer_ = std::make_unique<Trainer>(Trainer::resume(file_.settings, checkpoint, path("checkpoint.safetensors")));
      since_ = since_from(checkpoint, file_, path("checkpoint.safetensors"));
      if (trainer_->step() < file_.settings.steps) say("cli.train_resumed", {{"step", std::to_string(trainer_->step())}});
    } else {
      trainer_ = std::make_unique<Trainer>(first_step_of(command_.config, file_.settings));
    }
    log_ = std::make_unique<TrainingLog>(path("log.csv"), trainer_->step());
  }

  int go(std::ostream& out) {
    ProgressLine progress(err_, texts_, is_terminal(err_), trainer_->step(), file_.settings.steps);
    const Index first = trainer_->step();
    while (trainer_->step() < file_.settings.steps) {
      const StepReport report = trainer_->advance();
      if (report.diverged) return stop_diverged(progress, report);
      note(report, progress);
      if (command_.watch) command_.watch(report);
      if (const int signal = interrupts_.take(); signal != 0 && trainer_->step() < file_.settings.steps) {
        save();
        progress.close();
        say("cli.train_interrupted", {{"step", std::to_string(report.step)},
                                      {"steps", std::to_string(file_.settings.steps)},
                                      {"config", command_.config},
                                      {"out", command_.out}});
        return 128 + signal;
      }
    }
    const json speed = first < trainer_->step() ? json(progress.steps_per_second(trainer_->step())) : json();
    progress.close();
    finish(out, speed);
    return 0;
  }

 private:
  std::string path(const char* name) const { return (fs::path(command_.out) / name).string(); }

  void say(const char* id, const std::vector<std::pair<std::string, std::string>>& words) {
    err_ << "glassformer: " << texts_.format(id, words) << "\n" << std::flush;
  }

  void note(const StepReport& report, ProgressLine& progress) {
    since_.loss_sum += report.loss;
    ++since_.steps;
    const bool last = report.step == file_.settings.steps;
    if (report.step % file_.log_every == 0 || last) write_line(report);
    progress.show(report.step, report.loss, held_out_accuracy_);
    if (report.step % file_.checkpoint_every == 0 || last) save();
  }

  void write_line(const StepReport& report) {
    LogLine line{report.step, since_.loss_sum / static_cast<double>(since_.steps)};
    line.training = trainer_->evaluate(false, file_.evaluated, 0);
    line.held_out = trainer_->evaluate(true, file_.evaluated, file_.evaluated);
    line.learning_rate = report.learning_rate;
    line.gradient_norm = report.gradient_norm;
    held_out_accuracy_ = line.held_out.token_accuracy;
    log_->append(line);
    since_ = {};
  }

  // Writes the log first, since a checkpoint must not be newer than the log on the disk.
  void save() {
    log_->sync();
    NamedTensors checkpoint = trainer_->checkpoint();
    checkpoint.metadata["log"] = to_json(file_, since_).dump();
    write_atomically(path("checkpoint.safetensors"), encode_safetensors(checkpoint, StoredAs::f32));
  }

  int stop_diverged(ProgressLine& progress, const StepReport& report) {
    save();
    progress.close();
    say("cli.train_diverged", {{"step", std::to_string(report.step + 1)},
                               {"loss", json(report.loss).dump()},
                               {"rate", json(report.learning_rate).dump()},
                               {"out", command_.out}});
    return kFailed;
  }

  void finish(std::ostream& out, const json& speed) {
    json figures = write_model(path("model.safetensors"), *trainer_, {trainer_->settings(), trainer_->step(), file_.evaluated});
    figures["steps_per_second"] = speed;
    out << readable(figures);
  }

  const TrainCommand& command_;
  const Texts& texts_;
  std::ostream& err_;
  TrainingFile file_;
  Interrupts interrupts_;  // made before the first step starts threads, which inherit its mask
  std::unique_ptr<FolderLock> lock_;
  std::unique_ptr<Trainer> trainer_;
  std::unique_ptr<TrainingLog> log_;
  Since since_;
  double held_out_accuracy_ = std::nan("");  // the accuracy in the last line of the log
};

// Returns a trainer with the weights of a model. Throws InputError if the model has other words or shapes.
Trainer trainer_with(const ShippedModel& base, TrainSettings settings, const std::string& where) {
  Trainer trainer(std::move(settings));
  // Checks the words before the shapes: other words also change shapes, and the reader can correct the words.
  const bool same_words =
      trainer.dataset().source.tokens() == base.source.tokens() && trainer.dataset().target.tokens() == base.target.tokens();
  if (!same_words) throw InputError({"base_of_other_words", {{"where", where}, {"task", trainer.settings().task}}});
  try {
    trainer.begin_with(std::make_shared<const NamedTensors>(base.weights));
    if (const auto* model = std::get_if<TransformerConfig>(&trainer.model())) check_parameters(*model, base.weights);
    return trainer;
  } catch (const std::invalid_argument& misfit) {
    throw InputError({"base_of_other_shape", {{"where", where}, {"detail", misfit.what()}}});
  }
}

// Throws InputError if the settings lack the task or the model. A training takes minutes, so none begins with defaults alone.
void check_needed(const json& object, const std::string& where) {
  const auto has = [&](const char* field) { return object.contains(field); };
  const bool has_model = has("model") || has("next_word") || has("ablation") || has("adapter");
  if (!has("task") || !has_model) throw InputError({"settings_lack", {{"where", where}, {"field", has("task") ? "model" : "task"}}});
}

}  // namespace

TrainingFile training_file_from_json(const std::string& text, const std::string& where) {
  json object = parse_json(text, where);
  TrainingFile file;
  if (object.is_object()) {
    take_count(object, "log_every", file.log_every);
    take_count(object, "checkpoint_every", file.checkpoint_every);
    take_count(object, "evaluated", file.evaluated);
  }
  file.settings = settings_from_json(object.dump());
  check_needed(object, where);
  return file;
}

std::string training_file_to_json(const TrainingFile& file) {
  json object = json::parse(settings_to_json(file.settings));
  object.update({{"log_every", file.log_every}, {"checkpoint_every", file.checkpoint_every}, {"evaluated", file.evaluated}});
  return readable(object);
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError({"cannot_write", {{"where", folder}, {"detail", error.message()}}});
}

TrainSettings with_book(const std::string& config, TrainSettings settings, const AssetReader& assets) {
  if (settings.book.name.empty()) return settings;
  const std::string beside = (fs::path(config).parent_path() / settings.book.name).string();
  std::error_code error;
  std::optional<std::string> text;
  if (fs::exists(beside, error))
    text = read_file(beside, kMostBookBytes);
  else if (assets)
    text = assets("assets/books/" + settings.book.name);
  if (!text) throw InputError({"cannot_read", {{"where", beside}, {"detail", std::generic_category().message(ENOENT)}}});
  settings.book.text = std::make_shared<const std::string>(*std::move(text));
  return settings;
}

Trainer first_step_of(const std::string& config, TrainSettings settings) {
  if (settings.base.name.empty()) return Trainer(std::move(settings));
  const std::string where = (fs::path(config).parent_path() / settings.base.name).string();
  return trainer_with(shipped_model(read_file(where), where), std::move(settings), where);
}

NamedTensors with_measures(NamedTensors model, const Evaluation& held_out) {
  model.metadata["held_out_examples"] = std::to_string(held_out.examples);
  model.metadata["held_out_loss"] = json(held_out.loss).dump();
  model.metadata["held_out_accuracy"] = json(held_out.token_accuracy).dump();
  model.metadata["exact_match"] = json(held_out.exact_match).dump();
  return model;
}

int quantize_command(const QuantizeCommand& command, std::ostream& out) {
  const ShippedModel model = shipped_model(read_file(command.model), command.model);
  const Trainer trainer = trainer_with(model, with_book(command.model, model.settings, command.assets), command.model);
  const auto steps = model.weights.metadata.find("steps");
  const Index trained = steps == model.weights.metadata.end() ? 0 : std::strtol(steps->second.c_str(), nullptr, 10);
  out << readable(write_model(command.out, trainer, {model.settings, trained, TrainingFile{}.evaluated, StoredAs::integers, command.bits}));
  return 0;
}

int train_command(const TrainCommand& command, const Texts& texts, std::ostream& out, std::ostream& err) {
  if (command.threads > 0) set_thread_count(command.threads);
  return Run(command, texts, err).go(out);
}

}  // namespace gf
