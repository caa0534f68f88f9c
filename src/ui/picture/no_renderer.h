// Serves ImGui's textures for programs that lay out frames without a renderer: tests, pictures of the command line, tools/lib/first_frame.
#pragma once

#include <imgui.h>

namespace gf::ui {

/// Marks all of ImGui's requests about textures as done, without doing them. Call after ImGui::Render.
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
