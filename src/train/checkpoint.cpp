#include "train/checkpoint.h"

#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "core/problem.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "glassformer checkpoint 1";
constexpr const char* kFirst = "m.";
constexpr const char* kSecond = "v.";

void append(NamedTensors& to, const std::vector<NamedTensor>& tensors, const std::string& prefix) {
  for (const NamedTensor& tensor : tensors) to.tensors.push_back({prefix + tensor.name, tensor.value});
}

[[noreturn]] void no_checkpoint(const std::string& where) { throw InputError({"not_a_checkpoint", {{"where", where}}}); }

std::string word(const NamedTensors& checkpoint, const std::string& name, const std::string& where) {
  const auto found = checkpoint.metadata.find(name);
  if (found == checkpoint.metadata.end()) no_checkpoint(where);
  return found->second;
}

// Throws InputError that names the first field that differs, such as "model.width".
void check_same_settings(const std::string& now, const std::string& before, const std::string& where) {
  if (now == before) return;
  const json written = json_or_null(before);
  if (!written.is_object()) no_checkpoint(where);
  const json a = written.flatten(), b = parse_json(now, "settings").flatten();
  json all = a;
  all.update(b);
  for (const auto& item : all.items()) {
    const json was = a.value(item.key(), json()), is = b.value(item.key(), json());
    if (was == is) continue;
    std::string field = item.key().substr(1);
    for (char& c : field) c = c == '/' ? '.' : c;
    throw InputError({"checkpoint_of_other_settings", {{"where", field}, {"before", was.dump()}, {"now", is.dump()}}});
  }
}

// Returns the tensors of `from` with the names of `like` behind a prefix. Throws InputError if one is missing or has another shape.
std::vector<NamedTensor> take(const NamedTensors& from, const NamedTensors& like, const std::string& prefix) {
  const auto refuse = [](const std::string& detail) { throw InputError({"checkpoint_of_other_model", {{"detail", detail}}}); };
  std::vector<NamedTensor> taken;
  for (const NamedTensor& weight : like.tensors) {
    const Tensor* value = from.find(prefix + weight.name);
    if (!value) refuse(prefix + weight.name + " (missing)");
    if (value->shape() != weight.value.shape())
      refuse(prefix + weight.name + " " + to_string(value->shape()) + " ≠ " + to_string(weight.value.shape()));
    taken.push_back({weight.name, *value});
  }
  return taken;
}

}  // namespace

NamedTensors checkpoint_of(const TrainSettings& settings, const TrainState& state) {
  NamedTensors all;
  append(all, state.weights.tensors, "");
  append(all, state.optimizer.first, kFirst);
  append(all, state.optimizer.second, kSecond);
  all.metadata["format"] = kFormat;
  all.metadata["settings"] = settings_to_json(settings);
  all.metadata["state"] = json{{"step", state.step},
                               {"optimizer_steps", state.optimizer.steps},
                               {"first_loss", state.first_loss},
                               {"first", !state.optimizer.first.empty()},
                               {"second", !state.optimizer.second.empty()}}
                              .dump();
  return all;
}

void check_checkpoint(const NamedTensors& checkpoint, const TrainSettings& settings, const std::string& where) {
  if (word(checkpoint, "format", where) != kFormat) no_checkpoint(where);
  check_same_settings(settings_to_json(settings), word(checkpoint, "settings", where), where);
}

TrainState state_of(const NamedTensors& checkpoint, const TrainSettings& settings, const NamedTensors& like, const std::string& where) {
  const json state = json_or_null(word(checkpoint, "state", where));
  const auto whole = [&](const char* name) {
    if (!state.is_object() || !state.contains(name) || !state[name].is_number_unsigned()) no_checkpoint(where);
    const auto value = state[name].get<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(settings.steps)) no_checkpoint(where);
    return static_cast<Index>(value);
  };
  const auto toggle = [&](const char* name) {
    if (!state.contains(name) || !state[name].is_boolean()) no_checkpoint(where);
    return state[name].get<bool>();
  };
  TrainState found;
  found.step = whole("step");
  found.optimizer.steps = whole("optimizer_steps");
  if (!state.contains("first_loss") || !state["first_loss"].is_number()) no_checkpoint(where);
  found.first_loss = state["first_loss"].get<double>();
  if (toggle("first")) found.optimizer.first = take(checkpoint, like, kFirst);
  if (toggle("second")) found.optimizer.second = take(checkpoint, like, kSecond);
  found.weights.tensors = take(checkpoint, like, "");
  return found;
}

}  // namespace gf
