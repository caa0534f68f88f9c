#include "ui/bars/export_popup.h"

#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/nth.h"
#include "export/export.h"
#include "protocol/step.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char* kExportPopup = "export";

// The things that can be exported.
enum class Taken { scene, matrix, cell, lesson };
constexpr const char* kTakenNames[] = {"scene", "matrix", "cell", "lesson"};
constexpr TakenAs kTakenAs[] = {TakenAs::svg, TakenAs::png, TakenAs::csv, TakenAs::latex, TakenAs::numpy, TakenAs::torch, TakenAs::json};
constexpr const char* kWayNames[] = {"svg", "png", "csv", "latex", "numpy", "torch", "json"};
static_assert(std::size(kWayNames) == std::size(kTakenAs));

std::string_view name_of(TakenAs as) { return nth(kWayNames, as); }
bool is_picture(TakenAs as) { return as == TakenAs::svg || as == TakenAs::png; }

std::vector<Taken> things_to_take(const Frame& frame, const Screen& screen) {
  std::vector<Taken> things;
  if (screen.places.scene) things.push_back(Taken::scene);
  if (selected(frame).node >= 0) things.insert(things.end(), {Taken::matrix, Taken::cell});
  things.push_back(Taken::lesson);
  return things;
}

std::vector<TakenAs> ways_to_take(const Frame& frame, Taken thing) {
  std::vector<TakenAs> ways;
  for (const TakenAs way : kTakenAs)
    if (!(is_picture(way) && thing == Taken::lesson) && (way != TakenAs::png || frame.host.saves_png)) ways.push_back(way);
  return ways;
}

std::string words_of_thing(const Frame& frame, Taken thing) {
  const std::string key = "ui.export.things." + std::string(nth(kTakenNames, thing));
  if (thing != Taken::matrix) return frame.texts.get(key);
  return frame.texts.format(key, {{"title", node_title(frame, frame.trace->node(selected(frame).node))}});
}

// Returns the names of the nodes whose cards are in the scene.
std::vector<std::string> nodes_in_scene(const Frame& frame, const Screen& screen) {
  std::vector<std::string> names;
  for (const PlacedScene::Card& card : screen.places.scene->cards)
    if (card.subject >= 0) names.push_back(frame.trace->node(card.subject).name);
  return names;
}

std::string text_of(const Frame& frame, const Screen& screen, Taken thing, TakenAs as) {
  const ExportFormat format = export_format_named(name_of(as), "format");
  const CellReference at = selected(frame);
  switch (thing) {
    case Taken::scene:
      return export_trace(*frame.trace, format, frame.texts, {.only = nodes_in_scene(frame, screen)});
    case Taken::matrix:
      return export_trace(*frame.trace, format, frame.texts, {.only = {frame.trace->node(at.node).name}});
    case Taken::cell:
      return export_cell(*frame.trace, at.node, at.cell, format, frame.texts);
    case Taken::lesson:
      break;
  }
  return export_lesson(*frame.trace, format, frame.texts);
}

// Returns the name of the file, such as "self-attention-weights.csv".
std::string file_name(const Frame& frame, Taken thing, TakenAs as) {
  std::string name = frame.trace->lesson;
  if (thing == Taken::matrix || thing == Taken::cell) name += "-" + frame.trace->node(selected(frame).node).name;
  if (thing == Taken::cell) name += "-cell";
  if (const Step* step = step_of(frame.snapshot.lesson(), frame.snapshot.document); thing == Taken::scene && step)
    name += "-" + std::string(step->id);
  return name + "." + std::string(is_picture(as) ? name_of(as) : ending_of(export_format_named(name_of(as), "format")));
}

void take(const Frame& frame, Screen& screen, Taken thing, TakenAs as, bool copy) {
  HostRequest request{.kind = copy ? HostRequest::Kind::copy_text : HostRequest::Kind::save_file, .name = file_name(frame, thing, as)};
  if (is_picture(as)) {
    using Part = PictureWish::Part;
    Part part = Part::scene;
    if (thing == Taken::cell) part = Part::cell;
    if (thing == Taken::matrix) part = Part::matrix;
    request.picture = PictureWish{part, thing == Taken::scene ? "" : frame.trace->node(selected(frame).node).name, as == TakenAs::png};
  } else {
    request.content = text_of(frame, screen, thing, as);
  }
  screen.output.requests.push_back(std::move(request));
  ImGui::CloseCurrentPopup();
}

// Draws a choice among `labels`: side by side if they have room, otherwise as a list. Returns the index that was picked, or -1.
int draw_choice_of(const Frame& frame, Screen& screen, const char* id, const std::string& name, const std::vector<std::string>& labels,
                   int chosen) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch), room = ImGui::GetContentRegionAvail().x;
  line(theme.tiny, theme.color.muted, name);
  return segmented_width(theme, labels) <= room ? segmented(theme, screen.places, id, name, labels, chosen, height)
                                                : drop_down(theme, screen.places, id, name, labels, chosen, room, height);
}

template <typename Value>
int place_of(const std::vector<Value>& values, Value value) {
  const auto found = std::find(values.begin(), values.end(), value);
  return found == values.end() ? 0 : static_cast<int>(found - values.begin());
}

void draw_choices(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch);
  line(theme.heading, theme.color.ink, ui_text(frame, "export.title"));
  gap(4 * u);
  const std::vector<Taken> things = things_to_take(frame, screen);
  std::vector<std::string> labels;
  for (const Taken thing : things) labels.push_back(words_of_thing(frame, thing));
  int chosen = place_of(things, static_cast<Taken>(frame.state.export_thing));
  if (const int picked = draw_choice_of(frame, screen, "export thing", ui_text(frame, "export.what"), labels, chosen); picked >= 0)
    chosen = picked;
  const Taken thing = nth(things, chosen);
  screen.state.export_thing = static_cast<int>(thing);
  gap(6 * u);
  const std::vector<TakenAs> ways = ways_to_take(frame, thing);
  labels.clear();
  for (const TakenAs way : ways) labels.push_back(ui_text(frame, "export.ways." + std::string(name_of(way)) + ".name"));
  chosen = place_of(ways, static_cast<TakenAs>(frame.state.export_as));
  if (const int picked = draw_choice_of(frame, screen, "export as", ui_text(frame, "export.as"), labels, chosen); picked >= 0) {
    chosen = picked;
    screen.state.export_as = static_cast<int>(nth(ways, chosen));
  }
  const TakenAs as = nth(ways, chosen);
  gap(6 * u);
  const bool program = thing == Taken::lesson && (as == TakenAs::numpy || as == TakenAs::torch);
  paragraph(theme.small, theme.color.muted, ui_text(frame, "export.ways." + std::string(name_of(as)) + (program ? ".program" : ".help")));
  gap(6 * u);
  if (text_button(theme, screen.places, ui_text(frame, "export.save"), height, ButtonKind::primary)) take(frame, screen, thing, as, false);
  if (as == TakenAs::png) return;
  ImGui::SameLine(0, 8 * u);
  if (text_button(theme, screen.places, ui_text(frame, "export.copy"), height)) take(frame, screen, thing, as, true);
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_export(const Frame& frame, Screen& screen) {
  const float u = frame.theme.unit, width = std::min(560 * u, ImGui::GetIO().DisplaySize.x - 24 * u);
  const ImVec2 below = frame.state.export_below;
  ImGui::SetNextWindowPos({std::max(below.x, width + 12 * u), below.y + 4 * u}, ImGuiCond_Appearing, {1, 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 14 * u});
  if (ImGui::BeginPopup(kExportPopup)) {
    draw_choices(frame, screen);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void export_button(const Frame& frame, Screen& screen, float side) {
  if (icon_button(frame.theme, screen.places, Icon::save, ui_text(frame, "export.open"), side)) open_export(screen);
}

void open_export(Screen& screen) {
  screen.state.export_opens = true;
  screen.state.export_below = ImGui::GetItemRectMax();
}

void draw_export_popup(const Frame& frame, Screen& screen) {
  if (!frame.trace) return;
  if (std::exchange(screen.state.export_opens, false)) ImGui::OpenPopup(kExportPopup);
  if (ImGui::IsPopupOpen(kExportPopup)) draw_open_export(frame, screen);
}

Box box_of(const Places& places, const PictureWish& wish) {
  const Box whole{{0, 0}, ImGui::GetIO().DisplaySize};
  const auto noted = [&](std::string_view id) -> std::optional<Box> {
    const auto found = std::find_if(places.noted.begin(), places.noted.end(), [&](const Place& place) { return place.id == id; });
    return found == places.noted.end() ? std::nullopt : std::optional(found->box);
  };
  if (!places.scene) return noted("part:bench").value_or(whole);
  const PlacedScene& scene = *places.scene;
  std::optional<Box> box;
  const auto add = [&](const Box& more) {
    if (more.width() <= 0 || more.height() <= 0) return;
    box = box ? Box{{std::min(box->min.x, more.min.x), std::min(box->min.y, more.min.y)},
                    {std::max(box->max.x, more.max.x), std::max(box->max.y, more.max.y)}}
              : more;
  };
  if (wish.part == PictureWish::Part::cell) add(scene.callout);
  if (wish.part == PictureWish::Part::matrix)
    for (const PlacedScene::Card& card : scene.cards)
      if (card.node == wish.node || (card.subject >= 0 && scene.trace && scene.trace->node(card.subject).name == wish.node)) add(card.box);
  if (!box) {
    for (const PlacedScene::Card& card : scene.cards) add(card.box);
    add(scene.callout);
    add(scene.board);
  }
  if (!box) return scene.stage;
  if (wish.part == PictureWish::Part::page) {
    box = scene.stage;
    if (const std::optional<Box> caption = noted("part:steps")) add(*caption);
    return common(whole, *box);
  }
  const float margin = 12;
  return common(scene.stage, {{box->min.x - margin, box->min.y - margin}, {box->max.x + margin, box->max.y + margin}});
}

std::optional<PictureWish> read_picture_message(std::string_view message) {
  const nlohmann::json json = nlohmann::json::parse(message, nullptr, false);
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!json.is_object() || text("type") != "export" || text("format") != "svg") return std::nullopt;
  using Part = PictureWish::Part;
  const std::string node = text("node");
  const auto caption = json.find("caption");
  Part part = Part::scene;
  if (json.contains("cell")) {
    part = Part::cell;
  } else if (!node.empty()) {
    part = Part::matrix;
  } else if (caption != json.end() && *caption == true) {
    part = Part::page;
  }
  return PictureWish{part, node, false};
}

std::string show_message(const std::string& node) { return nlohmann::json{{"type", "show"}, {"node", node}}.dump(); }

std::string picture_answer(const std::string& svg) { return nlohmann::json{{"text", svg}}.dump(); }

}  // namespace gf::ui
