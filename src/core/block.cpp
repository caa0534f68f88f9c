#include "core/block.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "core/npy.h"
#include "core/number.h"
#include "core/problem.h"

namespace gf {
namespace {

using Table = std::vector<std::vector<std::string>>;

bool is_in_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

// ---- A table of fields, some of which may be labels ------------------------------------------------------------------------------

// Whether a field is a word for NaN or infinity, which is refused as a value, and is no label.
bool is_word_for_a_number(std::string_view field) {
  std::string word;
  for (const char c : field)
    if (c != '-' && c != '+') word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word == "nan" || word == "inf" || word == "infinity" || word == "−∞" || word == "∞" || word == "\\infty";
}

bool is_label(const std::string& field) {
  if (trimmed(field).empty() || is_word_for_a_number(trimmed(field))) return false;
  try {
    parse_number(field, "");
    return false;
  } catch (const InputError& error) {
    return error.problem().id == "not_a_number";
  }
}

// Whether the first row holds labels: its corner is empty, or all its fields are words.
bool has_head(const Table& table) {
  if (table.size() < 2) return false;
  const std::vector<std::string>& head = table.front();
  if (head.size() > 1 && trimmed(head.front()).empty()) return true;
  return std::all_of(head.begin(), head.end(), is_label);
}

// Whether the first column holds labels: the corner is empty, or all its fields below the head are words.
bool has_side(const Table& table, bool head) {
  if (table.back().size() < 2) return false;
  if (head && table.front().size() > 1 && trimmed(table.front().front()).empty()) return true;
  return std::all_of(table.begin() + (head ? 1 : 0), table.end(), [](const auto& row) { return !row.empty() && is_label(row.front()); });
}

std::string place_of(const std::string& where, std::size_t row, std::size_t col) {
  return where + "[" + std::to_string(row) + "," + std::to_string(col) + "]";
}

// Returns the numbers of the table without its head and side. Throws InputError for a cell that is no number, and unless all rows have the
// same length.
Tensor matrix_of(const Table& table, const std::string& where, bool head = false, bool side = false) {
  std::vector<std::vector<float>> rows;
  for (std::size_t r = head ? 1 : 0; r < table.size(); ++r) {
    std::vector<float> row;
    for (std::size_t c = side ? 1 : 0; c < table[r].size(); ++c)
      row.push_back(static_cast<float>(parse_number(table[r][c], place_of(where, rows.size(), row.size()))));
    if (!rows.empty() && row.size() != rows.front().size())
      throw InputError({"ragged_matrix",
                        {{"where", where},
                         {"row", std::to_string(rows.size())},
                         {"got", std::to_string(row.size())},
                         {"first", std::to_string(rows.front().size())}}});
    rows.push_back(std::move(row));
  }
  if (rows.empty() || rows.front().empty()) throw InputError({"empty_number", {{"where", where}}});
  return Tensor::from_rows(rows);
}

Tensor labelled_matrix_of(const Table& table, const std::string& where) {
  if (table.empty()) throw InputError({"empty_number", {{"where", where}}});
  const bool head = has_head(table);
  return matrix_of(table, where, head, has_side(table, head));
}

// ---- Spreadsheets and CSV --------------------------------------------------------------------------------------------------------

std::vector<std::string> split_spaces(std::string_view line) {
  std::vector<std::string> fields;
  while (!(line = trimmed(line)).empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    fields.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return fields;
}

// Removes the first line from the text, and returns its fields. A separator or a line break in quotes belongs to its field.
std::vector<std::string> take_line(std::string_view& text, char separator) {
  std::vector<std::string> fields(1);
  std::size_t at = 0;
  for (bool quoted = false; at < text.size() && (quoted || text[at] != '\n'); ++at) {
    const char c = text[at];
    if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"')
      fields.back() += text[++at];
    else if (c == '"' && (quoted || trimmed(fields.back()).empty()))
      quoted = !quoted;
    else if (c == separator && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  text.remove_prefix(std::min(at + 1, text.size()));
  return fields;
}

char separator_of(std::string_view line) {
  for (const char separator : {'\t', ';', ','})
    if (line.find(separator) != std::string_view::npos) return separator;
  return ' ';
}

// Returns the name in a comment: "w_q" for "# w_q (4, 3)".
std::string name_in_comment(std::string_view line) {
  line.remove_prefix(1);
  return std::string(trimmed(line.substr(0, line.find('('))));
}

std::vector<NamedTensor> read_lines(std::string_view text, const std::string& where) {
  std::vector<NamedTensor> blocks;
  std::string name;
  Table table;
  char separator = ' ';
  const auto end_block = [&] {
    if (!table.empty()) blocks.push_back({std::exchange(name, {}), labelled_matrix_of(std::exchange(table, {}), where)});
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool comment = trimmed(line).starts_with('#');
    if (comment) {
      end_block();
      name = name_in_comment(trimmed(line));
    }
    if (comment || trimmed(line).empty()) {
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      continue;
    }
    // The first line of a table decides, because a label in quotes may continue in the next line.
    if (table.empty() || separator == ' ') separator = separator_of(line);
    if (separator != ' ') {
      table.push_back(take_line(text, separator));
    } else {
      table.push_back(split_spaces(line));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
  }
  end_block();
  return blocks;
}

// ---- Lists in brackets: NumPy, PyTorch, JSON -------------------------------------------------------------------------------------

// Returns the name that a list is assigned to: "w_q" for `w_q = np.array(`.
std::string name_before(std::string_view text) {
  const std::size_t line = text.rfind('\n');
  text = trimmed(line == std::string_view::npos ? text : text.substr(line + 1));
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view name = trimmed(text.substr(0, equals));
  return std::all_of(name.begin(), name.end(), is_in_a_name) ? std::string(name) : std::string();
}

// Reads one list with all lists inside it. The numbers of an innermost list are a row, and a list of rows is a matrix.
class ListReader {
 public:
  ListReader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  /// Reads the list that begins at `at`, and moves `at` behind the list.
  std::vector<Tensor> read(std::size_t& at) {
    int depth = 0;
    do {
      const char c = at < text_.size() ? text_[at] : '\0';
      if (c == '[') {
        if (!row_.empty() || !field_.empty()) throw InputError({"not_a_number", {{"where", where_}, {"got", "["}}});
        ++depth;
      } else if (c == ']') {
        end_field();
        if (!row_.empty())
          table_.push_back(std::exchange(row_, {}));
        else
          end_matrix();
        if (--depth == 0) end_matrix();
      } else if (c == ',' || kBlanks.find(c) != std::string_view::npos) {
        end_field();
      } else if (c == '\0') {
        throw InputError({"list_not_closed", {{"where", where_}}});
      } else {
        field_ += c;
      }
      ++at;
    } while (depth > 0);
    return std::move(matrices_);
  }

 private:
  void end_field() {
    if (!field_.empty()) row_.push_back(std::exchange(field_, {}));
  }

  // Ends the current matrix, if it has rows. A single row is a matrix too.
  void end_matrix() {
    if (!table_.empty()) matrices_.push_back(matrix_of(std::exchange(table_, {}), where_));
  }

  std::string_view text_;
  const std::string& where_;
  std::string field_;
  std::vector<std::string> row_;
  Table table_;
  std::vector<Tensor> matrices_;
};

void add_stack(std::vector<NamedTensor>& blocks, const std::string& name, std::vector<Tensor> matrices) {
  const bool numbered = matrices.size() != 1 && !name.empty();
  for (std::size_t k = 0; k < matrices.size(); ++k)
    blocks.push_back({numbered ? name + "[" + std::to_string(k) + "]" : name, std::move(matrices[k])});
}

std::vector<NamedTensor> read_lists(std::string_view text, const std::string& where) {
  std::vector<NamedTensor> blocks;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
    // The brackets of an index, weights[0, 1], are no list.
    if (at > 0 && (is_in_a_name(text[at - 1]) || text[at - 1] == ']' || text[at - 1] == ')')) {
      ++at;
      continue;
    }
    const std::string name = name_before(text.substr(0, at));
    add_stack(blocks, name, ListReader(text, where).read(at));
  }
  return blocks;
}

// ---- LaTeX -----------------------------------------------------------------------------------------------------------------------

// Returns the text without braces and without commands that only change its look.
std::string plain_field(std::string_view field) {
  std::string plain;
  for (std::size_t at = 0; at < field.size(); ++at) {
    const char c = field[at];
    if (field.substr(at).starts_with("\\cdot 10^") || field.substr(at).starts_with("\\times 10^")) {
      plain = std::string(trimmed(plain)) + "e";
      at += field.substr(at).find('^');
    } else if (c == '\\' && at + 1 < field.size() && std::isalpha(static_cast<unsigned char>(field[at + 1]))) {
      std::size_t end = at + 1;
      while (end < field.size() && std::isalpha(static_cast<unsigned char>(field[end]))) ++end;
      if (field.substr(at, end - at) == "\\infty") plain += "\\infty";
      at = end - 1;
    } else if (c == '\\' && at + 1 < field.size()) {
      if (const char next = field[++at]; next != ',' && next != ';' && next != '!') plain += next;
    } else if (c != '{' && c != '}' && c != '$') {
      plain += c == '~' ? ' ' : c;
    }
  }
  return std::string(trimmed(plain));
}

Table latex_table(std::string_view body) {
  Table table;
  std::vector<std::string> row;
  std::string field;
  const auto end_row = [&] {
    row.push_back(plain_field(field));
    field.clear();
    if (row.size() > 1 || !row.front().empty()) table.push_back(row);
    row.clear();
  };
  for (std::size_t at = 0; at < body.size(); ++at) {
    if (body.substr(at).starts_with("\\\\")) {
      end_row();
      ++at;
    } else if (body[at] == '\\' && at + 1 < body.size()) {
      field += body[at];
      field += body[++at];
    } else if (body[at] == '&') {
      row.push_back(plain_field(std::exchange(field, {})));
    } else {
      field += body[at];
    }
  }
  end_row();
  return table;
}

// Returns the name before a matrix: "w_q" for the comment "% w_q (4, 4)", or for \mathrm{w\_q} =
std::string latex_name(std::string_view before) {
  if (const std::size_t comment = before.rfind('%'); comment != std::string_view::npos && (comment == 0 || before[comment - 1] == '\n')) {
    const std::string_view line = before.substr(comment, before.substr(comment).find('\n'));
    if (line.find('(') != std::string_view::npos) return name_in_comment(line);
  }
  const std::size_t equals = before.rfind('=');
  if (equals == std::string_view::npos || !trimmed(before.substr(equals + 1)).empty()) return {};
  before = trimmed(before.substr(0, equals));
  const std::size_t line = before.find_last_of("\n&");
  return plain_field(line == std::string_view::npos ? before : before.substr(line + 1));
}

// Removes options such as [first-row] from the body, and with `columns` the columns {rrr} of an array.
void skip_arguments(std::string_view& body, bool columns) {
  body = body.substr(std::min(body.find_first_not_of(kBlanks), body.size()));
  if (body.starts_with('[')) body.remove_prefix(std::min(body.find(']') + 1, body.size()));
  if (columns && body.starts_with('{')) body.remove_prefix(std::min(body.find('}') + 1, body.size()));
}

std::vector<NamedTensor> read_latex(std::string_view text, const std::string& where) {
  static constexpr std::string_view kBegin = "\\begin{", kEnd = "\\end{";
  std::vector<NamedTensor> blocks;
  std::string_view since = text;  // from the last matrix on: the name may stand before an environment around the matrix
  for (std::size_t at = 0; (at = text.find(kBegin)) != std::string_view::npos;) {
    const std::string_view before = since.substr(0, since.size() - text.size() + at);
    text.remove_prefix(at + kBegin.size());
    const std::string name(text.substr(0, text.find('}')));
    text.remove_prefix(std::min(name.size() + 1, text.size()));
    const bool columns = name.starts_with("array") || name.starts_with("tabular");
    if (!columns && !name.ends_with("matrix") && !name.ends_with("Matrix")) continue;
    const std::size_t end = text.find(std::string(kEnd) + name + "}");
    if (end == std::string_view::npos) throw InputError({"list_not_closed", {{"where", where}}});
    std::string_view body = text.substr(0, end);
    skip_arguments(body, columns);
    blocks.push_back({latex_name(before), labelled_matrix_of(latex_table(body), where)});
    text.remove_prefix(end);
    since = text;
  }
  return blocks;
}

std::vector<NamedTensor> read_text(std::string_view text, const std::string& where) {
  if (text.find("\\begin{") != std::string_view::npos) return read_latex(text, where);
  if (text.find('[') != std::string_view::npos && !trimmed(text).starts_with('#')) return read_lists(text, where);
  return read_lines(text, where);
}

// ---- One of several matrices -----------------------------------------------------------------------------------------------------

std::string in_python(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

}  // namespace

std::vector<NamedTensor> read_blocks(std::string_view text, const std::string& where) {
  if (is_npy(text)) {
    std::vector<NamedTensor> blocks;
    add_stack(blocks, {}, read_npy(text, where));
    return blocks;
  }
  std::vector<NamedTensor> blocks = read_text(text, where);
  if (blocks.empty()) throw InputError({"empty_number", {{"where", where}}});
  return blocks;
}

Tensor parse_block(std::string_view text, const std::string& where, std::string_view wanted) {
  std::vector<NamedTensor> blocks = read_blocks(text, where);
  if (blocks.size() == 1) return std::move(blocks.front().value);
  const auto fits = [&](const NamedTensor& block) { return !wanted.empty() && in_python(block.name) == in_python(wanted); };
  if (std::count_if(blocks.begin(), blocks.end(), fits) == 1) return std::move(std::find_if(blocks.begin(), blocks.end(), fits)->value);
  throw InputError({"several_matrices", {{"where", where}, {"got", std::to_string(blocks.size())}, {"name", std::string(wanted)}}});
}

}  // namespace gf
