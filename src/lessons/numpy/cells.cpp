#include "core/nth.h"
#include "lessons/numpy/run.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace gf::numpy {

Array Run::stacked(const Values& values, Index axis, const Syntax& at) {
  Array whole;
  bool first = true;
  for (const Value& value : values) {
    Array array = as_array(value, at);
    const Index axes = std::ssize(array.dims) + 1;
    const Index place = axis < 0 ? axis + axes : axis;
    if (place < 0 || place >= axes) fail("code_axis", at, {{"got", std::to_string(axis)}, {"shape", shape_text(array.dims)}});
    array.dims.insert(array.dims.begin() + place, 1);
    whole = first ? std::move(array) : joined_arrays(whole, array, place, at);
    first = false;
  }
  if (first) whole = {{0}, {}};
  return limited(std::move(whole), at);
}

Array Run::joined_arrays(const Array& a, const Array& b, Index axis, const Syntax& at) {
  bool fits = a.dims.size() == b.dims.size();
  for (std::size_t i = 0; fits && i < a.dims.size(); ++i) fits = static_cast<Index>(i) == axis || a.dims[i] == b.dims[i];
  if (!fits) fail("code_join", at, {{"a", shape_text(a.dims)}, {"b", shape_text(b.dims)}, {"axis", std::to_string(axis)}});
  const auto along = static_cast<std::size_t>(axis);
  Array whole{a.dims, {}, a.boolean && b.boolean};
  whole.dims[along] += b.dims[along];
  Index outer = 1, inner = 1;
  for (std::size_t i = 0; i < along; ++i) outer *= a.dims[i];
  for (std::size_t i = along + 1; i < a.dims.size(); ++i) inner *= a.dims[i];
  for (Index k = 0; k < outer; ++k)
    for (const Array* from : {&a, &b}) {
      const auto begin = from->cells.begin() + k * from->dims[along] * inner;
      whole.cells.insert(whole.cells.end(), begin, begin + from->dims[along] * inner);
    }
  return limited(std::move(whole), at);
}

Array Run::product(const Array& a, const Array& b, const Syntax& at, const Syntax& left, const Syntax& right) {
  Array result;
  if (!a.dims.empty() && !b.dims.empty()) work_ += a.size() * (b.dims.size() > 1 ? b.dims.back() : 1);
  if (work_ > kMostWork) fail("code_too_large", at);
  if (multiplied(a, b, result)) return limited(std::move(result), at);
  Words words{
      {"left", part(left, "@left_side")}, {"a", shape_text(a.dims)}, {"right", part(right, "@right_side")}, {"b", shape_text(b.dims)}};
  if (a.dims.empty() || b.dims.empty()) fail("code_product_number", at, std::move(words));
  if (a.dims.size() == 2 && b.dims.size() == 2 && a.dims[1] == b.dims[1]) {
    const std::string turned = part(right, "");
    words.emplace_back("turned", turned.empty() ? "@its_transpose" : turned + ".T");
    words.emplace_back("c", shape_text({b.dims[1], b.dims[0]}));
    fail("code_product_transpose", at, std::move(words));
  }
  fail("code_product", at, std::move(words));
}

Array Run::cell_by_cell(const std::string& sign, const Array& a, const Array& b, const Syntax& at, const Syntax& left,
                        const Syntax& right) {
  Dims dims;
  if (!broadcast_dims(a.dims, b.dims, dims))
    fail("code_broadcast", at,
         {{"left", part(left, "@left_side")}, {"a", shape_text(a.dims)}, {"right", part(right, "@right_side")}, {"b", shape_text(b.dims)}});
  if (size_of(dims) > kMostCells) fail("code_too_large", at);
  Array result = spread_to(a, dims);
  const Array other = spread_to(b, dims);
  if ((sign == "&" || sign == "|") && !(a.boolean && b.boolean))
    fail("code_not_boolean", at, {{"got", part(a.boolean ? right : left, "@this")}});
  for (Index i = 0; i < result.size(); ++i) {
    Element& cell = nth(result.cells, i);
    cell = of_two(sign, cell, nth(other.cells, i), at);
  }
  result.boolean = sign == "&" || sign == "|" || sign == "<" || sign == ">" || sign == "<=" || sign == ">=" || sign == "==" || sign == "!=";
  return limited(std::move(result), at);
}

Element Run::of_two(const std::string& sign, const Element& a, const Element& b, const Syntax& at) const {
  const auto negated = [](const Element& truth) { return combined(Kind::difference, {1}, truth); };
  if (sign == "+") return combined(Kind::sum, a, b);
  if (sign == "-") return combined(Kind::difference, a, b);
  if (sign == "*") return combined(Kind::product, a, b);
  if (sign == "/") return combined(Kind::quotient, a, b);
  if (sign == "//") return {std::floor(a.value / b.value)};
  if (sign == "**") return combined(Kind::power, a, b);
  if (sign == "max") return combined(Kind::max, a, b);
  if (sign == "min") return combined(Kind::min, a, b);
  if (sign == "<") return combined(Kind::less, a, b);
  if (sign == ">") return combined(Kind::less, b, a);
  if (sign == "<=") return negated(combined(Kind::less, b, a));
  if (sign == ">=") return negated(combined(Kind::less, a, b));
  if (sign == "==") return combined(Kind::equal, a, b);
  if (sign == "!=") return negated(combined(Kind::equal, a, b));
  if (sign == "&") return combined(Kind::product, a, b);
  if (sign == "|") return combined(Kind::max, a, b);
  fail("code_surplus", at, {{"got", sign}});
}

Array Run::reversed(const Array& array) {
  std::vector<std::size_t> order(array.dims.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  return transposed(array, order);
}

Array Run::mapped(Kind kind, Array array, const Syntax& at) {
  for (Element& cell : array.cells) cell = applied(kind, cell);
  array.boolean = false;
  return limited(std::move(array), at);
}

Array Run::filled(Dims dims, double value, const Syntax& at) {
  Index size = 1;
  for (const Index length : dims) {
    if (length < 0 || length > kMostCells) fail("code_too_large", at);
    size *= length;
    if (size > kMostCells) fail("code_too_large", at);
  }
  return limited({std::move(dims), std::vector<Element>(static_cast<std::size_t>(size), Element{value})}, at);
}

Array Run::typed(Array array, const Syntax* dtype) {
  if (!dtype) return array;
  const bool boolean = (dtype->kind == SyntaxKind::name && dtype->text == "bool") ||
                       (dtype->kind == SyntaxKind::attribute && dtype->text.starts_with("bool"));
  const bool whole = dtype->kind == SyntaxKind::name && dtype->text == "int";
  array.boolean = boolean;
  for (Element& cell : array.cells)
    if (boolean)
      cell = {cell.value != 0 ? 1.0 : 0.0};
    else if (whole)
      cell = {std::trunc(cell.value)};
  return array;
}

std::vector<Index> Run::numbers_in(const Syntax& syntax) {
  const Array array = array_in(syntax);
  std::vector<Index> numbers;
  for (const Element& cell : array.cells) {
    if (cell.value != std::floor(cell.value) || std::fabs(cell.value) > 1e6)
      fail("code_not_whole", syntax, {{"got", part(syntax, "@this")}});
    numbers.push_back(static_cast<Index>(cell.value));
  }
  return numbers;
}

std::size_t Run::axis_of(const Array& array, Index axis, const Syntax& at) const {
  const auto axes = std::ssize(array.dims);
  if (axis >= axes || axis < -axes) fail("code_axis", at, {{"got", std::to_string(axis)}, {"shape", shape_text(array.dims)}});
  return static_cast<std::size_t>(axis < 0 ? axis + axes : axis);
}

Array Run::rearranged(Built what, const Array& array, std::vector<Index> numbers, const Syntax& at) {
  if (what == Built::transpose) {
    std::vector<std::size_t> order;
    for (const Index axis : numbers) order.push_back(axis_of(array, axis, at));
    std::vector<std::size_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    bool all = sorted.size() == array.dims.size();
    for (std::size_t i = 0; all && i < sorted.size(); ++i) all = sorted[i] == i;
    if (!all) fail("code_order", at, {{"shape", shape_text(array.dims)}});
    return limited(transposed(array, order), at);
  }
  Index known = 1, free = -1;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == -1 && free < 0) {
      free = static_cast<Index>(i);
    } else {
      known *= std::clamp<Index>(numbers[i], 0, kMostCells + 1);
      known = std::min(known, kMostCells + 1);
    }
  }
  if (free >= 0 && known > 0) nth(numbers, free) = array.size() / known;
  const bool positive = std::all_of(numbers.begin(), numbers.end(), [](Index length) { return length >= 0; });
  if (!positive || (free >= 0 ? known == 0 || array.size() % known != 0 : known != array.size()))
    fail("code_reshape", at, {{"shape", shape_text(array.dims)}, {"got", shape_text(numbers)}});
  return limited({numbers, array.cells, array.boolean}, at);
}

Array Run::joined_list(const Syntax& syntax, Index axis) {
  const Value list = value_of(syntax);
  if (!list.values() || list.values()->empty()) fail("code_not_list", syntax, {{"got", part(syntax, "@this")}});
  Array whole = as_array(list.values()->front(), syntax);
  const Index along = static_cast<Index>(axis_of(whole, axis == 1 && whole.dims.size() == 1 ? 0 : axis, syntax));
  for (std::size_t i = 1; i < list.values()->size(); ++i)
    whole = joined_arrays(whole, as_array((*list.values())[i], syntax), along, syntax);
  return whole;
}

Array Run::reduced(Built what, const Array& array, std::optional<Index> axis, bool keep, const Syntax& at) {
  Array flat = array;
  std::size_t along = 0;
  if (axis) {
    along = axis_of(array, *axis, at);
  } else {
    flat.dims = {array.size()};
  }
  Index outer = 1, inner = 1;
  const Index length = flat.dims[along];
  for (std::size_t i = 0; i < along; ++i) outer *= flat.dims[i];
  for (std::size_t i = along + 1; i < flat.dims.size(); ++i) inner *= flat.dims[i];
  if (length == 0) fail("code_empty_axis", at);
  Array result{flat.dims, {}};
  for (Index o = 0; o < outer; ++o)
    for (Index i = 0; i < inner; ++i) {
      std::vector<Element> line;
      for (Index k = 0; k < length; ++k) line.push_back(nth(flat.cells, (o * length + k) * inner + i));
      result.cells.push_back(reduced_line(what, line));
    }
  work_ += array.size();
  if (keep && !axis) {
    result.dims.assign(array.dims.size(), 1);
  } else if (keep) {
    result.dims[along] = 1;
  } else {
    result.dims.erase(result.dims.begin() + static_cast<std::ptrdiff_t>(along));
  }
  return limited(std::move(result), at);
}

Element Run::reduced_line(Built what, const std::vector<Element>& line) {
  const Element count{static_cast<double>(line.size())};
  if (what == Built::max) return gathered(Kind::max, line);
  if (what == Built::min) return gathered(Kind::min, line);
  const Element sum = gathered(Kind::sum, line);
  if (what == Built::sum) return sum;
  const Element mean = combined(Kind::quotient, sum, count);
  if (what == Built::mean) return mean;
  std::vector<Element> squares;
  for (const Element& element : line) {
    const Element difference = combined(Kind::difference, element, mean);
    squares.push_back(combined(Kind::product, difference, difference));
  }
  const Element variance = combined(Kind::quotient, gathered(Kind::sum, squares), count);
  return what == Built::var ? variance : applied(Kind::sqrt, variance);
}

Array Run::chosen(const Array& condition, const Array& yes, const Array& no, const Syntax& at) {
  Dims both, dims;
  if (!broadcast_dims(yes.dims, no.dims, both) || !broadcast_dims(both, condition.dims, dims))
    fail("code_where", at, {{"a", shape_text(condition.dims)}, {"b", shape_text(yes.dims)}, {"c", shape_text(no.dims)}});
  if (size_of(dims) > kMostCells) fail("code_too_large", at);
  const Array which = spread_to(condition, dims), a = spread_to(yes, dims);
  Array result = spread_to(no, dims);
  for (std::size_t i = 0; i < result.cells.size(); ++i)
    if (which.cells[i].value != 0) result.cells[i] = a.cells[i];
  result.boolean = yes.boolean && no.boolean;
  return limited(std::move(result), at);
}

Array Run::triangle(Array array, Index k, bool upper, const Syntax& at) {
  if (array.dims.size() == 1) array = spread_to(array, {array.dims[0], array.dims[0]});
  if (array.dims.size() < 2) fail("code_not_matrix", at, {{"shape", shape_text(array.dims)}});
  const Index cols = array.dims.back(), rows = array.dims[array.dims.size() - 2];
  for (Index i = 0; i < array.size(); ++i) {
    const Index row = i / cols % rows, col = i % cols;
    if (upper ? col - row < k : col - row > k) nth(array.cells, i) = {};
  }
  return limited(std::move(array), at);
}

std::vector<Index> Run::taken(const Syntax& syntax, Index size, bool& single) {
  single = syntax.kind != SyntaxKind::slice;
  if (single) {
    const Index at = whole_in(syntax);
    if (at >= size || at < -size) fail("code_index", syntax, {{"got", std::to_string(at)}, {"size", std::to_string(size)}});
    return {at < 0 ? at + size : at};
  }
  const auto has = [&](std::size_t i) { return syntax.parts[i].kind != SyntaxKind::missing; };
  const Index step = has(2) ? whole_in(syntax.parts[2]) : 1;
  if (step == 0) fail("code_not_whole", syntax, {{"got", "0"}});
  const auto bound = [&](std::size_t i, Index otherwise) {
    if (!has(i)) return otherwise;
    const Index at = whole_in(syntax.parts[i]);
    return std::clamp<Index>(at < 0 ? at + size : at, step > 0 ? 0 : -1, step > 0 ? size : size - 1);
  };
  std::vector<Index> places;
  const Index end = bound(1, step > 0 ? size : -1);
  for (Index at = bound(0, step > 0 ? 0 : size - 1); step > 0 ? at < end : at > end; at += step) places.push_back(at);
  return places;
}

Value Run::indexed(const Syntax& syntax) {
  const Value value = value_of(syntax.parts[0]);
  if (const Values* values = value.values()) {
    if (syntax.parts.size() != 2) fail("code_index_count", syntax, {{"got", std::to_string(syntax.parts.size() - 1)}, {"axes", "1"}});
    bool single = false;
    const std::vector<Index> places = taken(syntax.parts[1], static_cast<Index>(values->size()), single);
    if (single) return nth(*values, places[0]);
    Values some;
    for (const Index place : places) some.push_back(nth(*values, place));
    return some;
  }
  return indexed_array(as_array(value, syntax.parts[0]), syntax);
}

Array Run::indexed_array(Array array, const Syntax& syntax) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < syntax.parts.size(); ++i) {
    const Syntax& index = syntax.parts[i];
    if ((index.kind == SyntaxKind::name && index.text == "None") || (index.kind == SyntaxKind::attribute && index.text == "newaxis")) {
      array.dims.insert(array.dims.begin() + static_cast<std::ptrdiff_t>(axis++), 1);
      continue;
    }
    if (axis >= array.dims.size())
      fail("code_index_count", syntax, {{"got", std::to_string(syntax.parts.size() - 1)}, {"axes", std::to_string(array.dims.size())}});
    bool single = false;
    const std::vector<Index> places = taken(index, array.dims[axis], single);
    Index outer = 1, inner = 1;
    for (std::size_t k = 0; k < axis; ++k) outer *= array.dims[k];
    for (std::size_t k = axis + 1; k < array.dims.size(); ++k) inner *= array.dims[k];
    std::vector<Element> cells;
    for (Index o = 0; o < outer; ++o)
      for (const Index place : places) {
        const auto begin = array.cells.begin() + (o * array.dims[axis] + place) * inner;
        cells.insert(cells.end(), begin, begin + inner);
      }
    array.cells = std::move(cells);
    array.dims[axis] = std::ssize(places);
    if (single) {
      array.dims.erase(array.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    } else {
      ++axis;
    }
  }
  return limited(std::move(array), syntax);
}

}  // namespace gf::numpy
