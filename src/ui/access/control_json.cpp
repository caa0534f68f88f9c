#include "ui/access/control_json.h"

#include <nlohmann/json.hpp>

namespace gf::ui {

namespace {

constexpr const char* kRoles[] = {"button", "link", "switch", "radio", "choice", "slider", "text", "table", "figure", "words", "option"};

bool is_chosen(Role role) { return role == Role::toggle || role == Role::radio || role == Role::option; }

}  // namespace

nlohmann::json json_of(const Control& control) {
  nlohmann::json json = {{"role", kRoles[static_cast<int>(control.role)]}, {"name", control.name}};
  const bool has_value = !control.value.empty() || control.role == Role::text;
  if (has_value) json["value"] = control.value;
  if (!control.group.empty()) json["group"] = control.group;
  if (!control.address.empty()) json["address"] = control.address;
  if (control.on || is_chosen(control.role)) json["on"] = control.on;
  if (control.open) json["open"] = *control.open;
  if (!control.enabled) json["enabled"] = false;
  if (control.lines) json["lines"] = true;
  if (control.role == Role::choice) {
    json["choices"] = control.choices;
    json["now"] = control.now;
  }
  if (control.role == Role::slider)
    json.update({{"now", control.now}, {"least", control.least}, {"most", control.most}, {"step", control.step}});
  return json;
}

}  // namespace gf::ui
