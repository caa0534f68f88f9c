// `describe` lists each field of the JSON once. A Reader, a SettingsWriter and a Checker visit the fields in its order.
#include "train/settings.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/json_fields.h"
#include "core/json_reader.h"
#include "core/nth.h"
#include "core/number.h"
#include "core/number_text.h"
#include "core/problem.h"

namespace gf {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

template <typename Enum, std::size_t count>
std::vector<std::string_view> names_of(const Enum (&values)[count]) {
  std::vector<std::string_view> names;
  for (const Enum value : values) names.push_back(name_of(value));
  return names;
}

// Prints whole numbers without a decimal point: 4096, not 4096.0.
std::string readable_number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? std::to_string(static_cast<long long>(value)) : json(value).dump();
}

template <typename Fields>
void describe_model(Fields& fields, TransformerConfig& m) {
  using enum Architecture;
  fields.choice("architecture", m.architecture, names_of({encoder_only, decoder_only, encoder_decoder}));
  fields.whole("width", m.width, 1, 4096);
  fields.whole("heads", m.heads, 1, 64);
  fields.whole("hidden", m.hidden, 1, 16384);
  fields.whole("encoder_layers", m.encoder_layers, 1, 48);
  fields.whole("decoder_layers", m.decoder_layers, 1, 48);
  fields.whole("longest", m.longest, 1, 4096);
  fields.choice("positions", m.positions, names_of({Positions::none, Positions::sinusoidal, Positions::learned}));
  fields.choice("norm", m.norm, names_of({NormPlacement::none, NormPlacement::before, NormPlacement::after}));
  fields.toggle("final_norm", m.final_norm);
  fields.toggle("norm_gain", m.norm_gain);
  fields.toggle("feed_forward", m.feed_forward);
  fields.choice("activation", m.activation, names_of({Activation::relu, Activation::gelu, Activation::none}));
  fields.toggle("gelu_tanh", m.gelu_tanh);
  fields.toggle("residual", m.residual);
  fields.toggle("causal", m.causal);
  fields.toggle("output_projection", m.output_projection);
  fields.toggle("biases", m.biases);
  fields.toggle("output_bias", m.output_bias);
  fields.toggle("tied", m.tied);
  fields.toggle("scaled_embeddings", m.scaled_embeddings);
  fields.number("dropout", m.dropout, 0, 0.95);
  fields.number("norm_epsilon", m.norm_epsilon, 1e-12, 1);
}

template <typename Fields>
void describe_next_word(Fields& fields, NextWordConfig& m) {
  using enum ContextVector;
  fields.whole("width", m.width, 1, 1024);
  fields.whole("words", m.words, 1, 16);
  fields.choice("context", m.context, names_of({last, average, attention, compared, together}));
  fields.toggle("fixed_embeddings", m.fixed_embeddings);
}

template <typename Fields>
void describe_optimizer(Fields& fields, OptimizerSettings& o) {
  using enum OptimizerKind;
  fields.choice("kind", o.kind, names_of({sgd, OptimizerKind::momentum, rmsprop, adam, adamw}));
  fields.number("learning_rate", o.learning_rate, 0, 1e12);
  fields.number("momentum", o.momentum, 0, 1);
  fields.number("alpha", o.alpha, 0, 1);
  fields.number("beta1", o.beta1, 0, 0.999999);  // at 1 the correction of the first step would divide by zero
  fields.number("beta2", o.beta2, 0, 0.999999);
  fields.number("epsilon", o.epsilon, 1e-30, 1);
  fields.number("weight_decay", o.weight_decay, 0, 1000);
}

template <typename Fields>
void describe(Fields& fields, TrainSettings& s) {
  fields.text("task", s.task);
  fields.text("pairs", s.pairs);
  fields.text_if_any("book", s.book.name);
  fields.template kind_of<NextWordConfig>("next_word", s.model, [](auto& inner, auto& model) { describe_next_word(inner, model); });
  fields.template kind_of<AblationConfig>("ablation", s.model, [](auto& inner, auto& model) { describe_model(inner, model.whole); });
  fields.template kind_of<AdapterConfig>("adapter", s.model, [](auto& inner, auto& model) {
    inner.whole("rank", model.rank, 1, 4096);
    inner.object("model", [&](auto& whole) { describe_model(whole, model.whole); });
  });
  fields.text_if_any("base", s.base.name);
  if (auto* transformer = std::get_if<TransformerConfig>(&s.model))
    fields.object("model", [&](auto& inner) { describe_model(inner, *transformer); });
  fields.choice("initialisation", s.initialisation,
                names_of({Initialisation::numpy, Initialisation::xavier, Initialisation::he, Initialisation::normal}));
  fields.object("optimizer", [&](auto& inner) { describe_optimizer(inner, s.optimizer); });
  fields.object("schedule", [&](auto& inner) {
    inner.choice("kind", s.schedule.kind, names_of({ScheduleKind::constant, ScheduleKind::linear, ScheduleKind::cosine}));
    inner.whole("warm_up", s.schedule.warm_up, 0, 10'000'000);
    inner.number("floor", s.schedule.floor, 0, 1);
  });
  fields.number("clip", s.clip, 0, 1e9);
  fields.whole("batch", s.batch, 1, 4096);
  fields.whole("steps", s.steps, 1, 10'000'000);
  fields.whole("seed", s.seed, 0, 0xffffffff);
}

[[noreturn]] void out_of_range(const std::string& where, double least, double most, const std::string& got) {
  throw InputError(
      {"number_out_of_range", {{"where", where}, {"least", readable_number(least)}, {"most", readable_number(most)}, {"got", got}}});
}

// Returns "model.width" for the field "width" of the object "model".
std::string path_of(const std::string& object, const std::string& name) { return object.empty() ? name : object + "." + name; }

// Reads the fields that the JSON has. The others keep their values.
class Reader {
 public:
  Reader(const json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) wrong_type(path_.empty() ? "settings" : path_, "@object", object);
  }

  template <typename Number>
  void number(const char* name, Number& value, double least, double most) {
    const json* found = find(name);
    if (!found) return;
    if (!found->is_number()) wrong_type(at(name), "@number", *found);
    const double got = found->get<double>();
    if (!(got >= least && got <= most)) out_of_range(at(name), least, most, found->dump());
    value = static_cast<Number>(got);
  }

  template <typename Whole>
  void whole(const char* name, Whole& value, std::int64_t least, std::int64_t most) {
    const json* found = find(name);
    if (!found) return;
    if (!found->is_number()) wrong_type(at(name), "@number", *found);
    if (!found->is_number_integer()) throw InputError({"not_whole", {{"where", at(name)}, {"got", found->dump()}}});
    const double got = found->get<double>();  // exact up to 2⁵³, and without wrapping round beyond 2⁶³
    if (!(got >= static_cast<double>(least) && got <= static_cast<double>(most)))
      out_of_range(at(name), static_cast<double>(least), static_cast<double>(most), found->dump());
    value = static_cast<Whole>(found->get<std::int64_t>());
  }

  void toggle(const char* name, bool& value) {
    const json* found = find(name);
    if (!found) return;
    if (!found->is_boolean()) wrong_type(at(name), "@toggle", *found);
    value = found->get<bool>();
  }

  void text(const char* name, std::string& value) {
    const json* found = find(name);
    if (!found) return;
    if (!found->is_string()) wrong_type(at(name), "@text", *found);
    value = found->get<std::string>();
  }
  void text_if_any(const char* name, std::string& value) { text(name, value); }

  template <typename Enum>
  void choice(const char* name, Enum& value, std::span<const std::string_view> names) {
    const json* found = find(name);
    if (!found) return;
    if (!found->is_string()) wrong_type(at(name), "@choice", *found);
    std::string choices;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == found->get<std::string>()) return void(value = static_cast<Enum>(i));
      choices += (i > 0 ? ", " : "") + std::string(names[i]);
    }
    throw InputError({"unknown_choice", {{"where", at(name)}, {"got", found->get<std::string>()}, {"choices", choices}}});
  }

  template <typename Body>
  void object(const char* name, Body&& body) {
    const json* found = find(name);
    if (!found) return;
    Reader inner(*found, at(name));
    body(inner);
    inner.finish();
  }

  /// Reads another kind of model if the JSON has its field.
  template <typename Kind, typename Body>
  void kind_of(const char* name, ModelConfig& model, Body&& body) {
    object(name, [&](Reader& inner) { body(inner, model.emplace<Kind>()); });
  }

  /// Throws InputError for a field that was not read.
  void finish() const {
    for (const auto& item : object_.items())
      if (!known_.contains(item.key()))
        throw InputError({"unknown_field", {{"where", path_.empty() ? "settings" : path_}, {"got", item.key()}}});
  }

 private:
  std::string at(const std::string& name) const { return path_of(path_, name); }

  const json* find(const char* name) {
    known_.insert(name);
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }

  const json& object_;
  std::string path_;
  std::set<std::string> known_;
};

class SettingsWriter {
 public:
  void number(const char* name, float value, double, double) { json_[name] = shortest(value); }
  void number(const char* name, double value, double, double) { json_[name] = value; }
  template <typename Whole>
  void whole(const char* name, Whole value, std::int64_t, std::int64_t) {
    json_[name] = value;
  }
  void toggle(const char* name, bool value) { json_[name] = value; }
  void text(const char* name, const std::string& value) { json_[name] = value; }
  void text_if_any(const char* name, const std::string& value) {
    if (!value.empty()) text(name, value);
  }
  template <typename Enum>
  void choice(const char* name, Enum value, std::span<const std::string_view> names) {
    json_[name] = nth(names, value);
  }
  template <typename Body>
  void object(const char* name, Body&& body) {
    SettingsWriter inner;
    body(inner);
    json_[name] = inner.json_;
  }
  template <typename Kind, typename Body>
  void kind_of(const char* name, ModelConfig& model, Body&& body) {
    if (auto* kind = std::get_if<Kind>(&model)) object(name, [&](SettingsWriter& inner) { body(inner, *kind); });
  }
  const ordered_json& json() const { return json_; }

 private:
  ordered_json json_ = ordered_json::object();
};

// Checks the ranges of settings that did not come from JSON.
class Checker {
 public:
  explicit Checker(std::string path) : path_(std::move(path)) {}

  void number(const char* name, float value, double least, double most) { check(name, shortest(value), least, most); }
  void number(const char* name, double value, double least, double most) { check(name, value, least, most); }
  template <typename Whole>
  void whole(const char* name, Whole value, std::int64_t least, std::int64_t most) {
    check(name, static_cast<double>(value), static_cast<double>(least), static_cast<double>(most));
  }
  void toggle(const char*, bool) {}
  void text(const char*, const std::string&) {}
  void text_if_any(const char*, const std::string&) {}
  template <typename Enum>
  void choice(const char*, Enum, std::span<const std::string_view>) {}
  template <typename Body>
  void object(const char* name, Body&& body) {
    Checker inner(path_of(path_, name));
    body(inner);
  }
  template <typename Kind, typename Body>
  void kind_of(const char* name, ModelConfig& model, Body&& body) {
    if (auto* kind = std::get_if<Kind>(&model)) object(name, [&](Checker& inner) { body(inner, *kind); });
  }

 private:
  void check(const char* name, double value, double least, double most) const {
    if (!(value >= least && value <= most)) out_of_range(path_of(path_, name), least, most, format_number(value));
  }

  std::string path_;
};

void check_heads(const TrainSettings& settings) {
  const auto* model = std::get_if<TransformerConfig>(&settings.model);
  if (model && model->width % model->heads != 0)
    throw InputError(
        {"not_a_multiple", {{"where", "model.width"}, {"of", std::to_string(model->heads)}, {"got", std::to_string(model->width)}}});
}

}  // namespace

TrainSettings settings_from_json(const std::string& text) {
  const json object = parse_json(text, "settings");
  TrainSettings settings;
  Reader reader(object, "");
  describe(reader, settings);
  reader.finish();
  check_heads(settings);
  return settings;
}

std::string settings_to_json(const TrainSettings& settings) {
  TrainSettings copy = settings;
  SettingsWriter writer;
  describe(writer, copy);
  return writer.json().dump();
}

void check_settings(const TrainSettings& settings) {
  TrainSettings copy = settings;
  Checker checker("");
  describe(checker, copy);
  check_heads(settings);
}

}  // namespace gf
