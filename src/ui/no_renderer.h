// For programs that lay out frames and draw none: tests, and the one that asks what a first frame calls.
#pragma once

#include <imgui.h>

namespace gf::ui {

/// Answers ImGui's requests about textures as a renderer would that has done all of them. Call after ImGui::Render.
inline void take_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    } else if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
  }
}

}  // namespace gf::ui
