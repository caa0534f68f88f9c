#include "protocol/document.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/join.h"
#include "core/json_fields.h"
#include "core/problem.h"
#include "protocol/limits.h"
#include "protocol/value_json.h"

namespace gf {
namespace {

using nlohmann::json;

bool same(const InputValue& a, const InputValue& b) {
  if (a.index() != b.index()) return false;
  if (const Tensor* x = std::get_if<Tensor>(&a)) return same_values(*x, std::get<Tensor>(b));
  if (const double* x = std::get_if<double>(&a)) return *x == std::get<double>(b);
  if (const bool* x = std::get_if<bool>(&a)) return *x == std::get<bool>(b);
  return std::get<std::string>(a) == std::get<std::string>(b);
}

// NaN equals NaN here. Otherwise, a document with a cell held at NaN would never have its trace.
bool same_pin(const Pin& a, const Pin& b) {
  return a.node == b.node && a.cell == b.cell && (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}

const json& field(const json& object, const char* name, const std::string& where) {
  if (!object.is_object()) wrong_type(where, "@object", object);
  if (!object.contains(name)) throw InputError({"missing_field", {{"where", where}, {"field", name}}});
  return object[name];
}

std::string text_from_json(const json& value, const std::string& where, const char* expected) {
  if (!value.is_string()) wrong_type(where, expected, value);
  return value.get<std::string>();
}

std::string name_field(const json& object, const char* name, const std::string& where) {
  const std::string place = where + "." + name;
  std::string text = text_from_json(field(object, name, where), place, "@text");
  check_name(text, place);
  return text;
}

// Reads the form of number_to_json: a cell can be held at its computed value, which may be infinite or NaN.
float pin_value(const json& value, const std::string& where) {
  if (value.is_null()) return std::numeric_limits<float>::quiet_NaN();
  if (value == "inf") return std::numeric_limits<float>::infinity();
  if (value == "-inf") return -std::numeric_limits<float>::infinity();
  return float_from_json(value, where);
}

void refuse_other_fields(const json& object, std::initializer_list<std::string_view> known, const std::string& where) {
  for (const auto& [name, value] : object.items())
    if (std::find(known.begin(), known.end(), name) == known.end()) throw InputError({"unknown_field", {{"where", where}, {"got", name}}});
}

Pin pin_from_json(const json& value, const std::string& where) {
  Pin pin;
  pin.node = name_field(value, "node", where);
  pin.cell = cell_from_json(field(value, "cell", where), where + ".cell");
  pin.value = pin_value(field(value, "value", where), where + ".value");
  return pin;
}

void add_to_json(const Look& look, json& document) {
  if (look.selection)
    document["selection"] = {{"node", look.selection->node}, {"cell", cell_to_json(look.selection->cell, look.selection->cell.outer != 0)}};
  if (look.step != 0) document["step"] = look.step;
  if (!look.folded.empty()) document["folded"] = look.folded;
  if (!look.opened.empty()) document["opened"] = look.opened;
  for (const auto& [node, view] : look.views) document["views"][node] = name_of(view);
  for (const auto& [node, outer] : look.matrices) document["matrices"][node] = outer;
  for (const auto& [node, cells] : look.blanks)
    for (const Cell& cell : cells) document["blanks"][node].push_back(cell_to_json(cell, cell.outer != 0));
  if (look.camera) document["camera"] = {{"x", look.camera->x}, {"y", look.camera->y}, {"zoom", look.camera->zoom}};
  if (!look.scene.empty()) document["scene"] = look.scene;
}

std::set<std::string> sections_from_json(const json& document, const char* name) {
  std::set<std::string> sections;
  if (!document.contains(name)) return sections;
  const std::string where = std::string("document.") + name;
  if (!document[name].is_array()) wrong_type(where, "@list_of_sections", document[name]);
  for (const json& section : document[name]) sections.insert(text_from_json(section, where, "@list_of_sections"));
  return sections;
}

View view_from_json(const json& value, const std::string& where) {
  const std::string name = text_from_json(value, where, "@text");
  const auto* const found = std::find(std::begin(kViewNames), std::end(kViewNames), name);
  if (found == std::end(kViewNames))
    throw InputError({"unknown_choice", {{"where", where}, {"choices", joined(kViewNames)}, {"got", name}}});
  return static_cast<View>(found - std::begin(kViewNames));
}

// Reads the choices made for some nodes, by their names.
template <typename Read>
auto chosen_for_nodes(const json& document, const char* name, Read read) {
  const std::string where = std::string("document.") + name;
  std::map<std::string, decltype(read(document, where))> chosen;
  if (!document.contains(name)) return chosen;
  if (!document[name].is_object()) wrong_type(where, "@object", document[name]);
  for (const auto& [node, value] : document[name].items()) chosen[node] = read(value, where);
  return chosen;
}

double number_field(const json& object, const char* name, const std::string& where) {
  const json& value = field(object, name, where);
  if (!value.is_number()) wrong_type(where + "." + name, "@number", value);
  return value.get<double>();
}

std::optional<CameraLook> camera_from_json(const json& document) {
  if (!document.contains("camera")) return std::nullopt;
  const json& camera = document["camera"];
  const std::string where = "document.camera";
  const CameraLook look{number_field(camera, "x", where), number_field(camera, "y", where), number_field(camera, "zoom", where)};
  refuse_other_fields(camera, {"x", "y", "zoom"}, where);
  return look;
}

Look look_from_json(const json& document) {
  Look look;
  if (document.contains("selection")) {
    const json& selection = document["selection"];
    look.selection = Selection{name_field(selection, "node", "document.selection"),
                               cell_from_json(field(selection, "cell", "document.selection"), "document.selection.cell")};
  }
  if (document.contains("step")) look.step = static_cast<int>(index_from_json(document["step"], "document.step"));
  look.folded = sections_from_json(document, "folded");
  look.opened = sections_from_json(document, "opened");
  look.views = chosen_for_nodes(document, "views", view_from_json);
  look.matrices = chosen_for_nodes(document, "matrices", index_from_json);
  if (document.contains("blanks")) look.blanks = blanks_from_json(document["blanks"], "document.blanks");
  look.camera = camera_from_json(document);
  if (document.contains("scene")) look.scene = name_field(document, "scene", "document");
  check_look(look);
  return look;
}

}  // namespace

bool same_value(const InputValue& a, const InputValue& b) { return same(a, b); }

bool same_inputs(const Inputs& a, const Inputs& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); });
}

bool same_content(const Document& a, const Document& b) {
  return a.lesson == b.lesson && std::equal(a.pins.begin(), a.pins.end(), b.pins.begin(), b.pins.end(), same_pin) &&
         same_inputs(a.inputs, b.inputs);
}

Blanks in_order(Blanks blanks) {
  for (auto& [node, cells] : blanks) {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  }
  std::erase_if(blanks, [](const auto& entry) { return entry.second.empty(); });
  return blanks;
}

bool operator==(const Document& a, const Document& b) { return same_content(a, b) && a.look == b.look; }

json to_json(const InputValue& value) {
  if (const Tensor* tensor = std::get_if<Tensor>(&value)) return tensor->size() == 0 ? json() : matrix_to_json(*tensor);
  if (const double* number = std::get_if<double>(&value)) {
    constexpr double kExact = 9007199254740992;  // 2⁵³: below it, every whole double converts to long long without loss
    return std::abs(*number) < kExact && *number == std::floor(*number) ? json(static_cast<long long>(*number)) : json(*number);
  }
  if (const bool* toggle = std::get_if<bool>(&value)) return *toggle;
  return std::get<std::string>(value);
}

InputValue input_value_from_json(const json& value, const std::string& where) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) return matrix_from_json(value, where);
  if (value.is_null()) return Tensor();
  wrong_type(where, "@any_input", value);
}

json to_json(const Document& document) {
  json inputs = json::object();
  for (const auto& [name, value] : document.inputs) inputs[name] = to_json(value);
  json result{{"lesson", document.lesson}, {"inputs", inputs}};
  for (const Pin& pin : document.pins)
    result["pins"].push_back(
        {{"node", pin.node}, {"cell", cell_to_json(pin.cell, pin.cell.outer != 0)}, {"value", number_to_json(pin.value)}});
  add_to_json(document.look, result);
  return result;
}

Blanks blanks_from_json(const json& value, const std::string& where) {
  if (!value.is_object()) wrong_type(where, "@object", value);
  Blanks blanks;
  std::size_t count = 0;
  for (const auto& [node, cells] : value.items()) {
    if (!cells.is_array()) wrong_type(where + "." + node, "@list_of_cells", cells);
    check_count_of_blanks(count += cells.size());
    for (const json& cell : cells) blanks[node].push_back(cell_from_json(cell, where + "." + node));
  }
  return in_order(std::move(blanks));
}

Document document_from_json(const json& value) {
  Document document;
  document.lesson = name_field(value, "lesson", "document");
  refuse_other_fields(
      value, {"lesson", "inputs", "pins", "selection", "step", "folded", "opened", "views", "matrices", "blanks", "camera", "scene"},
      "document");
  document.inputs_given = value.contains("inputs");
  if (document.inputs_given) {
    if (!value["inputs"].is_object()) wrong_type("document.inputs", "@object", value["inputs"]);
    for (const auto& [name, input] : value["inputs"].items()) document.inputs[name] = input_value_from_json(input, name);
  }
  if (value.contains("pins")) {
    if (!value["pins"].is_array() || value["pins"].size() > kMostPins) wrong_type("document.pins", "@list_of_pins", value["pins"]);
    for (const json& pin : value["pins"])
      document.pins.push_back(pin_from_json(pin, "document.pins[" + std::to_string(document.pins.size()) + "]"));
  }
  document.look = look_from_json(value);
  return document;
}

}  // namespace gf
