#include "protocol/cell_name.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "protocol/trace.h"

namespace gf {
namespace {

constexpr std::size_t kMostDigits = 9;

// A place in a text, with the meaning of PlaceName.
struct WrittenPlace {
  std::string_view label;  // empty: `number` is the place
  int number = 0;          // with a label: which place with that label, from 1; 0: the only one
};

std::optional<int> number_written(std::string_view digits) {
  int number = 0;
  const char* const end = digits.data() + digits.size();
  if (digits.empty() || digits.size() > kMostDigits || std::from_chars(digits.data(), end, number).ptr != end || number < 0)
    return std::nullopt;
  return number;
}

bool are_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<WrittenPlace> place_written(std::string_view text) {
  const std::size_t mark = text.find('#');
  const bool counted = mark != std::string_view::npos;
  std::string_view label = text.substr(0, mark);
  if (!counted && are_digits(label)) {
    const std::optional<int> place = number_written(label);
    return place ? std::optional(WrittenPlace{{}, *place}) : std::nullopt;
  }
  if (label.size() > 2 && label.front() == '\'' && label.back() == '\'') label = label.substr(1, label.size() - 2);
  const std::optional<int> nth = counted ? number_written(text.substr(mark + 1)) : 0;
  return nth && !label.empty() ? std::optional(WrittenPlace{label, *nth}) : std::nullopt;
}

// Returns the two or three places of a text; none if a place cannot be read.
std::vector<WrittenPlace> places_written(std::string_view text) {
  std::vector<WrittenPlace> places;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<WrittenPlace> place = place_written(text.substr(begin, end - begin));
    if (!place) return {};
    places.push_back(*place);
    begin = end + 1;
  }
  if (places.size() != 2 && places.size() != 3) return {};
  return places;
}

WrittenPlace as_written(const PlaceName& name) { return {name.label(), name.number()}; }

std::optional<Index> place_along(const Axis& axis, const WrittenPlace& place) {
  return place.label.empty() ? std::optional<Index>(place.number) : place_of(axis, place.label, place.number);
}

std::optional<Cell> cell_along(const TraceNode& node, const WrittenPlace& outer, const WrittenPlace& row, const WrittenPlace& col) {
  const std::optional<Index> in_outer = place_along(node.outer, outer), in_row = place_along(node.rows, row),
                             in_col = place_along(node.cols, col);
  if (!in_outer || !in_row || !in_col) return std::nullopt;
  return Cell{*in_outer, *in_row, *in_col};
}

}  // namespace

std::optional<Index> place_of(const Axis& axis, std::string_view label, int nth) {
  const std::vector<std::string>& labels = axis.keys.empty() ? axis.labels : axis.keys;
  std::optional<Index> found;
  int count = 0;
  for (std::size_t place = 0; place < labels.size(); ++place)
    if (labels[place] == label && (++count == nth || nth == 0)) found = static_cast<Index>(place);
  return nth == 0 && count > 1 ? std::nullopt : found;
}

std::optional<Index> place_named(const PlaceName& name, const Axis& axis) { return place_along(axis, as_written(name)); }

std::optional<Cell> cell_named(const CellName& name, const TraceNode* node) {
  static const TraceNode without_labels;
  return cell_along(node ? *node : without_labels, as_written(name.outer), as_written(name.row), as_written(name.col));
}

std::optional<Cell> cell_named(const CellName& name, const Trace* trace, std::string_view node) {
  const int place = trace ? trace->find(node) : -1;
  return cell_named(name, place < 0 ? nullptr : &trace->node(place));
}

bool is_cell_text(std::string_view text) { return !places_written(text).empty(); }

std::optional<Cell> cell_written(std::string_view text, const TraceNode& node) {
  const std::vector<WrittenPlace> places = places_written(text);
  if (places.empty()) return std::nullopt;
  return cell_along(node, places.size() == 3 ? places.front() : WrittenPlace{}, places[places.size() - 2], places.back());
}

}  // namespace gf
