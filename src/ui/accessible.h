// The screen in words, for assistive technology.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// See Ui::accessible_view.
void refresh_accessible_view(Frame& frame);

}  // namespace gf::ui
