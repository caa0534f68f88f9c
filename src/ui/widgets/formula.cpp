#include "ui/widgets/formula.h"

#include <algorithm>
#include <array>

#include "core/expression.h"
#include "core/expression_text.h"
#include "core/number_text.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

using Kind = Expression::Kind;

constexpr float kRaised = 0.8f, kLeastRaised = 12;  // the size of an exponent, as a part of the type; its least em in design pixels
constexpr float kBarOverhang = 4, kBarGap = 3;      // the bar of a fraction, in design pixels

Formula set_text(const Type& type, const std::string& text) {
  Formula set;
  set.width = measure(type, text).x;
  set.above = set.below = line_height(type) / 2;
  set.letters.push_back({{0, -set.above}, text, type});
  return set;
}

void add_at(Formula& whole, const Formula& part, ImVec2 by) {
  for (Formula::Letters run : part.letters) {
    run.at.x += by.x;
    run.at.y += by.y;
    whole.letters.push_back(std::move(run));
  }
  for (Formula::Stroke stroke : part.strokes) {
    stroke.from.x += by.x;
    stroke.from.y += by.y;
    stroke.to.x += by.x;
    stroke.to.y += by.y;
    whole.strokes.push_back(stroke);
  }
}

void append(Formula& row, const Formula& part) {
  add_at(row, part, {row.width, 0});
  row.width += part.width;
  row.above = std::max(row.above, part.above);
  row.below = std::max(row.below, part.below);
}

// Sets expressions in one theme and one precision.
struct Setter {
  const Theme& theme;
  const Precision& precision;

  Type raised(const Type& type) const { return {type.font, std::max(kRaised * type.size, line_of(kLeastRaised) * theme.unit)}; }

  Formula in_parentheses(const Formula& part, const Type& type) const {
    const Type tall{type.font, std::max(type.size, 0.8f * (part.above + part.below))};
    Formula set = set_text(tall, "(");
    append(set, part);
    append(set, set_text(tall, ")"));
    return set;
  }

  Formula fraction(const Formula& upper, const Formula& lower) const {
    const float u = theme.unit, overhang = kBarOverhang * u, gap = kBarGap * u;
    Formula set;
    set.width = std::max(upper.width, lower.width) + 2 * overhang + 4 * u;
    set.above = upper.above + upper.below + gap;
    set.below = lower.above + lower.below + gap;
    add_at(set, upper, {(set.width - upper.width) / 2, -gap - upper.below});
    add_at(set, lower, {(set.width - lower.width) / 2, gap + lower.above});
    set.strokes.push_back({{2 * u, 0}, {set.width - 2 * u, 0}});
    return set;
  }

  Formula power(const Formula& base, const Formula& exponent) const {
    Formula set = base;
    const float lift = exponent.below + 0.1f * base.above;
    add_at(set, exponent, {set.width + theme.unit, -lift});
    set.width += exponent.width + theme.unit;
    set.above = std::max(set.above, lift + exponent.above);
    return set;
  }

  Formula root(const Formula& inside, const Type& type) const {
    const Type tall{type.font, std::max(type.size, 0.8f * (inside.above + inside.below))};
    Formula set = set_text(tall, "√");
    const float left = set.width, roof = -std::max(0.36f * tall.size, inside.above - 3 * theme.unit);
    append(set, inside);
    set.width += 2 * theme.unit;
    set.strokes.push_back({{left - theme.unit, roof}, {set.width, roof}});
    return set;
  }

  Formula list_of(const std::vector<Expression>& arguments, const char* sign, const Type& type, bool tight) const {
    Formula set;
    for (const Expression& argument : arguments) {
      if (&argument != &arguments.front()) append(set, set_text(type, sign));
      append(set, tight ? tightly(argument, type) : set_tree(argument, type));
    }
    return set;
  }

  Formula called(const char* name, const Expression& e, const Type& type) const {
    Formula set = set_text(type, name);
    append(set, in_parentheses(list_of(e.arguments, ", ", type, false), type));
    return set;
  }

  // Sets an expression, in parentheses if a sign beside it would bind a part of it.
  Formula tightly(const Expression& e, const Type& type) const {
    const bool loose = (e.kind == Kind::sum && e.arguments.size() > 1) || e.kind == Kind::difference;
    const Formula set = set_tree(e, type);
    return loose ? in_parentheses(set, type) : set;
  }

  // Sets the operand of a minus sign or the base of a power, in parentheses unless it is a number from zero up, a root or a call.
  Formula unsigned_only(const Expression& e, const Type& type) const {
    const bool leaf = e.kind == Kind::number || e.kind == Kind::operand;
    if (e.kind == Kind::product || e.kind == Kind::quotient || e.kind == Kind::negate || e.kind == Kind::exp || e.kind == Kind::power ||
        (leaf && e.value < 0))
      return in_parentheses(set_tree(e, type), type);
    return tightly(e, type);
  }

  Formula set_tree(const Expression& e, const Type& type) const {
    switch (e.kind) {
      case Kind::number:
      case Kind::operand:
        return set_text(type, e.left_out > 0 ? "… (" + std::to_string(e.left_out) + ") …" : format_number(e.value, precision));
      case Kind::sum:
        return list_of(e.arguments, " + ", type, true);
      case Kind::product:
        return list_of(e.arguments, " · ", type, true);
      case Kind::difference: {
        Formula set = set_tree(e.arguments[0], type);
        append(set, set_text(type, " − "));
        append(set, tightly(e.arguments[1], type));
        return set;
      }
      case Kind::quotient:
        return fraction(set_tree(e.arguments[0], type), set_tree(e.arguments[1], type));
      case Kind::negate: {
        Formula set = set_text(type, "−");
        append(set, unsigned_only(e.arguments[0], type));
        return set;
      }
      case Kind::exp:
        return power(set_text(type, "e"), set_tree(e.arguments[0], raised(type)));
      case Kind::power:
        return power(unsigned_only(e.arguments[0], type), set_tree(e.arguments[1], raised(type)));
      case Kind::sqrt:
        return root(set_tree(e.arguments[0], type), type);
      case Kind::equal:
      case Kind::less: {
        Formula set = set_text(type, "[");
        append(set, list_of(e.arguments, e.kind == Kind::equal ? " = " : " < ", type, false));
        append(set, set_text(type, "]"));
        return set;
      }
      default:
        return called(function_name(e.kind), e, type);
    }
  }

  // Sets a sum or product on as many lines as it needs.
  Formula in_lines(const Expression& e, const Type& type, float width) const {
    const bool sum = e.kind == Kind::sum;
    std::vector<Formula> lines(1);
    for (const Expression& argument : e.arguments) {
      Formula next = tightly(argument, type);
      if (&argument != &e.arguments.front()) {
        Formula with_sign = set_text(type, sum ? " + " : " · ");
        append(with_sign, next);
        next = std::move(with_sign);
      }
      if (lines.back().width > 0 && lines.back().width + next.width > width) lines.emplace_back();
      append(lines.back(), next);
    }
    Formula all = lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) {
      add_at(all, lines[i], {0, all.below + lines[i].above});
      all.width = std::max(all.width, lines[i].width);
      all.below += lines[i].above + lines[i].below;
    }
    return all;
  }
};

}  // namespace

void Formula::draw(ImDrawList* list, ImVec2 corner, ImU32 ink, float unit) const {
  const ImVec2 axis(corner.x, corner.y + above);
  for (const Letters& run : letters) put(list, run.type, {axis.x + run.at.x, axis.y + run.at.y}, ink, run.text);
  for (const Stroke& stroke : strokes)
    list->AddLine({axis.x + stroke.from.x, axis.y + stroke.from.y}, {axis.x + stroke.to.x, axis.y + stroke.to.y}, ink, 1.2f * unit);
}

std::optional<Formula> set_formula(const Theme& theme, const std::string& sign, const Expression& expression, const Precision& precision,
                                   const Type& type, float width) {
  const Setter setter{theme, precision};
  constexpr std::array kTerms{8, 5, 4, 3};
  Formula before = set_text(type, sign);
  const auto after_sign = [&](const Formula& set) {
    append(before, set);
    return before;
  };
  const float room = width - before.width;
  for (const int terms : kTerms) {
    const Expression shown = abbreviated(expression, terms);
    Formula set = setter.set_tree(shown, type);
    if (set.width <= room) return after_sign(set);
    const bool breaks = (shown.kind == Kind::sum || shown.kind == Kind::product) && shown.arguments.size() > 1;
    if (!breaks) continue;
    set = setter.in_lines(shown, type, room);
    if (set.width <= room) return after_sign(set);
  }
  return std::nullopt;
}

}  // namespace gf::ui
