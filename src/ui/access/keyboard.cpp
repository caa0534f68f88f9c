#include "ui/access/keyboard.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "ui/bars/steps.h"
#include "ui/look_up/search.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

constexpr ImGuiKey kArrows[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow};

bool takes_keyboard(const Place& place) {
  return place.control && place.control->role != Role::words && place.control->enabled && place.item != 0;
}

const Place* find_control(const Places& places, ImGuiID item) {
  const auto found = std::find_if(places.noted.begin(), places.noted.end(),
                                  [&](const Place& place) { return place.item == item && takes_keyboard(place); });
  return item == 0 || found == places.noted.end() ? nullptr : &*found;
}

// Whether a control only serves another control: a term in a text, or the button of a card for its other views.
bool serves_another(const Place& place) { return place.id.starts_with("term:") || place.id.starts_with("view:"); }

// Returns the control to which the keyboard comes in a part. The last control with the keyboard comes before the control marked as first,
// and that before the first control that does not serve another.
const Place* entry_of(const Places& places, const KeyboardFocus& keyboard, std::string_view part) {
  const Place *best = nullptr, *first = nullptr;
  const auto last = keyboard.last.find(part);
  for (const Place& place : places.noted) {
    if (place.part != part || !takes_keyboard(place)) continue;
    if (last != keyboard.last.end() && last->second == place.item) return &place;
    if (!best && place.control->first) best = &place;
    if (!first || (serves_another(*first) && !serves_another(place))) first = &place;
  }
  return best ? best : first;
}

void let_go(KeyboardFocus& keyboard) {
  ImGui::ClearActiveID();
  ImGui::SetNavCursorVisible(false);
  keyboard.item = 0;
  keyboard.in_cells = false;
}

// Returns the node that a control on the stage shows, to which the camera goes.
std::string node_of_place(const Place& place) {
  for (const std::string_view kind : {"grid:", "plane:", "links:", "pieces:", "curve:"})
    if (place.id.starts_with(kind)) return place.id.substr(kind.size());
  return {};
}

void put_keyboard(ScreenState& state, const Place& place) {
  ImGuiWindow* window = ImGui::FindWindowByID(place.window);
  if (!window) return;
  const ImRect box(place.box.min, place.box.max);
  ImGui::ClearActiveID();
  ImGui::FocusWindow(window);
  ImGui::SetNavID(place.item, ImGuiNavLayer_Main, window->NavRootFocusScopeId, ImGui::WindowRectAbsToRel(window, box));
  ImGui::SetNavCursorVisible(true);
  ImGui::GetCurrentContext()->NavInputSource = ImGuiInputSource_Keyboard;
  const bool whole = common(place.box, place.seen) == place.box;
  if (const std::string node = node_of_place(place); !node.empty()) {
    state.lesson.reveal = node;
  } else if (!whole) {
    ImGui::ScrollToRectEx(window, box, ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  KeyboardFocus& keyboard = state.keyboard;
  keyboard.item = place.item;
  keyboard.part = place.part;
  keyboard.last[place.part] = place.item;
  keyboard.in_cells = keyboard.leaving = false;
}

// Returns the part in which the keyboard is: that of the control with the keyboard, even if its frame is not shown, else the last part.
std::string_view present_part(const Places& places, const KeyboardFocus& keyboard) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (const ImGuiID item : {context.ActiveId, context.NavId, keyboard.item})
    if (const Place* place = find_control(places, item)) return place->part;
  return keyboard.part;
}

// Returns how far the box `to` is below or above the box `from`; -1 if the centre of `to` is not beyond the edge of `from`.
float distance(const Box& from, const Box& to, bool down) {
  const ImVec2 a = from.centre(), b = to.centre();
  if (down ? b.y <= from.max.y : b.y >= from.min.y) return -1;
  const auto apart = [](float min, float max, float other_min, float other_max) {
    return std::max({other_min - max, min - other_max, 0.0f});
  };
  const float beside = apart(from.min.x, from.max.x, to.min.x, to.max.x), along = apart(from.min.y, from.max.y, to.min.y, to.max.y);
  return along + 3 * beside + 0.05f * std::hypot(b.x - a.x, b.y - a.y);
}

bool something_is_over() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

bool types(const Frame& frame) { return ImGui::GetIO().WantTextInput || frame.state.lesson.edit; }

// Notes the last times of typing (`typed_s`) and of a text field with the keyboard (`field_s`). A letter key shortly after them may still
// belong to the text, for example after Enter was pressed too early. Escape resets both times. A press, Tab or an arrow key resets
// `field_s`.
void note_typing(const Frame& frame, Screen& screen) {
  KeyboardFocus& keyboard = screen.state.keyboard;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (types(frame)) keyboard.typed_s = ImGui::GetTime();
  if (pressed(ImGuiKey_Escape)) keyboard.typed_s = keyboard.field_s = -KeyboardFocus::kQuiet_s;
  if (ImGui::IsMouseClicked(0) || pressed(ImGuiKey_Tab) || std::any_of(std::begin(kArrows), std::end(kArrows), pressed))
    keyboard.field_s = -KeyboardFocus::kQuiet_s;
  const Place* at = find_control(screen.places, ImGui::GetCurrentContext()->ActiveId);
  if (at && at->control->role == Role::text) keyboard.field_s = ImGui::GetTime();
}

// Returns the number that a key gives a slider; nothing if the key does not move it.
std::optional<double> moved_by_key(const Control& slider, ImGuiID owner) {
  const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, owner); };
  if (pressed(ImGuiKey_Home)) return slider.least;
  if (pressed(ImGuiKey_End)) return slider.most;
  const int by = (pressed(ImGuiKey_RightArrow) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow) ? 1 : 0);
  if (by == 0) return std::nullopt;
  constexpr int kSteps = 100;
  constexpr double kManyTimes = 100;  // a range that reaches so far has steps of a ratio, as a logarithmic slider does
  if (slider.step > 0) return std::clamp(slider.now + by * slider.step, slider.least, slider.most);
  if (slider.least > 0 && slider.most > kManyTimes * slider.least)
    return std::clamp(slider.now * std::pow(slider.most / slider.least, by / static_cast<double>(kSteps)), slider.least, slider.most);
  return std::clamp(slider.now + by * (slider.most - slider.least) / kSteps, slider.least, slider.most);
}

// The keys to the left and right, Home and End move a slider. Up and down lead on to other controls.
bool slider_key(Screen& screen, const Place& at, ImGuiID owner) {
  const std::optional<double> moved = moved_by_key(*at.control, owner);
  if (!moved) return false;
  screen.places.wish = Wish{Wish::Kind::set, at.item, *moved, {}};
  for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End}) ImGui::SetKeyOwner(key, owner);
  return true;
}

void arrow_keys(const Frame& frame, Screen& screen, ImGuiID owner) {
  const Places& places = screen.places;
  const Place* at = find_control(places, control_with_keyboard(places, frame.state));
  if (!at || ImGui::GetCurrentContext()->ActiveId != 0 || frame.state.keyboard.in_cells) return;
  if (frame.state.training.slider_focused) return;  // the arrow keys belong to the slider
  if (at->control->role == Role::slider && slider_key(screen, *at, owner)) return;
  constexpr ImGuiDir kWays[] = {ImGuiDir_Left, ImGuiDir_Right, ImGuiDir_Up, ImGuiDir_Down};
  for (std::size_t i = 0; i < std::size(kArrows); ++i)
    if (ImGui::IsKeyPressed(kArrows[i], ImGuiInputFlags_Repeat, owner)) {
      if (const Place* beside = control_beside(places, *at, kWays[i])) put_keyboard(screen.state, *beside);
      return;
    }
  for (const ImGuiKey key : kArrows) ImGui::SetKeyOwner(key, owner);
}

// Escape leads from the cells back to the matrix. If there is nothing to leave or close, the next Tab leaves the screen.
void escape_key(KeyboardFocus& keyboard, bool was_over) {
  if (!ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return;
  keyboard.leaving = !keyboard.in_cells && !was_over && keyboard.closed_frame != ImGui::GetFrameCount();
  keyboard.in_cells = false;
}

void letter_keys(const Frame& frame, Screen& screen) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  if (ImGui::GetTime() < frame.state.keyboard.typed_s + KeyboardFocus::kQuiet_s) return;
  if (has_steps(frame) && ImGui::IsKeyPressed(ImGuiKey_N, false)) take_step(frame, screen, 1);
  if (has_steps(frame) && ImGui::IsKeyPressed(ImGuiKey_P, false)) take_step(frame, screen, -1);
  if (ImGui::IsKeyPressed(ImGuiKey_M, false) && !frame.host.options.hides(ScreenPart::rail)) screen.state.course.map_open ^= true;
  if (io.InputQueueCharacters.contains('?')) screen.state.keys_asked = true;
}

// Ctrl+K opens the search from anywhere, also while the reader types.
void search_key(const Frame& frame, Screen& screen) {
  const bool pressed = ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_K, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverActive);
  if (pressed && !something_is_over() && !frame.host.options.hides(ScreenPart::rail)) open_search(screen);
}

void tab_key(const Frame& frame, Screen& screen, ImGuiID owner) {
  const Places& places = screen.places;
  if (!frame.state.suggestions.words.empty()) return;  // Tab takes an offered word
  if (ImGui::IsKeyPressed(ImGuiKey_Tab, ImGuiInputFlags_Repeat, owner)) {
    const bool backwards = ImGui::GetIO().KeyShift;
    if (!go_to_part(places, screen.state, backwards, false)) go_to_part(places, screen.state, backwards, true);
  }
  ImGui::SetKeyOwner(ImGuiKey_Tab, owner);
}

}  // namespace

const Place* control_beside(const Places& places, const Place& from, ImGuiDir direction) {
  const bool on = direction == ImGuiDir_Right || direction == ImGuiDir_Down,
             upright = direction == ImGuiDir_Up || direction == ImGuiDir_Down;
  const Place *best = nullptr, *before = nullptr, *after = nullptr;
  float nearest = 0;
  bool passed = false;
  for (const Place& place : places.noted) {
    if (place.part != from.part || !takes_keyboard(place)) continue;
    if (place.item == from.item) {
      passed = true;
      continue;
    }
    if (!passed) before = &place;
    if (passed && !after) after = &place;
    const float far = upright ? distance(from.box, place.box, on) : -1;
    if (far >= 0 && (!best || far < nearest)) {
      best = &place;
      nearest = far;
    }
  }
  if (best) return best;
  return on ? after : before;
}

bool go_to_part(const Places& places, ScreenState& state, bool backwards, bool outside) {
  KeyboardFocus& keyboard = state.keyboard;
  constexpr int kCount = static_cast<int>(std::size(kParts));
  const std::string_view part = present_part(places, keyboard);
  const int present = static_cast<int>(std::find(std::begin(kParts), std::end(kParts), part) - std::begin(kParts)), by = backwards ? -1 : 1;
  const bool anew = outside || present == kCount;
  const int first = backwards ? kCount - 1 : 0;
  for (int i = anew ? first : present + by; i >= 0 && i < kCount && !keyboard.leaving; i += by)
    if (const Place* place = entry_of(places, keyboard, kParts[i])) {
      put_keyboard(state, *place);
      return true;
    }
  let_go(keyboard);
  keyboard.part = {};
  keyboard.leaving = false;
  return false;
}

void focus_control(const Places& places, ScreenState& state, ImGuiID item) {
  if (const Place* place = find_control(places, item)) put_keyboard(state, *place);
}

ImGuiID control_with_keyboard(const Places& places, const ScreenState& state) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.ActiveId != 0 && ImGui::GetIO().WantTextInput && find_control(places, context.ActiveId)) return context.ActiveId;
  if (!context.NavCursorVisible) return 0;
  if (find_control(places, context.NavId)) return context.NavId;
  return state.keyboard.in_cells && find_control(places, state.keyboard.item) ? state.keyboard.item : 0;
}

void handle_screen_keys(const Frame& frame, Screen& screen) {
  const ImGuiID owner = ImGui::GetID("screen keys");
  if (ImGui::IsMouseClicked(0)) screen.state.keyboard.leaving = false;
  search_key(frame, screen);
  note_typing(frame, screen);
  const bool was_over = std::exchange(screen.state.keyboard.was_over, something_is_over());
  if (something_is_over()) return;
  if (!frame.state.lesson.edit) tab_key(frame, screen, owner);
  if (types(frame)) return;
  arrow_keys(frame, screen, owner);
  escape_key(screen.state.keyboard, was_over);
  letter_keys(frame, screen);
}

}  // namespace gf::ui
