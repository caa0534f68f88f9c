#include "ui/places.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ui/access/control_json.h"
#include "ui/frame.h"
#include "ui/picture/drawn_text.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

nlohmann::json to_json(const Place& place) {
  nlohmann::json result = {{"id", place.id},
                           {"x", place.box.min.x},
                           {"y", place.box.min.y},
                           {"width", place.box.width()},
                           {"height", place.box.height()},
                           {"seen_x", place.seen.min.x},
                           {"seen_y", place.seen.min.y},
                           {"seen_width", place.seen.width()},
                           {"seen_height", place.seen.height()}};
  if (place.cells)
    result.update({{"panel", place.cells->panel},
                   {"outer", place.cells->outer},
                   {"first_row", place.cells->first_row},
                   {"first_column", place.cells->first_column},
                   {"rows", place.cells->rows},
                   {"columns", place.cells->columns},
                   {"cell_width", place.cells->cell_width},
                   {"cell_height", place.cells->cell_height}});
  if (place.control) {
    result.update(json_of(*place.control));
    result.update({{"part", place.part}, {"control", place.item}});
  }
  return result;
}

}  // namespace

void begin_places(Places& places) {
  places.noted.clear();
  places.scene.reset();
  places.part = {};
}

void begin_part_of_screen(Places& places, std::string_view part) {
  if (places.noting) places.part = part;
}

namespace {

std::string_view part_of_window(const Places& places) {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  return (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0 ? std::string_view("popup") : places.part;
}

}  // namespace

void note_box(Places& places, std::string_view id, const Box& box, std::optional<PlacedCells> cells) {
  if (places.noting) places.noted.push_back({std::string(id), box, common(box, visible_box()), std::move(cells), places.part});
}

void note_item(Places& places, std::string_view id) { note_box(places, id, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}); }

void note_control(Places& places, std::string_view id, Control control, std::optional<PlacedCells> cells) {
  if (!places.noting) return;
  note_box(places, id, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, std::move(cells));
  Place& place = places.noted.back();
  place.control = std::move(control);
  place.part = part_of_window(places);
  place.item = ImGui::GetItemID();
  place.window = ImGui::GetCurrentWindowRead()->ID;
}

void name_noted(Places& places, std::string name) {
  if (places.noting && places.noted.back().control) places.noted.back().control->name = std::move(name);
}

void note_words(Places& places, std::string_view id, const std::string& words, const Box& box) {
  if (!places.noting) return;
  note_box(places, id, box);
  Place& place = places.noted.back();
  place.control = Control{.role = Role::words, .name = words};
  place.part = part_of_window(places);
  place.item = ImHashStr(place.id.c_str());
}

void widen_noted(Places& places, const Box& box) {
  if (places.noting) places.noted.back().box = box;
}

void prefer_noted(Places& places) {
  if (places.noting && !places.noted.empty() && places.noted.back().control) places.noted.back().control->first = true;
}

std::optional<double> wished_value(Places& places, ImGuiID item) {
  if (!places.wish || places.wish->item != item || places.wish->kind != Wish::Kind::set) return std::nullopt;
  const double value = places.wish->value;
  places.wish.reset();
  return value;
}

Wish* wished_text(Places& places, ImGuiID item) {
  const bool wished = places.wish && places.wish->item == item && places.wish->kind == Wish::Kind::type;
  return wished ? &*places.wish : nullptr;
}

namespace {

constexpr const char* kDone = R"({"problem":null})";

// Handles a request of assistive technology for a control.
void act_on_control(Places& places, const nlohmann::json& asked, const ScreenActions& act) {
  const auto item = asked.value("control", ImGuiID{0});
  const std::string what = asked.value("do", "");
  if (what == "focus") return act.focus(item);
  if (what == "cell") return act.go_to_cell(item, asked.value("row", Index{0}), asked.value("column", Index{0}));
  Wish wish{Wish::Kind::press, item, 0, {}};
  if (what == "set") {
    wish.kind = Wish::Kind::set;
    wish.value = asked.value("value", 0.0);
  }
  if (what == "type") {
    wish.kind = Wish::Kind::type;
    wish.text = asked.value("text", "");
  }
  places.wish = std::move(wish);
}

nlohmann::json to_json(const Box& box) { return {{"x", box.min.x}, {"y", box.min.y}, {"width", box.width()}, {"height", box.height()}}; }

}  // namespace

std::vector<std::string> words_of(const PlacedScene& scene, const PlacedScene::Card& card) {
  std::vector<std::string> words;
  if (card.subject < 0 || !scene.trace) return words;
  const TraceNode& node = scene.trace->node(card.subject);
  for (const Axis* axis : {&node.rows, &node.cols})
    for (std::size_t i = 0; i < axis->labels.size(); ++i) words.push_back(word_label(*axis, static_cast<Index>(i)));
  return words;
}

namespace {

nlohmann::json to_json(const PlacedScene& scene) {
  nlohmann::json cards = nlohmann::json::array();
  const std::vector<DrawnText> texts = drawn_texts();
  for (const PlacedScene::Card& card : scene.cards) {
    const std::vector<std::string> words = words_of(scene, card);
    const ReadableText read = readable_text(texts, card.box, words);
    const char* const some = read.words > 0 ? "some" : "none";
    cards.push_back({{"node", card.node},
                     {"box", to_json(card.box)},
                     {"letter_px", read.smallest},
                     {"cut", read.cut},
                     {"words", read.words == words.size() ? "all" : some}});
  }
  return {{"stage", to_json(scene.stage)}, {"focus", scene.focus}, {"cards", std::move(cards)}, {"callout", to_json(scene.callout)}};
}

}  // namespace

std::optional<std::string> answer_layout(Places& places, std::string_view message, const ScreenActions& act) {
  // Longer messages are documents and links, which the session reads. They are not parsed twice.
  constexpr std::size_t kLongest = 256, kLongestToControl = 64'000;
  if (message.size() > (message.starts_with(R"({"type":"control")") ? kLongestToControl : kLongest)) return std::nullopt;
  const auto asked = nlohmann::json::parse(message, nullptr, false);
  if (!asked.is_object()) return std::nullopt;
  const auto type = asked.find("type"), node = asked.find("node");
  if (type == asked.end()) return std::nullopt;
  if (*type == "show" && node != asked.end() && node->is_string()) {
    act.show(node->get<std::string>());
    return kDone;
  }
  if (*type == "control") {
    try {
      act_on_control(places, asked, act);
      return kDone;
    } catch (const nlohmann::json::exception&) {
      return std::nullopt;  // the session says that it knows no such message
    }
  }
  if (*type != "layout") return std::nullopt;
  nlohmann::json answer = {{"places", nlohmann::json::array()}};
  for (const Place& place : places.noted) answer["places"].push_back(to_json(place));
  if (places.scene) answer["scene"] = to_json(*places.scene);
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
