#include "export/svg.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "core/utf8.h"

namespace gf {
namespace {

constexpr double kCellWidth = 56, kCellHeight = 24, kLabelWidth = 96, kTitleHeight = 34, kGap = 24, kMargin = 16;
constexpr std::size_t kLongestLabel = 12;  // characters that fit beside a row

std::string escaped(std::string_view text) {
  std::string safe;
  for (char c : text) safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

std::string shortened(const std::string& text) {
  const std::vector<std::string_view> characters = utf8_characters(text);
  if (characters.size() <= kLongestLabel) return text;
  return text.substr(0, static_cast<std::size_t>(characters[kLongestLabel].data() - text.data())) + "…";
}

std::string number(double value) { return std::to_string(static_cast<int>(std::lround(value))); }

std::string text_at(double x, double y, const char* anchor, const char* classes, const std::string& content) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\" class=\"" + classes + "\">" +
         escaped(content) + "</text>\n";
}

std::string short_label_at(const Axis& axis, Index i) {
  return axis.labels.empty() ? std::to_string(i) : shortened(axis.labels[static_cast<std::size_t>(i)]);
}

std::string cell(const Tensor& value, const Cell& at, double x, double y, double largest) {
  const double v = static_cast<double>(value.at(at));
  const double share = std::isfinite(v) && largest > 0 ? std::min(1.0, std::abs(v) / largest) : 0;
  const char* colour = v < 0 ? "#d9731a" : "#2b6cb0";
  const std::string opacity = fixed_text(0.75 * share, 3);
  return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(kCellWidth) + "\" height=\"" + number(kCellHeight) +
         "\" fill=\"" + colour + "\" fill-opacity=\"" + opacity + "\" stroke=\"#c8ccd2\"/>\n" +
         text_at(x + kCellWidth / 2, y + kCellHeight / 2 + 4, "middle", "v", format_number(v, 3));
}

std::string matrix(const TraceNode& node, Index k, double top) {
  const Tensor& value = *node.value;
  const double largest = static_cast<double>(std::max(std::abs(node.facts.least), std::abs(node.facts.most)));
  const std::string name = value.shape().outer.empty() ? node.name : node.name + "[" + std::to_string(k) + "]";
  const double left = kMargin + kLabelWidth, head = top + kTitleHeight;
  std::string text =
      text_at(kMargin, top + 12, "start", "t",
              name + " " + to_string(Shape{{}, value.rows(), value.cols()}) + (node.formula.empty() ? "" : " = " + node.formula));
  for (Index c = 0; c < value.cols(); ++c)
    text += text_at(left + (static_cast<double>(c) + 0.5) * kCellWidth, head - 6, "middle", "l", short_label_at(node.cols, c));
  for (Index r = 0; r < value.rows(); ++r) {
    const double y = head + static_cast<double>(r) * kCellHeight;
    text += text_at(left - 8, y + kCellHeight / 2 + 4, "end", "l", short_label_at(node.rows, r));
    for (Index c = 0; c < value.cols(); ++c) text += cell(value, {k, r, c}, left + static_cast<double>(c) * kCellWidth, y, largest);
  }
  return text;
}

}  // namespace

std::string svg_of(const Trace& trace, std::string_view only) {
  std::string body;
  double width = 320, top = kMargin;
  for (const TraceNode& node : trace.nodes) {
    if (!only.empty() && node.name != only) continue;
    for (Index k = 0; k < node.value->shape().matrices(); ++k) {
      body += matrix(node, k, top);
      top += kTitleHeight + static_cast<double>(node.value->rows()) * kCellHeight + kGap;
    }
    width = std::max(width, 2 * kMargin + kLabelWidth + static_cast<double>(node.value->cols()) * kCellWidth);
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" + number(top) + "\" viewBox=\"0 0 " +
         number(width) + " " + number(top) +
         "\" font-family=\"Inter, DejaVu Sans, "
         "sans-serif\">\n<style>.t{font-size:14px;font-weight:bold}.l{font-size:11px;fill:#555}.v{font-size:12px;font-variant-numeric:"
         "tabular-nums}</style>\n" +
         body + "</svg>\n";
}

}  // namespace gf
