// The private part of Dear ImGui, for the versions with which ui/ was tested.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#ifndef GF_UNTESTED_LIBRARIES
static_assert(IMGUI_VERSION_NUM >= 19222 && IMGUI_VERSION_NUM <= 19222,
              "ui/ is tested with the private part of Dear ImGui 1.92.2. Before you widen the range: compare text_field.cpp with "
              "InputTextEx of imgui_widgets.cpp, run gf_tests -ts='ui/*', and type, select and undo in a field by hand. "
              "-DCMAKE_CXX_FLAGS=-DGF_UNTESTED_LIBRARIES builds with any version.");
#endif
