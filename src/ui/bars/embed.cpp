#include "ui/bars/embed.h"

#include <imgui.h>

#include <utility>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Draws a switch with words beside it. Returns whether the switch was pressed.
bool draw_switch(const Frame& frame, Screen& screen, const std::string& id, const std::string& label, bool on) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = toggle(theme, screen.places, id.c_str(), label, on, height);
  note_item(screen.places, "embed:" + id);
  put_elided(ImGui::GetWindowDrawList(), theme.body, {at.x + 50 * u, at.y + (height - theme.body.size) / 2}, theme.color.ink, label,
             ImGui::GetContentRegionAvail().x - 50 * u);
  return pressed;
}

template <typename Value>
void put_in_or_out(std::set<Value>& set, const Value& value) {
  if (!set.erase(value)) set.insert(value);
}

// Draws the switches about the selected matrix: show only that matrix, and let its cells be changed.
void draw_switches_of_selection(const Frame& frame, Screen& screen, EmbedOptions& options) {
  const CellReference at = selected(frame);
  if (at.node < 0) return paragraph(frame.theme.small, frame.theme.color.muted, ui_text(frame, "embed.select"));
  const TraceNode& node = frame.trace->node(at.node);
  const auto words = [&](const char* key) { return frame.texts.format(key, {{"title", node_title(frame, node)}}); };
  if (draw_switch(frame, screen, "only", words("ui.embed.only"), options.show == node.name))
    options.show = options.show == node.name ? std::string() : node.name;
  if (!options.locks(kAll) && draw_switch(frame, screen, "node", words("ui.embed.change_node"), !options.locks(node.name)))
    put_in_or_out(options.locked, node.name);
}

void draw_tag(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  if (frame.host.embed_tag.empty()) return;
  paragraph(theme.mono_small, theme.color.muted, frame.host.embed_tag);
  note_item(screen.places, "embed:tag");
  if (text_button(theme, screen.places, ui_text(frame, "embed.copy"), height, ButtonKind::primary))
    screen.output.requests.push_back({.kind = HostRequest::Kind::copy_embed, .options = *frame.state.tried});
}

// Returns the first options of a frame: those of the page, with the reader's theme, and without the list of lessons.
EmbedOptions first_options(const Frame& frame) {
  EmbedOptions options = frame.host.options;
  options.hidden.insert(ScreenPart::rail);
  if (frame.host.theme != ThemeChoice::system) options.theme = frame.host.theme;
  return options;
}

// Asks the platform, which knows the address, for the tag of the frame, if the document or the options have changed.
void ask_for_tag(const Frame& frame, Screen& screen) {
  const std::string key = std::to_string(frame.snapshot.revision) + query_of(*frame.state.tried);
  if (std::exchange(screen.state.tag_asked, key) != key)
    screen.output.requests.push_back({.kind = HostRequest::Kind::make_embed, .options = *frame.state.tried});
}

}  // namespace

void draw_embed(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  std::optional<EmbedOptions>& tried = screen.state.tried;
  gap(6 * theme.unit);
  if (text_button(theme, screen.places, ui_text(frame, tried ? "embed.close" : "embed.open"), height)) {
    tried = tried ? std::nullopt : std::optional(first_options(frame));
    screen.state.tag_asked.clear();
  }
  if (!tried) return;
  paragraph(theme.small, theme.color.muted, ui_text(frame, "embed.help"));
  for (const ScreenPart part : kScreenParts) {
    const std::string name(name_of(part));
    if (draw_switch(frame, screen, name, ui_text(frame, "embed.parts." + name), !tried->hides(part))) put_in_or_out(tried->hidden, part);
  }
  if (draw_switch(frame, screen, "all", ui_text(frame, "embed.change_all"), !tried->locks(kAll))) {
    const bool locked = tried->locks(kAll);
    tried->locked.clear();
    if (!locked) tried->locked.insert(std::string(kAll));
  }
  draw_switches_of_selection(frame, screen, *tried);
  ask_for_tag(frame, screen);
  draw_tag(frame, screen);
}

UiHost with_tried_options(const UiHost& host, const ScreenState& state) {
  UiHost used = host;
  if (state.tried) used.options = *state.tried;
  return used;
}

}  // namespace gf::ui
