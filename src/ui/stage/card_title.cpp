#include "ui/stage/card_title.h"

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/nth.h"
#include "ui/bars/sections.h"
#include "ui/training/card.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Whether the title of the frame around a panel begins with the words that a pass adds to titles: "Space B: {title}" in "Space B:
// squeezed".
bool said_by_frame(const Frame& frame, const PanelView& panel, const std::string& pass) {
  const std::string added = frame.texts.format(pass, {{"title", ""}});
  const std::size_t first = added.find_first_not_of(" ,:"), last = added.find_last_not_of(" ,:");
  const std::string& section = nth(frame.trace->panels, panel.index).section;
  if (first == std::string::npos || section.empty()) return false;
  const std::string around = section_title(frame.texts, frame.trace->lesson, section), words = added.substr(first, last - first + 1);
  // A letter may be a capital only at the beginning of a sentence.
  return around.size() >= words.size() &&
         std::tolower(static_cast<unsigned char>(around[0])) == std::tolower(static_cast<unsigned char>(words[0])) &&
         around.compare(1, words.size() - 1, words, 1) == 0;
}

// Puts the names of the passes around a title. The scope before a node's name says to which passes the node belongs: "corrected", "after",
// "asked.last".
std::string in_its_pass(const Frame& frame, const PanelView& panel, std::string title, bool inside) {
  for (std::string_view scope = scope_of(subject(frame, panel).name); !scope.empty(); scope = scope_of(scope)) {
    scope.remove_suffix(1);  // the dot
    const std::string pass = "ui.panel." + std::string(short_name(scope));
    if (frame.texts.has(pass) && !(inside && said_by_frame(frame, panel, pass))) title = frame.texts.format(pass, {{"title", title}});
  }
  return title;
}

// Returns the fullest title that fits: with the name of the view, without it, or with the short name of the node.
std::string far_title(const Frame& frame, const PictureCard& card, const Type& type, float room) {
  if (card.run) return card_title(frame, card);
  const PanelView& panel = shown_view(frame, card);
  const TraceNode& node = subject(frame, panel);
  std::string title = title_of(frame, panel, true);
  if (measure(type, title).x > room) title = in_its_pass(frame, panel, node_title(frame, node), true);
  const std::string key = node_key(frame, node) + ".short";
  if (measure(type, title).x > room && frame.texts.has(key)) title = in_its_pass(frame, panel, frame.texts.get(key), true);
  return title;
}

}  // namespace

const TraceNode& subject(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  return frame.trace->node(row.subject ? row.subject(frame, panel) : panel.nodes.back());
}

std::string title_of(const Frame& frame, const PanelView& panel, bool inside) {
  const std::string title = in_its_pass(frame, panel, node_title(frame, subject(frame, panel)), inside);
  const std::string key = "ui.views." + std::string(name_of(panel.view));
  return frame.texts.has(key) ? frame.texts.format(key, {{"title", title}}) : title;
}

std::string card_title(const Frame& frame, const PictureCard& card) {
  return card.run ? training_card_title(frame, *card.run) : title_of(frame, shown_view(frame, card));
}

void draw_far_title(const Frame& frame, const PictureCard& card, const Box& box, float height) {
  const Theme& unzoomed = screen_theme(frame.theme);
  const Type& type = unzoomed.tiny;
  if (height < type.size * 0.95f || box.width() < 2 * type.size) return;
  const float room = box.width() - 6 * unzoomed.unit;
  put_elided(ImGui::GetWindowDrawList(), type, ImVec2(box.min.x + 4 * unzoomed.unit, box.min.y + (height - type.size) / 2 + unzoomed.unit),
             unzoomed.color.ink, far_title(frame, card, type, room), room);
}

}  // namespace gf::ui
