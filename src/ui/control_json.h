// A control in JSON, as the layout message and the accessible view give it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ui/places.h"

namespace gf::ui {

/// {"role": "slider", "name", "value", "on", "open", "enabled", "now", "least", "most", "step", "choices", ...}: what says nothing is left
/// out.
nlohmann::json json_of(const Control& control);

}  // namespace gf::ui
