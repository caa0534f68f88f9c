#include "cli/manual.h"

#include <algorithm>
#include <string_view>

#include "cli/exit_codes.h"
#include "cli/value_kinds.h"
#include "protocol/version.h"

namespace gf {
namespace {

// Escapes a text so that man reads no macro or escape in it. A hyphen becomes "\-", at which man breaks no line.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\\')
      escaped += "\\e";
    else if (letter == '-')
      escaped += "\\-";
    else
      escaped += letter;
  }
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

bool is_many(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

// Returns the name of an option, "--set NAME=JSON", or of an argument, "LESSON".
std::string name_of(const CLI::Option& option) {
  std::string name;
  if (option.get_positional()) {
    std::string word = option.get_name(true);
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return italic(word);
  }
  for (const std::string& letter : option.get_snames()) name += bold("-" + letter) + ", ";
  name += bold("--" + option.get_lnames().front());
  return takes_value(option) ? name + " " + italic(kind_of(option)) : name;
}

std::string in_synopsis(const CLI::Option& option) {
  const std::string name = name_of(option) + (is_many(option) ? " ..." : "");
  return option.get_required() ? name : "[" + name + "]";
}

// Returns the synopsis of a command, with arguments before options.
std::string synopsis(const CLI::App& app, const std::string& name) {
  std::string line = bold(name);
  for (const bool positional : {true, false})
    for (const CLI::Option* option : app.get_options())
      if (option->get_positional() == positional && option->get_lnames() != std::vector<std::string>{"help"})
        line += " " + in_synopsis(*option);
  return line + "\n";
}

std::string options_of(const CLI::App& app) {
  std::string text;
  for (const bool positional : {true, false})
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_positional() != positional) continue;
      text += ".TP\n" + name_of(*option) + "\n" + roff(option->get_description());
      if (positional && kind_of(*option).find(value_kind::kBetween) != std::string::npos) text += ": " + roff(kind_of(*option));
      text += ".\n";
    }
  return text;
}

constexpr std::string_view kExamples[][2] = {
    {"glassformer", "Opens the window as it was left."},
    {"glassformer softmax/step-4", "Opens the window at a step of a lesson."},
    {"glassformer 'https://example.org/glassformer/#d=q1bK...'", "Opens the window at a link."},
    {"glassformer trace self-attention --set text='\"once upon a time\"' --node weights",
     "Prints the attention weights of a text as JSON."},
    {"glassformer explain softmax/step-4", "Prints the arithmetic of the cell that a step is about."},
    {"glassformer generate --model tales.safetensors --prompt \"Once upon a time\"", "Continues a text with a language model."},
};

}  // namespace

std::string manual(const CLI::App& app) {
  std::string page = ".TH GLASSFORMER 1 \"\" \"glassformer " + std::string(program_version()) + "\" \"User Commands\"\n";
  page += ".SH NAME\nglassformer \\- a transformer you can see through\n";
  page += ".SH SYNOPSIS\n" + synopsis(app, "glassformer") + ".br\n" + bold("glassformer") + " " + italic("COMMAND") + " ...\n";
  page += ".SH DESCRIPTION\n" + roff(app.get_description()) +
          "\nCommands print the computation of a lesson, train models, and generate text. Results go to standard output, as JSON by "
          "default. Problems go to standard error, one a line.\n";
  page += ".SH OPTIONS\n" + options_of(app);
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    page += ".SS " + roff(command->get_name()) + "\n" + synopsis(*command, "glassformer " + command->get_name()) + ".PP\n" +
            roff(command->get_description()) + ".\n" + options_of(*command);
  page += ".SH EXIT STATUS\n";
  for (const ExitCode& exit : kExitCodes) page += ".TP\n" + bold(exit.code) + "\n" + roff(exit.meaning) + ".\n";
  page += ".SH EXAMPLES\n";
  for (const auto& [line, meaning] : kExamples) page += ".TP\n" + bold(line) + "\n" + roff(meaning) + "\n";
  page += ".SH FILES\n.TP\n" + italic("$XDG_CONFIG_HOME/glassformer") + ", or " + italic("~/.config/glassformer") +
          "\nSettings, and the work in the window: documents, steps of undo, training runs.\n";
  page += ".SH ENVIRONMENT\n.TP\n" + bold("GTK_THEME") +
          "\nA name with \"dark\" in it makes the window dark, unless its own settings choose a theme.\n";
  return page;
}

}  // namespace gf
