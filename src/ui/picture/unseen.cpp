#include "ui/picture/unseen.h"

#include <imgui.h>

#include "ui/picture/no_renderer.h"

namespace gf::ui {

UnseenScreen::UnseenScreen(float width, float height) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.DisplaySize = {width, height};
}

UnseenScreen::~UnseenScreen() { ImGui::DestroyContext(); }

void UnseenScreen::frame(const std::function<void()>& content) {
  constexpr float kFrame_s = 1.0f / 30;
  ImGui::GetIO().DeltaTime = kFrame_s;
  ImGui::NewFrame();
  content();
  ImGui::Render();
  take_textures();
}

}  // namespace gf::ui
