#include "ui/driver.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/utf8.h"
#include "ui/picture/no_renderer.h"
#include "ui/widgets/characters.h"

namespace gf::test {

namespace {

const Place* find_place(const Ui& ui, const std::string& id) {
  const std::vector<Place>& noted = ui.places().noted;
  const auto found = std::find_if(noted.begin(), noted.end(), [&](const Place& candidate) { return candidate.id == id; });
  return found == noted.end() ? nullptr : &*found;
}

}  // namespace

WordDrawing FakeFonts::drawing() {
  const auto measure = [this](const Word& word) {
    measured.emplace_back(word.text);
    WordShape shape{0, {0}};
    for (const std::string_view character : utf8_characters(word.text)) {
      if (!ui::extends(code_point(character))) shape.advance += 0.5f;
      shape.stops.push_back(shape.advance);
      shape.missing = shape.missing || code_point(character) == 0x10FFFD;
    }
    if (word.right_to_left)
      for (float& stop : shape.stops) stop = shape.advance - stop;
    return shape;
  };
  const auto draw = [this](const Word& word, int size_px) {
    drawn.emplace_back(word.text);
    const auto characters = utf8_characters(word.text);
    const auto letters =
        std::count_if(characters.begin(), characters.end(), [](std::string_view candidate) { return !ui::extends(code_point(candidate)); });
    WordPicture picture{static_cast<int>(letters) * size_px / 2, size_px, 0, -size_px * 4 / 5};
    picture.rgba.assign(static_cast<std::size_t>(picture.width * picture.height) * 4, 255);
    return picture;
  };
  return {measure, draw};
}

Driver::Driver(float width, float height, bool dark, Fonts fonts)
    : drawn_words_(words.drawing()), texts_(english()), heatmaps_(std::string(), std::string()), ui_(heatmaps_) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(width, height);
  io.IniFilename = nullptr;
  io.ConfigDebugHighlightIdConflicts = true;
  io.ConfigErrorRecoveryEnableAssert = false;
  io.ConfigErrorRecoveryEnableTooltip = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = this;
  platform.Platform_GetClipboardTextFn = [](ImGuiContext* context) { return self(context)->clipboard.c_str(); };
  platform.Platform_SetClipboardTextFn = [](ImGuiContext* context, const char* text) { self(context)->clipboard = text; };
  if (fonts == Fonts::shipped) {
    ui::load_fonts(read_asset("assets/fonts/Inter.ttc"));
    ui::add_further_letters(read_asset(ui::kFurtherFonts));
  } else {
    io.Fonts->AddFontDefault();
    io.Fonts->AddFontDefault();
  }
  texts_.on_gap = [](std::string_view path) { FAIL_CHECK("the screen has no text for ", std::string(path)); };
  host.theme = dark ? ThemeChoice::dark : ThemeChoice::light;
}

Driver* Driver::self(ImGuiContext* context) {
  ImGui::SetCurrentContext(context);
  return static_cast<Driver*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
}

std::vector<Command> Driver::show(const Snapshot& snapshot, int frames) {
  std::vector<Command> commands;
  shown_ = std::make_unique<Snapshot>(snapshot);
  for (int i = 0; i < frames; ++i) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    UiOutput output = ui_.draw(snapshot, texts_, host);
    const bool conflict = ImGui::GetCurrentContext()->DebugDrawIdConflictsId != 0;
    ImGui::Render();
    CHECK_MESSAGE(!conflict, "two controls share an id");
    ui::take_textures();
    append(commands, output.commands);
    requests.insert(requests.end(), output.requests.begin(), output.requests.end());
    animating = output.animating;
  }
  return commands;
}

int Driver::vertices() { return ImGui::GetDrawData()->TotalVtxCount; }

double Driver::picture() {
  double sum = 0, place = 1;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      sum += place * static_cast<double>(vertex.pos.x + 2 * vertex.pos.y) + static_cast<double>((vertex.col >> 8) + (vertex.col & 0xff));
      place = place < 100 ? place + 1 : 1;
    }
  return sum;
}

std::vector<ImVec2> Driver::vertices_in(ImU32 color) {
  std::vector<ImVec2> found;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& vertex : list->VtxBuffer)
      if (vertex.col == color) found.push_back(vertex.pos);
  return found;
}

int Driver::replacement_signs() {
  int found = 0;
  ImFontAtlasBuilder& builder = *ImGui::GetIO().Fonts->Builder;
  for (int i = 0; i < builder.BakedPool.Size; ++i) {
    const ImFontBaked& baked = builder.BakedPool[i];
    for (int g = 0; g < baked.Glyphs.Size; ++g) {
      const ImFontGlyph& sign = baked.Glyphs[g];
      if (sign.Codepoint != 0xFFFD && g != baked.FallbackGlyphIndex) continue;
      for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
        found += static_cast<int>(std::count_if(list->VtxBuffer.begin(), list->VtxBuffer.end(), [&](const ImDrawVert& vertex) {
          return vertex.uv.x == sign.U0 && vertex.uv.y == sign.V0;
        }));
    }
  }
  return found;
}

int Driver::signs(ImWchar sign, const Box& box) {
  std::vector<ImVec2> found;
  ImFontAtlasBuilder& builder = *ImGui::GetIO().Fonts->Builder;
  for (int i = 0; i < builder.BakedPool.Size; ++i)
    for (const ImFontGlyph& glyph : builder.BakedPool[i].Glyphs) {
      if (glyph.Codepoint != sign) continue;
      for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
        for (int v = 0; v + 2 < list->VtxBuffer.Size; ++v) {
          const ImDrawVert &from = list->VtxBuffer[v], &to = list->VtxBuffer[v + 2];
          if (from.uv.x != glyph.U0 || from.uv.y != glyph.V0 || to.uv.x != glyph.U1 || to.uv.y != glyph.V1) continue;
          const ImVec2 middle((from.pos.x + to.pos.x) / 2, (from.pos.y + to.pos.y) / 2);
          const bool twice = std::any_of(found.begin(), found.end(), [&](ImVec2 p) { return p.x == middle.x && p.y == middle.y; });
          if (box.contains(middle) && !twice) found.push_back(middle);
        }
    }
  return static_cast<int>(found.size());
}

Place Driver::place(const std::string& id) const {
  const Place* found = find_place(ui_, id);
  REQUIRE_MESSAGE(found, id);
  return *found;
}

bool Driver::shows(const std::string& id) const { return find_place(ui_, id) != nullptr; }

ImVec2 Driver::cell(const std::string& node, Index row, Index col) const {
  const Place grid = place("grid:" + node);
  REQUIRE_MESSAGE(grid.cells, node);
  return {grid.box.min.x + (static_cast<float>(col - grid.cells->first_column) + 0.5f) * grid.cells->cell_width,
          grid.box.min.y + (static_cast<float>(row) + 0.5f) * grid.cells->cell_height};
}

nlohmann::json Driver::accessible_view() { return nlohmann::json::parse(ui_.accessible_view(*shown_, texts_, host)); }

std::string Driver::spoken() {
  std::string all;
  const nlohmann::json view = accessible_view();
  for (const nlohmann::json& part : view["status"]) all += (all.empty() ? "" : " ") + part[1].get<std::string>();
  return all;
}

std::vector<Command> Driver::move(const Snapshot& snapshot, ImVec2 to) {
  ImGui::GetIO().AddMousePosEvent(to.x, to.y);
  return show(snapshot, 2);
}

std::vector<Command> Driver::click(const Snapshot& snapshot, ImVec2 at) {
  std::vector<Command> commands = move(snapshot, at);
  for (const bool down : {true, false}) {
    ImGui::GetIO().AddMouseButtonEvent(0, down);
    append(commands, show(snapshot, 2));
  }
  return commands;
}

std::vector<Command> Driver::drag(const Snapshot& snapshot, ImVec2 from, ImVec2 to) {
  std::vector<Command> commands = move(snapshot, from);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  append(commands, show(snapshot, 2));
  append(commands, move(snapshot, to));
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  append(commands, show(snapshot, 2));
  return commands;
}

std::vector<Command> Driver::press(const Snapshot& snapshot, ImGuiKey key, ImGuiKey modifier) {
  ImGuiIO& io = ImGui::GetIO();
  std::vector<Command> commands;
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
  io.AddKeyEvent(key, true);
  append(commands, show(snapshot, 2));
  io.AddKeyEvent(key, false);
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
  append(commands, show(snapshot, 2));
  return commands;
}

std::vector<Command> Driver::type(const Snapshot& snapshot, const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
  return show(snapshot, 4);
}

namespace {

const Place* with_keyboard(const nlohmann::json& view, const Ui& ui) {
  const std::vector<Place>& noted = ui.places().noted;
  const auto found = std::find_if(noted.begin(), noted.end(),
                                  [&](const Place& candidate) { return candidate.item != 0 && candidate.item == view["focus"]; });
  return found == noted.end() ? nullptr : &*found;
}

}  // namespace

std::string Driver::part_with_keyboard() {
  const Place* place = with_keyboard(accessible_view(), ui_);
  return place ? std::string(place->part) : std::string();
}

std::string Driver::place_with_keyboard() {
  const Place* place = with_keyboard(accessible_view(), ui_);
  return place ? place->id : std::string();
}

bool Driver::keyboard_is_on(ImVec2 centre) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (!context.NavWindow || context.NavId == 0) return false;
  const ImVec2 at = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[ImGuiNavLayer_Main]).GetCenter();
  return std::abs(at.x - centre.x) < 4 && std::abs(at.y - centre.y) < 4;
}

}  // namespace gf::test
