#include "cli/commands.h"

#include <memory>
#include <ostream>

#include "cli/bench.h"
#include "cli/completion.h"
#include "cli/exit_codes.h"
#include "cli/language.h"
#include "cli/lesson_commands.h"
#include "cli/link_argument.h"
#include "cli/manual.h"
#include "cli/torch_export.h"
#include "cli/train.h"
#include "cli/value_kinds.h"
#include "core/join.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "protocol/version.h"

namespace gf {
namespace {

std::string kind(std::string_view name) { return std::string(name); }
// Returns the kind of an option whose value is one of some words: "csv|json".
template <typename Words>
std::string one_of(const Words& words) {
  return joined(words, std::string_view(&value_kind::kBetween, 1));
}

constexpr char kHelp[] = "print this help";

struct WindowOptions {
  std::string link, page;
  bool has_page = false;
};

CLI::Option* add_page_option(CLI::App& app, WindowOptions& options) {
  return app
      .add_option_function<std::string>(
          "--address",
          [&options](const std::string& page) {
            options.page = page;
            options.has_page = true;
          },
          "the address at which readers find the page, for the links and tags that the window gives from now on; '' removes it")
      ->type_name("URL");
}

void add_lesson_argument(CLI::App& command, LessonQuestion& question) {
  command
      .add_option("lesson", question.lesson,
                  "the id of a lesson (`glassformer lessons` lists them), a step such as softmax/step-4, or a link")
      ->type_name(kind(value_kind::kLesson));
}

void add_lesson_options(CLI::App& command, LessonQuestion& question) {
  command.add_option("--link", question.link, "a link, in place of a lesson")->type_name(kind(value_kind::kLink));
  command.add_option("--preset", question.preset, "start from a named example")->type_name(kind(value_kind::kPreset));
  command.add_option("--set", question.sets, "set an input")->type_name(kind(value_kind::kInput))->allow_extra_args(false);
  command.add_option("--pin", question.pins, "hold a computed cell at a value")
      ->type_name("NODE,[HEAD,]ROW,COL=VALUE")
      ->allow_extra_args(false);
  command.add_option("--backward", question.backward, "append the gradients of this node's sum")->type_name(kind(value_kind::kNode));
}

}  // namespace

CommandLine::CommandLine(const Surroundings& around)
    : around_(around),
      app_("Glassformer: a transformer you can see through. Without a command, opens the window, at a lesson or a link if one is given.",
           "glassformer") {
  app_.require_subcommand(0, 1);
  // For each argument, CLI11 searches the options with names, in a noexcept function that allocates. If no option has a name yet, a lack of
  // memory does not end the program there. So each command gets its arguments first, and its help last.
  app_.set_help_flag();
  add_window();
  add_lessons();
  add_training();
  add_language();
  add_itself();
  app_.set_version_flag("--version", "glassformer " + std::string(program_version()), "print the version of this program");
  app_.set_help_flag("-h,--help", kHelp);
  for (const auto& [command, run] : commands_) command->set_help_flag("-h,--help", kHelp);
  std::string codes = "Exit codes:\n";
  for (const ExitCode& exit : kExitCodes) codes += "  " + std::string(exit.code) + "  " + std::string(exit.meaning) + "\n";
  app_.footer(codes);
}

CLI::App* CommandLine::add(const std::string& name, const std::string& description, Run run) {
  CLI::App* const command = app_.add_subcommand(name, description);
  command->subcommand_fallthrough(false);  // words after the command belong to the command, even if they name another command
  for (CLI::Option* option : window_options_) command->excludes(option);
  commands_.emplace_back(command, std::move(run));
  return command;
}

int CommandLine::run() const {
  for (const auto& [command, run] : commands_)
    if (command->parsed()) return run();
  return window_();
}

void CommandLine::add_window() {
  const auto options = std::make_shared<WindowOptions>();
  const auto open = [this, options] {
    WindowRequest request;
    if (!options->link.empty()) {
      const NamedDocument named = document_argument(options->link);
      if (!named.left_out.empty())
        around_.err << "glassformer: " << around_.texts.format("problems.link_left_out", {{"names", joined(named.left_out)}}) << "\n";
      request.address = text_of(address_argument(options->link));
    }
    if (options->has_page) request.page = options->page.empty() ? std::string() : page_argument(options->page);
    return around_.on_screen.open_window(request);
  };
  window_options_.push_back(
      app_.add_option("link", options->link, "a lesson, a step or a link to open")->type_name(kind(value_kind::kLesson)));
  window_options_.push_back(add_page_option(app_, *options));
  window_ = [this, options, open] {
    try {
      return open();
    } catch (const InputError& error) {
      if (error.problem().id != "unknown_link") throw;
      std::vector<std::string> names;
      for (const auto& [command, run] : commands_) names.push_back(command->get_name());
      Problem problem{"unknown_command", error.problem().words};
      problem.words.emplace_back("commands", joined(names));
      throw InputError(std::move(problem));
    }
  };
  CLI::App* command = add("open", "open the window at a lesson, a step or a link", open);
  command->add_option("link", options->link, "a lesson, a step or a link")->required()->type_name(kind(value_kind::kLesson));
  add_page_option(*command, *options);
}

void CommandLine::add_lessons() {
  add("lessons", "list the lessons with their ids, titles, inputs and guided steps", [this] {
    around_.out << list_lessons(around_.texts);
    return kDone;
  });
  const auto question = std::make_shared<LessonQuestion>();
  using Print = std::string (*)(const LessonQuestion&, const Surroundings&);
  const auto printing = [this, question](Print print) {
    return [this, question, print] {
      around_.out << print(*question, around_);
      return kDone;
    };
  };
  CLI::App* trace = add("trace", "print every node of a lesson's computation", printing(print_trace));
  CLI::App* explain = add("explain", "print the arithmetic of one cell", printing(print_explanation));
  CLI::App* code = add("code", "print a lesson, or one node's op, as a Python program that runs, with its numbers",
                       [question, print = printing(print_code)] {
                         if (!question->link.empty() && question->node.empty()) std::swap(question->node, question->lesson);
                         return print();
                       });
  for (CLI::App* command : {trace, explain, code}) add_lesson_argument(*command, *question);
  code->add_option("node", question->node, "the name of one node (`glassformer trace` lists them); all nodes by default")
      ->type_name(kind(value_kind::kNode));
  for (CLI::App* command : {trace, explain, code}) add_lesson_options(*command, *question);
  code->add_flag("--torch", question->torch, "print PyTorch instead of NumPy");
  trace->add_option("--node", question->node, "print only this node")->type_name(kind(value_kind::kNode));
  trace->add_option("--format", question->format, "the format, JSON by default")
      ->type_name(one_of(kExportFormatNames) + value_kind::kBetween + kPicture);
  trace
      ->add_option("--most-values", question->most_values,
                   "the most values of a node that is printed whole; of a larger node, JSON has the sums of its rows and columns, and "
                   "other formats have nothing")
      ->check(CLI::NonNegativeNumber)
      ->type_name("NUMBER");
  trace
      ->add_option("--width", question->width,
                   "the width of the window that an svg shows, 1280 by default; 480 suits a column of an article")
      ->check(CLI::Range(320, 2560))
      ->type_name("POINTS");
  explain->add_option("--node", question->node, "the node of the cell; by default, the cell is that of the link or the step")
      ->type_name(kind(value_kind::kNode));
  explain->add_option("--cell", question->cell, "the cell; rows and columns count from 0")->type_name("[HEAD,]ROW,COL");
  explain->add_option("--format", question->format, "the format, JSON by default")->type_name(one_of(kExportFormatNames));
}

void CommandLine::add_training() {
  const auto training = std::make_shared<TrainCommand>();
  CLI::App* train = add("train", "train a model; resume the training that was stopped in the same folder", [this, training] {
    training->assets = around_.assets;
    return train_command(*training, around_.texts, around_.out, around_.err);
  });
  train->add_option("config", training->config, "the settings as JSON; src/train/README.md describes them")
      ->required()
      ->type_name(kind(value_kind::kFile));
  train->add_option("--out", training->out, "the folder for log.csv, checkpoint.safetensors and model.safetensors")
      ->required()
      ->type_name(kind(value_kind::kFolder));
  train->add_option("--threads", training->threads, "the number of threads, which does not change the result")
      ->check(CLI::Range(1, 64))
      ->type_name("NUMBER");
  const auto quantizing = std::make_shared<QuantizeCommand>();
  CLI::App* quantize =
      add("quantize", "store the matrices of a trained model as integers, and evaluate the model again", [this, quantizing] {
        quantizing->assets = around_.assets;
        return quantize_command(*quantizing, around_.out);
      });
  quantize->add_option("model", quantizing->model, "the model's file")->required()->type_name(kind(value_kind::kFile));
  quantize->add_option("--out", quantizing->out, "the file to write")->required()->type_name(kind(value_kind::kFile));
  quantize->add_option("--bits", quantizing->bits, "the bits of an integer, 8 by default")
      ->check(CLI::Range(Index{2}, kMostIntegerBits))
      ->type_name("NUMBER");
  const auto exporting = std::make_shared<TorchExportCommand>();
  CLI::App* exported =
      add("export", "write a training as a program for PyTorch, with the files that it reads, for one process or many with torchrun",
          [this, exporting] { return torch_export_command(*exporting, around_.assets, around_.out); });
  exported->add_option("config", exporting->config, "the settings of a decoder as JSON, in the format of `train`")
      ->required()
      ->type_name(kind(value_kind::kFile));
  exported->add_flag("--torch", "for PyTorch")->required();
  exported->add_option("--out", exporting->out, "the folder for train.py, config.json, examples.json and start.safetensors")
      ->required()
      ->type_name(kind(value_kind::kFolder));
}

void CommandLine::add_language() {
  const auto language = std::make_shared<LanguageCommand>();
  constexpr const char* kInt8Help = "round the weights to 8 bits: a large model is faster, and a little less exact";
  CLI::App* tokenize = add("tokenize", "print a text as the tokens that a language model reads",
                           [this, language] { return tokenize_command(*language, around_.out); });
  tokenize->add_option("text", language->text, "the text")->required()->type_name("TEXT");
  tokenize->add_option("--tokenizer", language->model, "the model's file, with its vocabulary")
      ->required()
      ->type_name(kind(value_kind::kFile));
  CLI::App* logits = add("logits", "print a language model's logits after each token of a text",
                         [this, language] { return logits_command(*language, around_.texts, around_.out, around_.err); });
  logits->add_option("--model", language->model, "the model's file")->required()->type_name(kind(value_kind::kFile));
  logits->add_flag("--int8", language->int8, kInt8Help);
  logits->add_option("--text", language->text, "the text")->required()->type_name("TEXT");
  const auto texts_of = std::make_shared<TextsCommand>();
  CLI::App* texts = add("texts", "print the texts that a language model learns from, or the held-out texts, one a line",
                        [this, texts_of] { return texts_command(*texts_of, around_.out); });
  texts->add_option("task", texts_of->task, "the task that the model learns")->required()->type_name(one_of(kTextTasks));
  texts->add_option("--seed", texts_of->seed, "the seed from which the texts are drawn")->type_name("NUMBER");
  texts->add_flag("--held-out", texts_of->held_out, "print the held-out texts");
  texts->add_option("--book", texts_of->book, "the book of the task novel")->type_name(kind(value_kind::kFile));
  texts->add_option("--model", texts_of->model, "the file of a language model, to print how many bits each text takes it")
      ->type_name(kind(value_kind::kFile));
  texts->add_flag("--int8", texts_of->int8, kInt8Help);
  CLI::App* generate = add("generate", "continue a text with a language model, and print each token as it is sampled",
                           [this, language] { return generate_command(*language, around_.out); });
  generate->add_option("--model", language->model, "the model's file")->required()->type_name(kind(value_kind::kFile));
  generate->add_flag("--int8", language->int8, kInt8Help);
  generate->add_option("--prompt", language->text, "the text to continue")->required()->type_name("TEXT");
  generate->add_option("--tokens", language->tokens, "the most tokens to generate")->check(CLI::Range(0, 100000))->type_name("NUMBER");
  generate
      ->add_option("--temperature", language->sampling.temperature,
                   "the temperature, by which logits are divided; 0 takes the likeliest token")
      ->type_name("NUMBER");
  generate->add_option("--top-k", language->sampling.top_k, "sample from the k likeliest tokens; 0 samples from all")->type_name("NUMBER");
  generate->add_option("--top-p", language->sampling.top_p, "sample from the likeliest tokens that have this probability together")
      ->type_name("NUMBER");
  generate->add_option("--seed", language->seed, "the seed of the sampling")->type_name("NUMBER");
}

void CommandLine::add_itself() {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* bench = add("bench", "measure the speed of this build on this machine", [this, options] {
    around_.out << run_bench(*options, around_.assets);
    return kDone;
  });
  bench->add_option("name", options->name, "the measurement, train-step by default")->type_name(one_of(kBenches));
  bench->add_option("--threads", options->threads, "the number of threads, by default that of the machine's cores")
      ->check(CLI::Range(1, 64))
      ->type_name("NUMBER");
  bench->add_option("--repeats", options->repeats, "how often each is measured")->check(CLI::Range(1, 100000))->type_name("NUMBER");
  bench->add_option("--lesson", options->lesson, "measure this lesson alone, with the measurement lessons")
      ->type_name(kind(value_kind::kLesson));
  const auto shell = std::make_shared<std::string>();
  CLI::App* completion = add("completion", "print a script that completes commands, lessons, inputs and nodes in a shell", [this, shell] {
    around_.out << completion_script(*shell);
    return kDone;
  });
  completion->add_option("shell", *shell, "the shell that reads the script")->required()->type_name(one_of(kShells));
  add("manual", "print this program's page for man", [this] {
    around_.out << manual(app_);
    return kDone;
  });
}

}  // namespace gf
