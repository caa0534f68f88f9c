// Writes a control as JSON, for the layout message and the accessible view.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ui/places.h"

namespace gf::ui {

/// Returns {"role": "slider", "name", "value", "on", "open", "enabled", "now", "least", "most", "step", "choices", ...}. Leaves out fields
/// that mean nothing for the control's role, and most fields with their default value.
nlohmann::json json_of(const Control& control);

}  // namespace gf::ui
