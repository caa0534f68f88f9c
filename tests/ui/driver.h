// Drives the screen without a window: ImGui with no backend, a snapshot to show, and hands that move, click and type.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "render/heatmap.h"
#include "support.h"
#include "ui/ui.h"

namespace gf::test {

/// How much was drawn in one frame.
struct Drawn {
  int vertices = 0;
  int callbacks = 0;  // heat maps
};

class Driver {
 public:
  explicit Driver(float width = 1280, float height = 800, bool dark = false)
      : texts_(english()), heatmaps_(std::string(), std::string()), ui_(heatmaps_) {
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
    io.Fonts->AddFontDefault();
    io.Fonts->AddFontDefault();
    host.theme = dark ? ThemeChoice::dark : ThemeChoice::light;
    // From the first question on, the screen notes where its parts are.
    ui_.answer(R"({"type":"layout"})");
  }

  /// Draws `frames` frames of a snapshot and gathers what was asked for. Fails on any complaint of ImGui about how it is used.
  std::vector<Command> show(const Snapshot& snapshot, int frames = 1) {
    std::vector<Command> commands;
    for (int i = 0; i < frames; ++i) {
      ImGui::GetIO().DeltaTime = 1.0f / 60;
      ImGui::NewFrame();
      UiOutput output = ui_.draw(snapshot, texts_, host);
      const bool conflict = ImGui::GetCurrentContext()->DebugDrawIdConflictsId != 0;
      ImGui::Render();
      CHECK_MESSAGE(!conflict, "two controls share an id");
      take_textures();
      commands.insert(commands.end(), output.commands.begin(), output.commands.end());
      requests.insert(requests.end(), output.requests.begin(), output.requests.end());
      animating = output.animating;
    }
    return commands;
  }

  Drawn drawn() const {
    Drawn result;
    const ImDrawData& data = *ImGui::GetDrawData();
    result.vertices = data.TotalVtxCount;
    for (const ImDrawList* list : data.CmdLists)
      for (const ImDrawCmd& command : list->CmdBuffer)
        result.callbacks += command.UserCallback != nullptr && command.UserCallback != ImDrawCallback_ResetRenderState;
    return result;
  }

  nlohmann::json place(const std::string& id) {
    const nlohmann::json layout = nlohmann::json::parse(*ui_.answer(R"({"type":"layout"})"));
    for (const nlohmann::json& one : layout["places"])
      if (one["id"] == id) return one;
    return {};
  }

  ImVec2 centre(const std::string& id) {
    const nlohmann::json at = place(id);
    REQUIRE_MESSAGE(!at.is_null(), id);
    return {at["x"].get<float>() + at["width"].get<float>() / 2, at["y"].get<float>() + at["height"].get<float>() / 2};
  }

  ImVec2 cell(const std::string& node, Index row, Index col) {
    const nlohmann::json at = place("grid:" + node);
    REQUIRE_MESSAGE(!at.is_null(), node);
    const auto part = [&](const char* name) { return at[name].get<float>(); };
    return {part("x") + (static_cast<float>(col) + 0.5f) * part("cell_width"),
            part("y") + (static_cast<float>(row) + 0.5f) * part("cell_height")};
  }

  std::vector<Command> move(const Snapshot& snapshot, ImVec2 to) {
    ImGui::GetIO().AddMousePosEvent(to.x, to.y);
    return show(snapshot, 2);
  }

  std::vector<Command> click(const Snapshot& snapshot, ImVec2 at) {
    std::vector<Command> commands = move(snapshot, at);
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      append(commands, show(snapshot, 2));
    }
    return commands;
  }

  std::vector<Command> press(const Snapshot& snapshot, ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
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

  std::vector<Command> type(const Snapshot& snapshot, const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    return show(snapshot, 4);
  }

  /// Whether the keyboard is on the control whose centre this is.
  static bool keyboard_is_on(ImVec2 centre) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.NavWindow == nullptr || context.NavId == 0) return false;
    const ImVec2 at = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[ImGuiNavLayer_Main]).GetCenter();
    return std::abs(at.x - centre.x) < 4 && std::abs(at.y - centre.y) < 4;
  }

  static void append(std::vector<Command>& to, std::vector<Command> more) { to.insert(to.end(), more.begin(), more.end()); }

  const Texts& texts() const { return texts_; }
  Ui& ui() { return ui_; }

  UiHost host;
  std::string clipboard;
  std::vector<HostRequest> requests;
  bool animating = false;

 private:
  // One ImGui context a driver, current while it lives.
  struct Context {
    ImGuiContext* context = ImGui::CreateContext();
    Context() { ImGui::SetCurrentContext(context); }
    ~Context() { ImGui::DestroyContext(context); }
  };

  static Driver* self(ImGuiContext* context) {
    ImGui::SetCurrentContext(context);
    return static_cast<Driver*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
  }

  // What a renderer would do with the font textures: take them as they are.
  static void take_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
      if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) {
        texture->SetTexID(1);
        texture->SetStatus(ImTextureStatus_OK);
      } else if (texture->Status == ImTextureStatus_WantDestroy) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
      }
  }

  Context context_;
  Texts texts_;
  HeatmapRenderer heatmaps_;
  Ui ui_;
};

/// The commands of one kind.
template <typename Kind>
std::vector<Kind> only(const std::vector<Command>& commands) {
  std::vector<Kind> found;
  for (const Command& command : commands)
    if (const Kind* one = std::get_if<Kind>(&command)) found.push_back(*one);
  return found;
}

}  // namespace gf::test
