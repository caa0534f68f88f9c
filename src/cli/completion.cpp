#include "cli/completion.h"

#include <algorithm>
#include <exception>
#include <iterator>

#include "cli/lesson_commands.h"
#include "cli/link_argument.h"
#include "cli/value_kinds.h"
#include "core/join.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "protocol/step.h"

namespace gf {
namespace {

constexpr char kBash[] = R"(# Completion of glassformer for bash: source <(glassformer completion bash)
_glassformer() {
  local line=${COMP_LINE:0:COMP_POINT} words word before lines one
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  # bash puts a word in the place of what follows the last = or : alone.
  before=${word%"${word##*[=:]}"}
  mapfile -t lines < <("${1/#\~\//$HOME/}" complete -- "${words[@]:1}" 2>/dev/null)
  COMPREPLY=()
  case ${lines[0]-} in
    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "${word#"$before"}") ;;
    :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "${word#"$before"}") ;;
    *) for one in "${lines[@]%%$'\t'*}"; do COMPREPLY+=("${one#"$before"}"); done ;;
  esac
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace
  return 0
}
complete -F _glassformer glassformer
)";

constexpr char kZsh[] = R"(#compdef glassformer
# Completion of glassformer for zsh: as _glassformer in a folder of fpath, or source <(glassformer completion zsh)
_glassformer() {
  local -a lines described
  local line
  lines=("${(@f)$(${words[1]} complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case ${lines[1]} in
    :files) _files ;;
    :folders) _files -/ ;;
    *)
      for line in $lines; do described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"); done
      _describe glassformer described ;;
  esac
}
if [[ ${funcstack[1]} == _glassformer ]]; then _glassformer "$@"; else compdef _glassformer glassformer; fi
)";

constexpr char kFish[] = R"(# Completion of glassformer for fish: glassformer completion fish | source
function __glassformer_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines ($words[1] complete -- $words[2..-1] 2>/dev/null)
  switch "$lines[1]"
    case :files
      __fish_complete_path (commandline -ct)
    case :folders
      __fish_complete_directories (commandline -ct)
    case '*'
      printf '%s\n' $lines
  end
end
complete -c glassformer -f -a '(__glassformer_complete)'
)";

// The candidates, as `completions` returns them.
struct Candidates {
  std::string lines = {};
  std::string begin = {};  // the begin that each candidate must have
  void add(const std::string& word, const std::string& meaning = {}) {
    if (word.starts_with(begin)) lines += word + "\t" + meaning + "\n";
  }
};

// The words of a line before the last word.
struct Typed {
  const CLI::App* command;
  std::vector<std::string> arguments = {};  // the words without options and their values
  std::string link = {};                    // the value of --link
  const CLI::Option* open = nullptr;        // an option whose value comes next
};

const CLI::Option* option_named(const CLI::App& app, const std::string& word) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      if (word == "--" + name) return option;
  return nullptr;
}

const CLI::App* command_named(const CLI::App& app, const std::string& word) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == word) return command;
  return nullptr;
}

Typed read_words(const CLI::App& app, const std::vector<std::string>& words) {
  Typed typed{&app};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (typed.open) {
      if (typed.open == option_named(*typed.command, "--link")) typed.link = word;
      typed.open = nullptr;
    } else if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      const CLI::Option* option = option_named(*typed.command, word.substr(0, equals));
      if (option && equals == std::string::npos && takes_value(*option)) typed.open = option;
    } else if (const CLI::App* command = typed.command == &app && typed.arguments.empty() ? command_named(app, word) : nullptr) {
      typed.command = command;
    } else {
      typed.arguments.push_back(word);
    }
  }
  return typed;
}

std::string first_line(std::string text) { return text.substr(0, text.find('\n')); }

void add_lessons(const Texts& texts, Candidates& to) {
  for (const Lesson& lesson : lessons()) to.add(lesson.info.id, texts.get("lessons." + lesson.info.id + ".title"));
  const std::string id = to.begin.substr(0, to.begin.find('/'));
  if (id.size() == to.begin.size()) return;
  for (const Lesson& lesson : lessons())
    if (lesson.info.id == id)
      for (const Step& step : lesson.info.steps) to.add(id + "/" + step.id, first_line(texts.get("lessons." + id + ".steps." + step.id)));
}

void add_inputs(const LessonInfo& lesson, const Texts& texts, Candidates& to) {
  for (const InputSpec& spec : lesson.inputs)
    to.add(std::string(spec.name) + "=", texts.get("lessons." + lesson.id + ".inputs." + spec.name + ".label"));
}

void add_presets(const LessonInfo& lesson, const Texts& texts, Candidates& to) {
  for (const Preset& preset : lesson.presets) to.add(preset.name, texts.get("lessons." + lesson.id + ".presets." + preset.name));
}

// Adds the possible values of an option or an argument.
void add_values(const std::string& kind, const Typed& typed, const Texts& texts, const AssetReader& assets, Candidates& to) {
  const std::string& lesson = typed.link.empty() && !typed.arguments.empty() ? typed.arguments.front() : typed.link;
  if (kind == value_kind::kFile) {
    to.lines = ":files\n";
  } else if (kind == value_kind::kFolder) {
    to.lines = ":folders\n";
  } else if (kind == value_kind::kLesson || kind == value_kind::kLink) {
    add_lessons(texts, to);
  } else if (kind == value_kind::kNode) {
    if (!lesson.empty())
      for (const std::string& node : nodes_of(lesson, texts, assets)) to.add(node);
  } else if (kind == value_kind::kInput || kind == value_kind::kPreset) {
    if (lesson.empty()) return;
    const LessonInfo& info = lesson_named(document_argument(lesson).document.lesson).info;
    kind == value_kind::kInput ? add_inputs(info, texts, to) : add_presets(info, texts, to);
  } else if (kind.find(value_kind::kBetween) != std::string::npos) {
    for (std::size_t begin = 0; begin <= kind.size();) {
      const std::size_t end = std::min(kind.find(value_kind::kBetween, begin), kind.size());
      to.add(kind.substr(begin, end - begin));
      begin = end + 1;
    }
  }
}

const CLI::Option* argument_at(const CLI::App& app, std::size_t index) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && index-- == 0) return option;
  return nullptr;
}

std::string last_word(const CLI::App& app, const std::vector<std::string>& words, const Texts& texts, const AssetReader& assets) {
  const std::string word = words.empty() ? std::string() : words.back();
  const Typed typed = read_words(app, words);
  Candidates to{.begin = word};
  if (typed.open) {
    add_values(kind_of(*typed.open), typed, texts, assets, to);
  } else if (const std::size_t equals = word.find('='); word.starts_with("--") && equals != std::string::npos) {
    const CLI::Option* option = option_named(*typed.command, word.substr(0, equals));
    Candidates values{.begin = word.substr(equals + 1)};
    if (option && takes_value(*option)) add_values(kind_of(*option), typed, texts, assets, values);
    if (values.lines.starts_with(':')) return values.lines;
    for (std::size_t begin = 0; begin < values.lines.size();) {
      const std::size_t end = values.lines.find('\n', begin) + 1;
      to.lines += word.substr(0, equals + 1) + values.lines.substr(begin, end - begin);
      begin = end;
    }
  } else if (word.starts_with("-")) {
    for (const CLI::Option* option : typed.command->get_options())
      for (const std::string& name : option->get_lnames()) to.add("--" + name, option->get_description());
  } else {
    if (typed.command == &app && typed.arguments.empty())
      for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        to.add(command->get_name(), command->get_description());
    // With --link, the argument for the lesson is left out, so that the first word is the second argument.
    const std::size_t index = typed.arguments.size() + (typed.link.empty() ? 0 : 1);
    if (const CLI::Option* argument = argument_at(*typed.command, index)) add_values(kind_of(*argument), typed, texts, assets, to);
  }
  return to.lines;
}

}  // namespace

std::string completion_script(const std::string& shell) {
  const char* const scripts[] = {kBash, kZsh, kFish};
  static_assert(std::size(scripts) == std::size(kShells));
  const auto* const found = std::find(std::begin(kShells), std::end(kShells), shell);
  if (found == std::end(kShells))
    throw InputError({"unknown_choice", {{"where", "completion"}, {"got", shell}, {"choices", joined(kShells)}}});
  return scripts[found - std::begin(kShells)];
}

// A line that can't be read yet has no candidates, since the reader is still typing.
std::string completions(const CLI::App& app, const std::vector<std::string>& words, const Texts& texts, const AssetReader& assets) try {
  return last_word(app, words, texts, assets);
} catch (const std::exception&) {
  return {};
}

}  // namespace gf
