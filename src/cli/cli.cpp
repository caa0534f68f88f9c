#include "cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/arguments.h"
#include "cli/bench.h"
#include "cli/language.h"
#include "cli/torch_export.h"
#include "cli/train.h"
#include "core/explanation.h"
#include "core/problem.h"
#include "export/export.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "protocol/code.h"
#include "protocol/step.h"
#include "protocol/trace_words.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr int kBadInput = 2;

struct Options {
  std::string lesson, preset, backward, node, cell, format = "json";
  std::vector<std::string> sets, pins;
  Index most_values = TraceExtent{}.most_values;
  bool torch = false;
};

json list_of(NameList names) {
  json list = json::array();
  for (const std::string& name : names) list.push_back(name);
  return list;
}

json input_to_json(const InputSpec& spec) {
  json result{{"name", spec.name}, {"type", name_of(spec.type)}, {"default", to_json(input_value(spec.initial))}};
  if (spec.type == InputType::number) result.update({{"least", spec.least}, {"most", spec.most}, {"step", spec.step}});
  if (spec.type == InputType::choice) result["choices"] = list_of(spec.choices);
  if (spec.type == InputType::matrix) result["shape"] = spec.shape;
  if (spec.only_with) result["only_with"] = {{"input", spec.only_with->input}, {"choices", list_of(spec.only_with->choices)}};
  return result;
}

json step_to_json(const LessonInfo& lesson, const Step& step, const Texts& texts) {
  json result{{"id", step.id},
              {"kind", step.ask        ? "predict"
                       : step.exercise ? "exercise"
                                       : "show"},
              {"caption", texts.get("lessons." + lesson.id + ".steps." + step.id)},
              {"focus", step.focus}};
  if (step.exercise)
    for (const Cell& cell : step.exercise->cells) result["blanks"].push_back({cell.outer, cell.row, cell.col});
  if (step.ask) result["how"] = name_of_question(*step.ask);
  if (step.page != StepPage::none) result["page"] = name_of(step.page);
  return result;
}

json steps_in_hour(const LessonInfo& lesson) {
  json names = json::array();
  for (const std::string& step : lesson.hour) names.push_back(step);
  return names;
}

std::string list_lessons(const Texts& texts) {
  json list = json::array();
  for (const Lesson& lesson : lessons()) {
    json inputs = json::array(), presets = json::array(), steps = json::array();
    for (const InputSpec& spec : lesson.info.inputs) inputs.push_back(input_to_json(spec));
    for (const Preset& preset : lesson.info.presets) presets.push_back(preset.name);
    json largest = json::object();
    for (const auto& [name, value] : inputs_of(lesson.largest)) largest[name] = to_json(value);
    for (const Step& step : lesson.info.steps) steps.push_back(step_to_json(lesson.info, step, texts));
    list.push_back({{"id", lesson.info.id},
                    {"title", texts.get("lessons." + lesson.info.id + ".title")},
                    {"chapter", name_of(lesson.info.chapter)},
                    {"hour", steps_in_hour(lesson.info)},
                    {"inputs", inputs},
                    {"presets", presets},
                    {"largest", largest},
                    {"try_also", examples_without_step(lesson.info)},
                    {"steps", steps}});
  }
  return readable(list);
}

Document document_of(const Options& options) {
  const LessonInfo& lesson = lesson_named(options.lesson).info;
  Document document{lesson.id};
  if (!options.preset.empty()) document.inputs = preset_inputs(lesson, options.preset);
  for (const std::string& set : options.sets) set_argument(lesson, set, document.inputs);
  for (const std::string& pin : options.pins) document.pins.push_back(pin_argument(pin));
  return document;
}

const TraceNode& node_of(const Trace& trace, const std::string& name, const std::string& where = "--node") {
  const int index = trace.find(name);
  if (index >= 0) return trace.nodes[static_cast<std::size_t>(index)];
  std::string known;
  for (const TraceNode& node : trace.nodes) known += (known.empty() ? "" : ", ") + node.name;
  throw InputError({"unknown_node_of", {{"where", where}, {"got", name}, {"known", known}}});
}

Trace run(const Options& options, const Texts& texts, const AssetReader& assets) {
  const Document document = document_of(options);
  LessonContext context;
  for (const std::string& path : files_of(document))
    if (auto content = assets(path)) context.files[path] = std::make_shared<const LessonFile>(*std::move(content));
  Trace trace = run_lesson(document, options.backward, context);
  for (const Note& note : trace.notes)
    if (note.id == "pin_without_cell") throw InputError({"pin_without_cell", note.words});
  put_words(trace, texts);
  return trace;
}

std::string print_trace(const Options& options, const Texts& texts, const AssetReader& assets, const PictureMaker& pictures) {
  const bool picture = options.format == "svg";
  const ExportFormat format = picture ? ExportFormat::json : export_format_named(options.format, "--format");
  const Trace trace = run(options, texts, assets);
  if (!options.node.empty()) node_of(trace, options.node);
  if (picture && !pictures)
    throw InputError({"unknown_choice", {{"where", "--format"}, {"got", "svg"}, {"choices", "json, csv, numpy, torch, latex"}}});
  if (picture) return pictures(document_of(options), options.node);
  TraceExtent extent{.most_values = options.most_values};
  if (!options.node.empty()) extent.only = {options.node};
  return export_trace(trace, format, texts, extent);
}

std::string print_explanation(const Options& options, const Texts& texts, const AssetReader& assets) {
  const Cell cell = cell_argument("--cell", options.cell);
  const Trace trace = run(options, texts, assets);
  const TraceNode& node = node_of(trace, options.node);
  if (!node.value->contains(cell))
    throw InputError({"unknown_cell", {{"node", node.name}, {"got", options.cell}, {"shape", to_string(node.value->shape())}}});
  return export_cell(trace, trace.find(options.node), cell, export_format_named(options.format, "--format"), texts);
}

std::string print_code(const Options& options, const Texts& texts, const AssetReader& assets) {
  const Trace trace = run(options, texts, assets);
  if (options.node.empty()) return export_program(trace, options.torch ? ExportFormat::torch : ExportFormat::numpy, texts);
  const TraceNode& node = node_of(trace, options.node, "code");
  const int place = trace.find(options.node);
  const CodeLanguage language = options.torch ? CodeLanguage::torch : CodeLanguage::numpy;
  if (!node.inputs.empty() && code_lines(trace, place, language, texts).empty()) throw InputError({"no_code", {{"node", node.name}}});
  return program_of(trace, place, language, texts).text;
}

void add_document_options(CLI::App& command, Options& options) {
  command.add_option("lesson", options.lesson, "the lesson's id, as `glassformer lessons` lists them")->required();
  command.add_option("--preset", options.preset, "start from a named example");
  command.add_option("--set", options.sets, "NAME=JSON: set an input")->allow_extra_args(false);
  command.add_option("--pin", options.pins, "NODE,[HEAD,]ROW,COL=VALUE: hold a computed cell")->allow_extra_args(false);
  command.add_option("--backward", options.backward, "NODE: append the gradients of this node's sum");
}

CLI::App* add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App* bench = app.add_subcommand("bench", "times of this build on this machine");
  bench->add_option("name", options.name, "train-step, decode or lessons");
  bench->add_option("--threads", options.threads, "as many as the machine has cores, where it is not given")->check(CLI::Range(1, 64));
  bench->add_option("--repeats", options.repeats, "how many times each is measured")->check(CLI::Range(1, 100000));
  bench->add_option("--lesson", options.lesson, "of lessons, this one alone");
  return bench;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

// Throws std::bad_alloc alone.
int parse_and_run(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const PictureMaker& pictures,
                  std::ostream& out, std::ostream& err) {
  Options options;
  CLI::App app("Glassformer: a transformer you can see through. Without arguments it opens its window.", "glassformer");
  app.require_subcommand(1);
  CLI::App* list = app.add_subcommand("lessons", "ids, titles, inputs and guided steps of the lessons");
  CLI::App* trace = app.add_subcommand("trace", "every node of a lesson's computation");
  CLI::App* explain = app.add_subcommand("explain", "the arithmetic of one cell");
  CLI::App* code = app.add_subcommand("code", "a lesson in Python, or one node's op, with its numbers: a program that runs as it stands");
  CLI::App* train = app.add_subcommand("train", "train a model; goes on where an earlier run in the same folder stopped");
  TrainCommand training;
  train->add_option("config", training.config, "the settings as JSON, as src/train/README.md describes them")->required();
  train->add_option("--out", training.out, "the folder for log.csv, checkpoint.safetensors and model.safetensors")->required();
  train->add_option("--threads", training.threads, "threads to compute with; the result does not depend on it")->check(CLI::Range(1, 64));
  QuantizeCommand quantizing;
  CLI::App* quantized = app.add_subcommand("quantize", "a trained model with its matrices as integers, measured again");
  quantized->add_option("model", quantizing.model, "the model's file")->required();
  quantized->add_option("--out", quantizing.out, "the file to write")->required();
  quantized->add_option("--bits", quantizing.bits, "of an integer, 8 where it is not said")->check(CLI::Range(Index{2}, kMostIntegerBits));
  TorchExportCommand exporting;
  bool for_torch = false;
  CLI::App* exported =
      app.add_subcommand("export", "a training as a program for PyTorch, with all that it reads: one process, or many with torchrun");
  exported->add_option("config", exporting.config, "the settings of a decoder as JSON, as `train` reads them")->required();
  exported->add_flag("--torch", for_torch, "for PyTorch")->required();
  exported->add_option("--out", exporting.out, "the folder for train.py, config.json, examples.json and start.safetensors")->required();
  LanguageCommand language;
  CLI::App* tokenize = app.add_subcommand("tokenize", "a text as the tokens that a language model reads");
  tokenize->add_option("--tokenizer", language.model, "the model's file, with its pieces")->required();
  tokenize->add_option("text", language.text, "any text")->required();
  CLI::App* logits = app.add_subcommand("logits", "what a language model makes of a text: a row of logits for each token");
  logits->add_option("--model", language.model, "the model's file")->required();
  logits->add_option("--text", language.text, "any text")->required();
  TextsCommand texts_of;
  CLI::App* told = app.add_subcommand("texts", "what a language model learns from, or is held out, a text a line");
  told->add_option("task", texts_of.task, "tales, conversations or novel")->required();
  told->add_option("--seed", texts_of.seed, "what they are drawn from");
  told->add_flag("--held-out", texts_of.held_out, "those that are held out");
  told->add_option("--book", texts_of.book, "the book of the task novel");
  told->add_option("--model", texts_of.model, "a language model's file: how many bits each text takes it");
  CLI::App* generate = app.add_subcommand("generate", "a text that a language model goes on with, as it is written");
  generate->add_option("--model", language.model, "the model's file")->required();
  generate->add_option("--prompt", language.text, "where it begins")->required();
  generate->add_option("--tokens", language.tokens, "how many at most")->check(CLI::Range(0, 100000));
  generate->add_option("--temperature", language.sampling.temperature, "the logits are divided by it; 0: always the likeliest");
  generate->add_option("--top-k", language.sampling.top_k, "drawn from the k likeliest; 0: from all");
  generate->add_option("--top-p", language.sampling.top_p, "drawn from as many of the likeliest as have this share together");
  generate->add_option("--seed", language.seed, "what the draws come from");
  add_document_options(*trace, options);
  add_document_options(*explain, options);
  add_document_options(*code, options);
  code->add_option("node", options.node, "one node, as `glassformer trace` names them; else all of them");
  code->add_flag("--torch", options.torch, "for PyTorch, not NumPy");
  trace->add_option("--node", options.node, "only this node");
  trace->add_option("--format", options.format, "json, csv, numpy, torch, latex or svg");
  trace->add_option("--most-values", options.most_values, "of a node with more, JSON has the sums of its rows and columns instead")
      ->check(CLI::NonNegativeNumber);
  explain->add_option("--node", options.node, "the cell's node")->required();
  explain->add_option("--cell", options.cell, "[HEAD,]ROW,COL, from 0")->required();
  explain->add_option("--format", options.format, "json, csv, numpy, torch or latex");
  BenchOptions bench_options;
  CLI::App* bench = add_bench(app, bench_options);
  try {
    app.parse(argc, argv);
    if (train->parsed()) {
      training.assets = assets;
      return train_command(training, texts, out, err);
    }
    if (quantized->parsed()) {
      quantizing.assets = assets;
      return quantize_command(quantizing, out);
    }
    if (exported->parsed()) return torch_export_command(exporting, assets, out);
    if (tokenize->parsed()) return tokenize_command(language, out);
    if (told->parsed()) return texts_command(texts_of, out);
    if (logits->parsed()) return logits_command(language, texts, out, err);
    if (generate->parsed()) return generate_command(language, out);
    if (bench->parsed()) {
      out << run_bench(bench_options, assets);
      return 0;
    }
    out << (list->parsed()      ? list_lessons(texts)
            : explain->parsed() ? print_explanation(options, texts, assets)
            : code->parsed()    ? print_code(options, texts, assets)
                                : print_trace(options, texts, assets, pictures));
    return 0;
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help, out, err);
  } catch (const CLI::ParseError& error) {
    err << "glassformer: " << one_line(error.what()) << "\n";
  } catch (const InputError& error) {
    err << "glassformer: " << one_line(texts.format(error.problem())) << "\n";
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    err << "glassformer: " << one_line(error.what()) << "\n";
  }
  return kBadInput;
}

}  // namespace

int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, std::ostream& out, std::ostream& err,
                     const PictureMaker& pictures) try {
  return parse_and_run(argc, argv, texts, assets, pictures, out, err);
} catch (const std::bad_alloc&) {
  err << "glassformer: " << texts.format(Problem{"out_of_memory", {}}) << "\n";
  return kBadInput;
}

int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const PictureMaker& pictures) {
  return run_command_line(argc, argv, texts, assets, std::cout, std::cerr, pictures);
}

}  // namespace gf
