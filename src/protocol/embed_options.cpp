#include "protocol/embed_options.h"

#include <charconv>
#include <iterator>

#include "core/join.h"
#include "core/problem.h"
#include "protocol/limits.h"
#include "protocol/look.h"

namespace gf {
namespace {

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(part.size() + 1, list.size()));
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

template <typename Enum, std::size_t N>
Enum value_named(const std::string_view (&names)[N], const std::string& name, const char* option) {
  const auto* const found = std::find(std::begin(names), std::end(names), name);
  check_name(name, option);  // the problem below quotes the name
  if (found == std::end(names)) throw InputError({"unknown_choice", {{"where", option}, {"choices", joined(names)}, {"got", name}}});
  return static_cast<Enum>(found - std::begin(names));
}

int text_size(const std::string& text) {
  check_name(text, "size");
  int size = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || stopped != text.data() + text.size() || size < kLeastTextSize || size > kMostTextSize)
    throw InputError({"number_out_of_range",
                      {{"where", "size"},
                       {"least", std::to_string(kLeastTextSize)},
                       {"most", std::to_string(kMostTextSize)},
                       {"got", "“" + text + "”"}}});
  return size;
}

// Applies one value of the option `name`. Ignores an option with an unknown name.
void take(EmbedOptions& options, const std::string& name, const std::string& value) {
  if (name == "hide") options.hidden.insert(value_named<ScreenPart>(kScreenPartNames, value, "hide"));
  if (name == "theme") options.theme = value_named<ThemeChoice>(kThemeNames, value, "theme");
  if (name == "size") options.text_size = text_size(value);
  if (name != "show" && name != "lock") return;
  check_name(value, name);
  if (name == "show") options.show = value;
  if (name == "lock") options.locked.insert(value);
}

std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEscapes[] = {{'&', "&amp;"}, {'"', "&quot;"}, {'<', "&lt;"}, {'>', "&gt;"}};
  std::string result;
  for (const char letter : text) {
    const auto* const found =
        std::find_if(std::begin(kEscapes), std::end(kEscapes), [&](const auto& escape) { return escape.first == letter; });
    if (found == std::end(kEscapes))
      result += letter;
    else
      result += found->second;
  }
  return result;
}

}  // namespace

EmbedOptions read_embed_options(std::string_view lines, std::vector<Problem>& problems) {
  EmbedOptions options;
  bool hides = false;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const std::string name(line.substr(0, line.find('=')));
    hides = hides || name == "hide";
    for (const std::string& value : parts_of(line.substr(std::min(name.size() + 1, line.size())))) {
      try {
        take(options, name, value);
      } catch (const InputError& error) {
        problems.push_back(error.problem());
      }
    }
  }
  if (!options.show.empty() && !hides) options.hidden.insert(std::begin(kScreenParts), std::end(kScreenParts));
  return options;
}

std::string query_of(const EmbedOptions& options) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view name, const std::string& value) { parts.push_back(std::string(name) + "=" + value); };
  if (!options.show.empty()) add("show", options.show);
  std::vector<std::string> hidden;
  for (const ScreenPart part : options.hidden) hidden.emplace_back(name_of(part));
  const bool is_default = options.show.empty() ? hidden.empty() : hidden.size() == std::size(kScreenParts);
  if (!is_default) add("hide", joined(hidden, ","));
  if (!options.locked.empty()) add("lock", joined(options.locked, ","));
  if (options.theme) add("theme", std::string(name_of(*options.theme)));
  if (options.text_size) add("size", std::to_string(*options.text_size));
  return joined(parts, "&");
}

std::optional<Problem> unknown_name(const EmbedOptions& options, const LessonInfo& lesson, const Trace& trace) {
  const auto is_node = [&](const std::string& name) { return trace.find(name) >= 0; };
  const auto refused = [&](const char* option, const char* id, const std::string& name) {
    return Problem{id, {{"where", option}, {"lesson", lesson.id}, {"got", name}}};
  };
  if (options.shows_part() && !is_node(options.show) && !can_be_folded(trace, options.show))
    return refused("show", "unknown_to_show", options.show);
  for (const std::string& name : options.locked)
    if (name != kAll && !is_node(name) && !find_input(lesson, name)) return refused("lock", "unknown_to_lock", name);
  return std::nullopt;
}

bool is_locked(const EmbedOptions& options, const Trace* trace, const Command& command) {
  if (options.locked.empty()) return false;
  if (traits_of(command).changes == ChangedPart::inputs) return options.locks(kAll);
  const std::string name = changed_name(command);
  if (name.empty()) return false;
  const int node = trace ? trace->find(name) : -1;
  return options.locks(name) || (node >= 0 && options.locks(trace->node(node).input));
}

std::string embed_tag(const EmbedOptions& options, std::string_view address, std::string_view title) {
  const char* const size = options.shows_part() ? R"(width="480" height="320")" : R"(width="900" height="640")";
  return "<iframe src=\"" + escaped(address) + "\" title=\"" + escaped(title) + "\" " + size +
         " loading=\"lazy\" style=\"border: 0\" allow=\"clipboard-write; cross-origin-isolated\"></iframe>";
}

}  // namespace gf
