#include "train/settings.h"

#include <cmath>

#include "core/problem.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace settings_test {
namespace {

std::string refusal(const std::string& json) {
  try {
    settings_from_json(json);
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "taken";
}

}  // namespace

TEST_SUITE("train/settings") {
  TEST_CASE("settings that are left out have their defaults, and all settings come back from JSON") {
    CHECK(settings_from_json("{}") == TrainSettings{});
    TrainSettings settings;
    settings.task = "own";
    settings.pairs = "a=b\nl’été=summer";
    settings.transformer().architecture = Architecture::encoder_decoder;
    settings.transformer().width = 48;
    settings.transformer().heads = 3;
    settings.transformer().norm = NormPlacement::after;
    settings.transformer().activation = Activation::gelu;
    settings.transformer().tied = true;
    settings.transformer().positions = Positions::learned;
    settings.transformer().dropout = 0.1f;
    settings.transformer().causal = false;
    settings.initialisation = Initialisation::he;
    settings.optimizer = {OptimizerKind::rmsprop, 0.003, 0.8, 0.95, 0.8, 0.98, 1e-7, 0.01};
    settings.schedule = {ScheduleKind::cosine, 40, 0.1};
    settings.clip = 0.5;
    settings.batch = 7;
    settings.steps = 33;
    settings.seed = 4294967295u;
    CHECK(settings_from_json(settings_to_json(settings)) == settings);
    CHECK(settings_to_json(settings).find("\"dropout\":0.1,") != std::string::npos);
  }

  TEST_CASE("reads a file as it is written by hand") {
    const TrainSettings settings = settings_from_json(R"({
      "task": "sort", "model": {"architecture": "encoder-decoder", "width": 64, "encoder_layers": 3},
      "optimizer": {"kind": "adam", "learning_rate": 2e-3}, "schedule": {"warm_up": 10}, "steps": 500})");
    CHECK(settings.task == "sort");
    CHECK(settings.transformer().architecture == Architecture::encoder_decoder);
    CHECK(settings.transformer().encoder_layers == 3);
    CHECK(settings.optimizer.kind == OptimizerKind::adam);
    CHECK(settings.optimizer.learning_rate == 2e-3);
    CHECK(settings.schedule.warm_up == 10);
    CHECK(settings.steps == 500);
  }

  TEST_CASE("anything else is refused by the name of the field") {
    CHECK(refusal("[]") == "settings: expected an object, got a list.");
    const std::string value = "a value: a number, true, false, null, a text in double quotes, a list or an object.";
    CHECK(refusal("") == "settings: expected JSON, but line 1, column 1 has the end of the text in place of " + value);
    CHECK(refusal("{\"steps\": NaN}") == "settings: expected JSON, but line 1, column 11 has NaN in place of " + value);
    CHECK(refusal(R"({"step": 3})") == "settings: there is no field named “step”.");
    CHECK(refusal(R"({"steps": 3, "steps": 4})") == "settings: expected each field once, but “steps” is there twice.");
    CHECK(refusal(R"({"model": {"vocabulary": 3}})") == "model: there is no field named “vocabulary”.");
    CHECK(refusal(R"({"model": 3})") == "model: expected an object, got a number.");
    CHECK(refusal(R"({"optimizer": {"learning_rate": -1}})") ==
          "optimizer.learning_rate: expected a number from 0 to 1000000000000, got -1.");
    CHECK(refusal(R"({"optimizer": {"learning_rate": 1e999}})").starts_with("settings: expected JSON ("));
    CHECK(refusal(R"({"optimizer": {"learning_rate": "NaN"}})") == "optimizer.learning_rate: expected a number, got a text.");
    CHECK(refusal(R"({"optimizer": {"learning_rate": null}})") == "optimizer.learning_rate: expected a number, got null.");
    CHECK(refusal(R"({"optimizer": {"kind": "lion"}})") ==
          "optimizer.kind: expected one of sgd, momentum, rmsprop, adam, adamw, got “lion”.");
    CHECK(refusal(R"({"model": {"width": 0}})") == "model.width: expected a number from 1 to 4096, got 0.");
    CHECK(refusal(R"({"model": {"width": 1e3}})") == "model.width: expected a whole number, got 1000.0.");
    CHECK(refusal(R"({"model": {"width": 18446744073709551615}})") ==
          "model.width: expected a number from 1 to 4096, got 18446744073709551615.");
    CHECK(refusal(R"({"model": {"width": 30}})") == "model.width: expected a multiple of 4, got 30.");
    CHECK(refusal(R"({"model": {"tied": 1}})") == "model.tied: expected true or false, got a number.");
    CHECK(refusal(R"({"model": {"dropout": 1}})") == "model.dropout: expected a number from 0 to 0.95, got 1.");
    CHECK(refusal(R"({"task": 1})") == "task: expected a text in quotes, got a number.");
    CHECK(refusal(R"({"batch": 0})") == "batch: expected a number from 1 to 4096, got 0.");
    CHECK(refusal(R"({"seed": -1})") == "seed: expected a number from 0 to 4294967295, got -1.");
  }
}

}  // namespace settings_test
