#include "lessons/numpy/syntax.h"

#include <algorithm>
#include <iterator>

#include "core/number.h"

namespace gf::numpy {

namespace {

constexpr std::size_t kMostSyntax = 800;  // parts of all trees
constexpr int kDeepest = 48;              // nested expressions

constexpr std::string_view kStatementWords[] = {"for",   "while", "if",     "else",   "elif",  "class", "lambda", "with", "try", "from",
                                                "yield", "del",   "assert", "global", "raise", "not",   "and",    "or",   "is",  "in"};
constexpr std::string_view kComparisons[] = {"<=", ">=", "==", "!=", "<", ">"};

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {
    if (text.size() > kMostCode) fail("code_too_long", kMostCode, text.size(), {{"most", std::to_string(kMostCode)}});
  }

  Program program() {
    skip_empty_lines();
    Program all = block(indent());
    if (at_ < text_.size()) fail("code_indent", at_, at_ + 1);
    return all;
  }

 private:
  [[noreturn]] void fail(const char* id, std::size_t begin, std::size_t end, std::vector<std::pair<std::string, std::string>> words = {}) {
    throw CodeError(placed({id, std::move(words)}, text_, begin), begin, std::max(end, begin));
  }

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // Skips spaces and comments, and inside brackets the ends of lines.
  void skip_space() {
    for (;;) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && !open_.empty())) {
        ++at_;
      } else if (c == '\\' && peek(1) == '\n') {
        at_ += 2;
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  void skip_empty_lines() {
    while (at_ < text_.size()) {
      const std::size_t line = at_;
      skip_space();
      if (peek() != '\n' && at_ < text_.size()) return void(at_ = line);
      if (at_ < text_.size()) ++at_;
    }
  }

  // Returns the number of spaces at the beginning of the line.
  int indent() const {
    int spaces = 0;
    for (std::size_t i = at_; i < text_.size() && (text_[i] == ' ' || text_[i] == '\t'); ++i) spaces += text_[i] == '\t' ? 4 : 1;
    return spaces;
  }

  std::size_t character_end() const {
    std::size_t end = std::min(at_ + 1, text_.size());
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return end;
  }

  // Returns the end of the word, number or sign that a message names.
  std::size_t token_end() const {
    std::size_t end = at_;
    while (end < text_.size() && continues_name(text_[end])) ++end;
    return end > at_ ? end : character_end();
  }

  bool at_line_end() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == ';'; }

  [[noreturn]] void expected(const char* id) {
    if (at_ >= text_.size() || peek() == '\n') fail("code_ended", at_, at_);
    const std::size_t end = token_end();
    const std::string got(text_.substr(at_, end - at_));
    const auto byte = static_cast<unsigned char>(got.front());
    if (byte >= 0x80 || std::string_view("!?$'\"`").find(got.front()) != std::string_view::npos)
      fail("code_character", at_, end, {{"got", got}});
    fail(id, at_, end, {{"got", got}});
  }

  bool take(std::string_view sign) {
    skip_space();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  std::string_view word() const {
    std::size_t end = at_;
    if (begins_name(peek()))
      while (end < text_.size() && continues_name(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  bool take_word(std::string_view wanted) {
    skip_space();
    if (word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  std::string name() {
    skip_space();
    const std::string_view found = word();
    if (found.empty()) expected("code_name");
    if (std::find(std::begin(kStatementWords), std::end(kStatementWords), found) != std::end(kStatementWords))
      fail("code_statement", at_, at_ + found.size(), {{"got", std::string(found)}});
    at_ += found.size();
    return std::string(found);
  }

  Program block(int wanted) {
    Program statements;
    for (skip_empty_lines(); at_ < text_.size(); skip_empty_lines()) {
      const int spaces = indent();
      if (spaces < wanted) break;
      skip_space();
      if (spaces > wanted) fail("code_indent", at_, token_end());
      line(statements);
    }
    return statements;
  }

  // Appends the statements of a line, which have ";" between them.
  void line(Program& statements) {
    if (take_word("def")) return statements.push_back(function());
    for (;;) {
      if (!skipped_import()) statements.push_back(statement());
      skip_space();
      if (peek() != ';') break;
      ++at_;
      skip_space();
      if (at_line_end()) break;
    }
    if (!at_line_end()) expected("code_surplus");
    if (at_ < text_.size()) ++at_;
  }

  // Skips "import numpy as np", which a copied text has.
  bool skipped_import() {
    if (!take_word("import")) return false;
    while (!at_line_end()) ++at_;
    return true;
  }

  Statement function() {
    Statement definition{.kind = Statement::Kind::function, .name = name()};
    open("(");
    while (!take(")")) {
      definition.parameters.push_back(name());
      if (take(",")) continue;
      close(')');
      break;
    }
    open_.clear();
    if (!take(":")) expected("code_colon");
    skip_space();
    if (at_line_end()) {
      skip_empty_lines();
      const int spaces = indent();
      if (spaces == 0) fail("code_indent", at_, at_);
      definition.body = block(spaces);
    } else {
      line(definition.body);
    }
    return definition;
  }

  Statement statement() {
    skip_space();
    if (take_word("return")) return {.kind = Statement::Kind::result, .value = expressions()};
    const std::size_t begin = at_;
    Syntax value = expressions();
    skip_space();
    std::string sign;
    for (const char* assigning : {"+=", "-=", "*=", "/=", "@="})
      if (text_.substr(at_, 2) == assigning) sign = assigning[0];
    if (!sign.empty()) ++at_;
    if (peek() != '=' || peek(1) == '=') {
      if (!sign.empty()) --at_;
      return {.kind = Statement::Kind::expression, .value = std::move(value)};
    }
    std::vector<std::string> several;
    if (value.kind == SyntaxKind::tuple && sign.empty())
      for (const Syntax& target : value.parts)
        if (target.kind == SyntaxKind::name) several.push_back(target.text);
    if (value.kind != SyntaxKind::name && (several.empty() || several.size() != value.parts.size())) fail("code_target", begin, value.end);
    ++at_;
    Syntax right = expressions();
    Statement assignment{.kind = Statement::Kind::assignment, .name = several.empty() ? value.text : several.back(), .parameters = several};
    if (sign.empty()) {
      assignment.value = std::move(right);
    } else {
      const std::size_t end = right.end;
      assignment.value =
          branch({.kind = SyntaxKind::binary, .text = sign, .parts = {std::move(value), std::move(right)}, .begin = begin, .end = end});
    }
    return assignment;
  }

  // Parses an expression, or several with commas between them, which are a tuple without brackets.
  Syntax expressions() {
    Syntax first = expression();
    skip_space();
    if (peek() != ',') return first;
    Syntax whole{.kind = SyntaxKind::tuple, .begin = first.begin};
    whole.parts.push_back(std::move(first));
    while (take(",")) {
      skip_space();
      if (at_line_end() || peek() == '=') break;
      whole.parts.push_back(expression());
      skip_space();
    }
    whole.end = at_;
    return branch(std::move(whole));
  }

  // Counts a part of the tree, and returns it.
  Syntax branch(Syntax tree) {
    if (++count_ > kMostSyntax) fail("code_too_deep", tree.begin, tree.end);
    return tree;
  }

  Syntax binary(std::string sign, Syntax left, Syntax right) {
    const std::size_t begin = left.begin, end = right.end;
    return branch(
        {.kind = SyntaxKind::binary, .text = std::move(sign), .parts = {std::move(left), std::move(right)}, .begin = begin, .end = end});
  }

  Syntax expression() {
    if (++depth_ > kDeepest) fail("code_too_deep", at_, at_);
    Syntax left = either();
    skip_space();
    for (const std::string_view sign : kComparisons)
      if (text_.substr(at_, sign.size()) == sign) {
        at_ += sign.size();
        left = binary(std::string(sign), std::move(left), either());
        break;
      }
    --depth_;
    return left;
  }

  Syntax either() {
    Syntax left = both();
    while (take("|")) left = binary("|", std::move(left), both());
    return left;
  }

  Syntax both() {
    Syntax left = sum();
    while (take("&")) left = binary("&", std::move(left), sum());
    return left;
  }

  Syntax sum() {
    Syntax left = product();
    for (skip_space(); (peek() == '+' || peek() == '-') && peek(1) != '='; skip_space()) {
      const std::string sign(1, text_[at_++]);
      left = binary(sign, std::move(left), product());
    }
    return left;
  }

  Syntax product() {
    Syntax left = unary();
    for (skip_space(); (peek() == '*' || peek() == '/' || peek() == '@') && peek(1) != '='; skip_space()) {
      std::string sign(1, text_[at_++]);
      if (sign == "/" && peek() == '/') sign += text_[at_++];
      left = binary(sign, std::move(left), unary());
    }
    return left;
  }

  Syntax unary() {
    skip_space();
    const std::size_t begin = at_;
    if (peek() != '-' && peek() != '+' && peek() != '~') return power();
    if (++depth_ > kDeepest) fail("code_too_deep", at_, at_);
    const std::string sign(1, text_[at_++]);
    Syntax operand = unary();
    --depth_;
    const std::size_t end = operand.end;
    return branch({.kind = SyntaxKind::unary, .text = sign, .parts = {std::move(operand)}, .begin = begin, .end = end});
  }

  Syntax power() {
    Syntax base = postfix();
    return take("**") ? binary("**", std::move(base), unary()) : base;
  }

  void open(const char* bracket) {
    skip_space();
    if (!take(bracket)) expected("code_bracket");
    open_.push_back(at_ - 1);
  }

  void close(char bracket) {
    skip_space();
    const std::size_t opened = open_.back();
    if (at_ >= text_.size())
      fail("code_unclosed", opened, opened + 1, {{"got", std::string(1, text_[opened])}, {"expected", std::string(1, bracket)}});
    if (peek() != bracket) expected("code_surplus");
    ++at_;
    open_.pop_back();
  }

  Syntax postfix() {
    Syntax tree = atom();
    for (;;) {
      skip_space();
      const std::size_t begin = tree.begin;
      if (peek() == '.' && !is_digit(peek(1))) {
        ++at_;
        std::string attribute = name();
        tree =
            branch({.kind = SyntaxKind::attribute, .text = std::move(attribute), .parts = {std::move(tree)}, .begin = begin, .end = at_});
      } else if (peek() == '(' || peek() == '[') {
        const bool call = peek() == '(';
        open(call ? "(" : "[");
        Syntax whole{.kind = call ? SyntaxKind::call : SyntaxKind::index, .parts = {std::move(tree)}, .begin = begin};
        arguments(call ? ')' : ']', whole.parts, call);
        whole.end = at_;
        tree = branch(std::move(whole));
      } else {
        return tree;
      }
    }
  }

  // Parses the arguments of a call or the indices of an array, up to the closing bracket.
  void arguments(char bracket, std::vector<Syntax>& into, bool call) {
    for (skip_space(); peek() != bracket; skip_space()) {
      into.push_back(call ? argument() : subscript());
      skip_space();
      if (peek() != ',') break;
      ++at_;
    }
    close(bracket);
  }

  Syntax argument() {
    skip_space();
    const std::size_t begin = at_;
    Syntax value = expression();
    skip_space();
    if (peek() != '=' || value.kind != SyntaxKind::name) return value;
    ++at_;
    Syntax given = expression();
    const std::size_t end = given.end;
    return branch({.kind = SyntaxKind::keyword, .text = value.text, .parts = {std::move(given)}, .begin = begin, .end = end});
  }

  // Parses an index or a slice, such as "1", ":", "2:", ":2", "::2" or "None".
  Syntax subscript() {
    skip_space();
    Syntax whole{.kind = SyntaxKind::slice, .parts = std::vector<Syntax>(3), .begin = at_};
    std::size_t part = 0;
    bool slice = false;
    for (;;) {
      skip_space();
      if (peek() == ':') {
        if (++part > 2) expected("code_surplus");
        ++at_;
        slice = true;
      } else if (peek() == ',' || peek() == ']' || at_ >= text_.size()) {
        break;
      } else {
        if (whole.parts[part].kind != SyntaxKind::missing) break;
        whole.parts[part] = expression();
      }
    }
    if (!slice && whole.parts[0].kind == SyntaxKind::missing) expected("code_value");
    whole.end = at_;
    return slice ? branch(std::move(whole)) : std::move(whole.parts[0]);
  }

  Syntax atom() {
    skip_space();
    const std::size_t begin = at_;
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return number();
    if (!word().empty()) {
      std::string found = name();
      return branch({.kind = SyntaxKind::name, .text = std::move(found), .begin = begin, .end = at_});
    }
    if (peek() != '(' && peek() != '[') expected("code_value");
    const bool round = peek() == '(';
    Syntax whole{.kind = round ? SyntaxKind::tuple : SyntaxKind::list, .begin = begin};
    open(round ? "(" : "[");
    bool comma = false;
    for (skip_space(); peek() != (round ? ')' : ']'); skip_space()) {
      whole.parts.push_back(expression());
      skip_space();
      if (peek() != ',') break;
      comma = true;
      ++at_;
    }
    close(round ? ')' : ']');
    whole.end = at_;
    if (round && !comma && whole.parts.size() == 1) {
      Syntax inner = std::move(whole.parts[0]);
      inner.begin = begin;
      inner.end = at_;
      return inner;
    }
    return branch(std::move(whole));
  }

  Syntax number() {
    const std::size_t begin = at_;
    while (is_digit(peek()) || peek() == '.' || peek() == '_') ++at_;
    if ((peek() == 'e' || peek() == 'E') && (is_digit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && is_digit(peek(2))))) {
      at_ += 2;
      while (is_digit(peek())) ++at_;
    }
    std::string digits(text_.substr(begin, at_ - begin));
    std::erase(digits, '_');
    const std::size_t end = std::max(token_end(), at_);
    double value = 0;
    try {
      value = parse_number(digits, {});
    } catch (const InputError&) {
      fail("code_number", begin, end, {{"got", std::string(text_.substr(begin, end - begin))}});
    }
    if (continues_name(peek()) || std::count(digits.begin(), digits.end(), '.') > 1)
      fail("code_number", begin, end, {{"got", std::string(text_.substr(begin, end - begin))}});
    return branch({.kind = SyntaxKind::number, .number = value, .begin = begin, .end = at_});
  }

  std::string_view text_;
  std::size_t at_ = 0, count_ = 0;
  std::vector<std::size_t> open_;  // places of the brackets that are open
  int depth_ = 0;
};

}  // namespace

CodeError::CodeError(Problem problem, std::size_t begin, std::size_t end)
    : std::runtime_error("[numpy] " + problem.id), problem_(std::move(problem)), begin_(begin), end_(end) {}

Problem placed(Problem problem, std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, std::min(at, text.size()));
  const std::size_t line = before.rfind('\n');
  const std::string_view in_line = before.substr(line == std::string_view::npos ? 0 : line + 1);
  const auto column =
      1 + std::count_if(in_line.begin(), in_line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  problem.words.emplace_back("line", std::to_string(1 + std::count(before.begin(), before.end(), '\n')));
  problem.words.emplace_back("column", std::to_string(column));
  return problem;
}

Program parse(std::string_view text) { return Parser(text).program(); }

}  // namespace gf::numpy
