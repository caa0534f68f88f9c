#include "train/tasks/grammar.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "core/join.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    parts.emplace_back(without_space_around(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

[[noreturn]] void refuse(std::string_view what, std::string_view got) {
  throw std::invalid_argument("[grammar] " + std::string(what) + ": \"" + std::string(got) + "\"");
}

// Returns the index at which the bracket that opens at `begin` closes. Brackets inside it are skipped.
std::size_t closing(std::string_view text, std::size_t begin, char open, char close) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  refuse("a bracket is not closed", text);
}

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
bool is_vowel(char c) { return std::string_view("aeiouAEIOU").find(c) != std::string_view::npos; }

}  // namespace

Grammar::Grammar(std::string_view text) {
  Table* table = nullptr;
  Rule* rule = nullptr;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) continue;
    if (line.starts_with("table ")) {
      const std::size_t colon = std::min(line.find(':'), line.size());
      rule = nullptr;
      table = &tables_[std::string(without_space_around(line.substr(6, colon - 6)))];
      for (std::string& column : split(std::string_view(line).substr(std::min(colon + 1, line.size())), ' '))
        if (!column.empty()) table->columns.push_back(std::move(column));
    } else if (line.starts_with("rule ")) {
      table = nullptr;
      rule = &rules_[line.substr(5)];
    } else if (table) {
      std::vector<std::string> cells = split(line, '|');
      if (cells.size() != table->columns.size()) refuse("a row has not as many cells as its table has columns", line);
      table->rows.push_back(std::move(cells));
    } else if (rule) {
      Template drawn{line};
      if (const std::size_t star = line.find(" * "); star != std::string::npos) {
        const auto [end, error] = std::from_chars(line.data(), line.data() + star, drawn.weight);
        if (error == std::errc() && end == line.data() + star && drawn.weight > 0) drawn.text = line.substr(star + 3);
      }
      rule->weight += drawn.weight;
      rule->templates.push_back(std::move(drawn));
    } else {
      refuse("a line belongs to no table and no rule", line);
    }
  }
}

// A text that is being drawn, and the rows that its names stand for.
struct Grammar::Drawing {
  struct Row {
    const Table* table;
    std::size_t row;
  };
  NumpyRandom& random;
  std::string text = {};
  std::map<std::string, Row, std::less<>> rows = {};
};

const Grammar::Table& Grammar::table(std::string_view name) const {
  const auto found = tables_.find(name);
  if (found == tables_.end() || found->second.rows.empty()) refuse("no table", name);
  return found->second;
}

std::string Grammar::draw(std::string_view rule, NumpyRandom& random) const {
  Drawing drawing{random};
  write_rule(rule, drawing);
  return drawing.text;
}

void Grammar::write_rule(std::string_view name, Drawing& drawing) const {
  const auto found = rules_.find(name);
  if (found == rules_.end() || found->second.templates.empty()) refuse("no rule", name);
  std::size_t at = draw_index(drawing.random, found->second.weight);
  for (const Template& choice : found->second.templates) {
    if (at < choice.weight) return write(choice.text, drawing);
    at -= choice.weight;
  }
}

void Grammar::write_cell(std::string_view name, Drawing& drawing, bool shown) const {
  const std::size_t dot = std::min(name.find('.'), name.size()), colon = std::min(name.find(':'), dot);
  const std::string_view bound = name.substr(0, colon);
  if (colon < dot) {
    const Table& from = table(name.substr(colon + 1, dot - colon - 1));
    std::vector<std::size_t> free;
    for (std::size_t row = 0; row < from.rows.size(); ++row)
      if (std::none_of(drawing.rows.begin(), drawing.rows.end(),
                       [&](const auto& other) { return other.first != bound && other.second.table == &from && other.second.row == row; }))
        free.push_back(row);
    if (free.empty()) refuse("all rows of a table are drawn", name);
    drawing.rows.insert_or_assign(std::string(bound), Drawing::Row{&from, free[draw_index(drawing.random, free.size())]});
  }
  if (!shown) return;
  const auto found = drawing.rows.find(bound);
  if (found == drawing.rows.end()) refuse("nothing was drawn under the name", name);
  const auto& [from, row] = found->second;
  std::size_t column = 0;
  if (dot < name.size()) {
    column = static_cast<std::size_t>(std::find(from->columns.begin(), from->columns.end(), name.substr(dot + 1)) - from->columns.begin());
    if (column == from->columns.size()) refuse("no column", name);
  }
  drawing.text += from->rows[row][column];
}

void Grammar::write(std::string_view text, Drawing& drawing) const {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '(') {
      const std::size_t end = closing(text, i, c, c == '{' ? '}' : ')');
      write_cell(text.substr(i + 1, end - i - 1), drawing, c == '{');
      i = end;
    } else if (c == '<') {
      const std::size_t end = closing(text, i, '<', '>');
      write_rule(text.substr(i + 1, end - i - 1), drawing);
      i = end;
    } else if (c == '[') {
      const std::size_t end = closing(text, i, '[', ']');
      std::vector<std::string_view> pieces;
      std::size_t begin = i + 1;
      for (std::size_t at = begin; at <= end; ++at) {
        if (text[at] == '[' && at > i) at = closing(text, at, '[', ']');
        if (text[at] != '|' && at != end) continue;
        pieces.push_back(text.substr(begin, at - begin));
        begin = at + 1;
      }
      write(pieces[draw_index(drawing.random, pieces.size())], drawing);
      i = end;
    } else {
      drawing.text += c;
    }
  }
}

std::string written(std::string_view text, bool begins) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '@') {
      while (i < text.size() && text[i] != ' ') out += text[i++];
      begins = true;
    }
    if (i == text.size()) break;
    out += begins && is_lower(text[i]) ? static_cast<char>(text[i] - 'a' + 'A') : text[i];
    if (is_letter(text[i])) begins = false;
    // A question or a call in quotation marks does not end the sentence: "Look!" said the fox.
    const bool goes_on = c != '.' && text.substr(i + 1, 2) == "\" ";
    if ((c == '.' || c == '!' || c == '?') && !goes_on) begins = true;
    if (c == '"' && (out.ends_with("said, \"") || text.substr(i + 1, 2) == " \"")) begins = true;
    const bool alone = (c == 'a' || c == 'A') && (i == 0 || !is_letter(text[i - 1])) && text.substr(i + 1).starts_with(" ");
    if (alone && i + 2 < text.size() && is_vowel(text[i + 2])) out += 'n';
  }
  return out;
}

}  // namespace gf
