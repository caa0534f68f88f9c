#include "cli/train.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli.h"
#include "cli/process.h"
#include "core/parallel.h"
#include "core/problem.h"
#include "export/files.h"
#include "model/safetensors.h"
#include "temporary_folder.h"
#include "train/shipped_model.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace fs = std::filesystem;

namespace train_test {
namespace {

constexpr const char* kFiles[] = {"log.csv", "checkpoint.safetensors", "model.safetensors"};

json configuration() {
  return {{"task", "own"},
          {"pairs", "a b\tb a\nb c\tc b\na c\tc a\nb a\ta b\nc b\tb c\nc a\ta c\na a\ta a\nb b\tb b\nc c\tc c\nd d\td d\n"},
          {"model", {{"width", 8}, {"heads", 2}, {"hidden", 8}, {"decoder_layers", 1}, {"dropout", 0.1}}},
          {"batch", 2},
          {"steps", 12},
          {"log_every", 5},
          {"checkpoint_every", 4},
          {"evaluated", 10}};
}

struct Outcome {
  int code = 0;
  std::string out, err;
};

// Runs the command line.
Outcome run(const TemporaryFolder& folder, const std::string& out = "out", std::vector<const char*> more = {}) {
  const std::string config = folder.file("config.json"), into = folder.file(out);
  std::vector<const char*> arguments{"glassformer", "train", config.c_str(), "--out", into.c_str()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::ostringstream output, errors;
  const int code = run_command_line(static_cast<int>(arguments.size()), arguments.data(), english(), {}, output, errors);
  return {code, output.str(), errors.str()};
}

void write_config(const TemporaryFolder& folder, const json& content) { write_atomically(folder.file("config.json"), content.dump()); }

// Stops a run as a kill would, after this step: nothing is saved or tidied up on the way out.
struct Killed {};
void run_killed_after(const TemporaryFolder& folder, Index step) {
  TrainCommand command{folder.file("config.json"), folder.file("out")};
  command.watch = [&](const StepReport& report) {
    if (report.step == step) throw Killed();
  };
  const Texts& texts = english();
  std::ostringstream output, errors;
  CHECK_THROWS_AS(train_command(command, texts, output, errors), Killed);
}

void check_same_files(const TemporaryFolder& folder, const std::string& a, const std::string& b) {
  for (const char* name : kFiles) {
    CAPTURE(name);
    CHECK(read_file(folder.file(a + "/" + name)) == read_file(folder.file(b + "/" + name)));
  }
}

void check_refused(const TemporaryFolder& folder, const std::string& words) {
  const Outcome outcome = run(folder);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == "glassformer: " + words + "\n");
}

}  // namespace

TEST_SUITE("cli/train") {
  TEST_CASE("a run: log, checkpoint, model, summary; a line of progress for each tenth") {
    const TemporaryFolder folder;
    write_config(folder, configuration());
    const Outcome outcome = run(folder);
    CHECK(outcome.code == 0);
    const json summary = json::parse(outcome.out);
    CHECK(summary["steps"] == 12);
    CHECK(summary["loss"].get<double>() > 0);
    CHECK(summary["steps_per_second"].get<double>() > 0);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 10);
    CHECK(outcome.err.find("[########################] 100 %  step 12 of 12  loss ") != std::string::npos);
    CHECK(outcome.err.find('\r') == std::string::npos);

    std::istringstream log(read_file(folder.file("out/log.csv")));
    std::string line;
    std::getline(log, line);
    CHECK(line == "step,loss,held_out_loss,accuracy,held_out_accuracy,exact_match,learning_rate,gradient_norm");
    for (const char* step : {"5,", "10,", "12,"}) {
      REQUIRE(std::getline(log, line));
      CHECK(line.starts_with(step));
      CHECK(std::count(line.begin(), line.end(), ',') == 7);
    }
    CHECK_FALSE(std::getline(log, line));

    const NamedTensors model = decode_safetensors(read_file(folder.file("out/model.safetensors")), "model");
    const TrainSettings settings = settings_from_json(model.metadata.at("settings"));
    CHECK(settings == training_file_from_json(configuration().dump()).settings);
    CHECK(json::parse(model.metadata.at("source_vocabulary"))[2] == "<end>");
    CHECK(model.metadata.at("exact_match") == summary["exact_match"].dump());
    CHECK(model.find("m.output.w") == nullptr);
    CHECK(run(folder).out.find("\"steps\": 12") != std::string::npos);  // a second run finds the training finished
  }

  TEST_CASE("a next-word model: the summary counts the numbers that are learned") {
    const TemporaryFolder folder;
    write_config(folder, {{"task", "phrases"},
                          {"pairs", "once upon a time\nthe sun is a star"},
                          {"next_word", {{"width", 4}, {"context", "compared"}, {"fixed_embeddings", true}}},
                          {"steps", 3}});
    const Outcome outcome = run(folder);
    CHECK(outcome.err.find("step 3 of 3") != std::string::npos);
    REQUIRE(outcome.code == 0);
    const json summary = json::parse(outcome.out);
    CHECK(summary["steps"] == 3);
    // Eight words: three classifiers, and the two matrices of attention; the embeddings are not learned.
    CHECK(summary["parameters"] == 3 * 8 * 4 + 2 * 4 * 4);
  }

  TEST_CASE("quantize: the same model in matrices of 8 bits, with what it achieves so; nothing but a model is taken") {
    const TemporaryFolder folder;
    write_config(folder, configuration());
    REQUIRE(run(folder).code == 0);
    const std::string trained = folder.file("out/model.safetensors"), small = folder.file("small.safetensors");
    const auto quantized = [&](const std::string& model, const char* bits = "8") {
      const std::vector<const char*> arguments{"glassformer", "quantize", model.c_str(), "--out", small.c_str(), "--bits", bits};
      std::ostringstream output, errors;
      const int code = run_command_line(static_cast<int>(arguments.size()), arguments.data(), english(), {}, output, errors);
      return Outcome{code, output.str(), errors.str()};
    };
    const Outcome refused = quantized(folder.file("out/checkpoint.safetensors"));
    CHECK(refused.code == 2);
    CHECK(refused.out.empty());
    CHECK(quantized(trained, "13").code == 2);
    CHECK_FALSE(fs::exists(small));
    const Outcome outcome = quantized(trained);
    REQUIRE(outcome.code == 0);
    const ShippedModel before = shipped_model(read_file(trained), trained), after = shipped_model(read_file(small), small);
    const json summary = json::parse(outcome.out);
    CHECK(summary["steps"] == 12);
    CHECK(after.weights.metadata.at("held_out_loss") == summary["held_out_loss"].dump());
    CHECK(after.weights.metadata.at("held_out_loss") != before.weights.metadata.at("held_out_loss"));
    for (const char* same : {"settings", "source_vocabulary", "target_vocabulary", "longest_answer", "steps", "held_out_examples"})
      CHECK(after.weights.metadata.at(same) == before.weights.metadata.at(same));
    CHECK(after.weights.metadata.size() == before.weights.metadata.size());
    CHECK(encode_safetensors(after.weights, StoredAs::integers) == read_file(small));
    CHECK(read_file(small).find("\"I8\"") != std::string::npos);
    REQUIRE(quantized(trained, "4").code == 0);
    CHECK(encode_safetensors(shipped_model(read_file(small), small).weights, StoredAs::integers, 4) == read_file(small));
  }

  TEST_CASE("a run that begins with another model goes on from its weights; one of other words or shapes is refused") {
    const TemporaryFolder folder;
    write_config(folder, configuration());
    REQUIRE(run(folder, "first").code == 0);
    json further = configuration();
    further.update({{"base", "first/model.safetensors"}, {"steps", 1}, {"optimizer", {{"learning_rate", 0}}}});
    write_config(folder, further);
    REQUIRE(run(folder, "second").code == 0);
    const auto model = [&](const std::string& name) {
      return decode_safetensors(read_file(folder.file(name + "/model.safetensors")), name);
    };
    const NamedTensors first = model("first"), second = model("second");
    for (const NamedTensor& weight : first.tensors) CHECK(same_values(weight.value, second.at(weight.name)));
    CHECK(json::parse(second.metadata.at("settings"))["base"] == "first/model.safetensors");
    CHECK_FALSE(json::parse(first.metadata.at("settings")).contains("base"));
    const auto refuse = [&](const json& changes, const std::string& words) {
      json content = further;
      content.update(changes);
      write_config(folder, content);
      const Outcome outcome = run(folder, "third");
      CHECK(outcome.code == 2);
      CHECK(outcome.err.find(words) != std::string::npos);
    };
    std::string words = configuration()["pairs"];
    std::replace(words.begin(), words.end(), 'a', 'x');
    refuse({{"pairs", words}}, "knows other words than the task “own”");
    refuse({{"model", {{"width", 4}, {"heads", 2}, {"hidden", 8}, {"decoder_layers", 1}}}}, "does not fit the model of the settings");
    refuse({{"base", "nothing.safetensors"}}, "this file can't be read");
    json adapted = further;
    adapted.erase("model");
    adapted["adapter"] = {{"rank", 1}, {"model", {{"width", 4}, {"heads", 2}, {"hidden", 8}, {"decoder_layers", 1}}}};
    write_config(folder, adapted);
    const std::string said = run(folder, "fourth").err;
    CHECK(said.find("decoder.token_table is (") != std::string::npos);
    CHECK(said.find("[adapter]") == std::string::npos);
    CHECK(said.find("full.") == std::string::npos);
    adapted["pairs"] = configuration()["pairs"].get<std::string>() + "x y\tz w\n";
    write_config(folder, adapted);
    CHECK(run(folder, "fifth").err.find("knows other words than the task “own”") != std::string::npos);
  }

  TEST_CASE("killed anywhere, the same command ends with the same files, bit for bit") {
    const TemporaryFolder folder;
    write_config(folder, configuration());
    CHECK(run(folder, "whole").code == 0);
    for (const std::vector<Index>& kills : {std::vector<Index>{2}, {4}, {7, 11}, {6, 6, 8, 12}}) {
      for (const Index step : kills) run_killed_after(folder, step);
      const Outcome last = run(folder);
      CHECK(last.code == 0);
      check_same_files(folder, "whole", "out");
      fs::remove_all(folder.file("out"));
    }
    // A log that a kill cut in the middle of a line.
    run_killed_after(folder, 6);
    write_atomically(folder.file("out/log.csv"), read_file(folder.file("out/log.csv")) + "10,0.25,1");
    CHECK(run(folder).err.starts_with("glassformer: goes on from the checkpoint of step 4.\n"));
    check_same_files(folder, "whole", "out");
  }

  // The program kills itself from outside: a second process of these tests is sent SIGKILL while it trains.
  TEST_CASE("the process of a training" * doctest::skip()) {
    const char* config = std::getenv("GLASSFORMER_TEST_CONFIG");
    const char* into = std::getenv("GLASSFORMER_TEST_OUT");
    if (!config || !into) return;
    const char* arguments[] = {"glassformer", "train", config, "--out", into};
    std::ostringstream output, errors;
    CHECK(run_command_line(5, arguments, english(), {}, output, errors) == 0);
  }

  TEST_CASE("kill -9 of the process, twice, then to the end: the same files") {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) return;  // a browser has no other processes
    const TemporaryFolder folder;
    json content = configuration();
    content["steps"] = 40;
    content["checkpoint_every"] = 3;
    write_config(folder, content);
    CHECK(run(folder, "whole").code == 0);
    const std::string child = "GLASSFORMER_TEST_CONFIG='" + folder.file("config.json") + "' GLASSFORMER_TEST_OUT='" + folder.file("out") +
                              "' '" + program.string() + "' -ns -tc='the process of a training' > '" + folder.file("said") + "' 2>&1 & ";
    const std::string checkpoint = "'" + folder.file("out") + "/checkpoint.safetensors'";
    // The second kill waits for a newer checkpoint than the present one.
    REQUIRE(
        std::system((child + "n=0; until [ -f " + checkpoint +
                     " ] || [ $n -gt 500 ]; do sleep 0.01; n=$((n+1)); done; kill -9 $!; wait $! 2>/dev/null; [ -f " + checkpoint + " ]")
                        .c_str()) == 0);
    REQUIRE(std::system(("cp " + checkpoint + " '" + folder.file("before") + "'; " + child + "n=0; while cmp -s " + checkpoint + " '" +
                         folder.file("before") +
                         "' && [ $n -lt 500 ]; do sleep 0.01; n=$((n+1)); done; kill -9 $!; wait $! 2>/dev/null; [ -f " + checkpoint + " ]")
                            .c_str()) == 0);
    CHECK(run(folder).code == 0);
    check_same_files(folder, "whole", "out");
  }

  TEST_CASE("Ctrl-C: the step is finished and saved, and it says how to go on") {
    REQUIRE(fs::exists("/proc/self/exe"));
    const TemporaryFolder folder;
    json content = configuration();
    write_config(folder, content);
    TrainCommand command{folder.file("config.json"), folder.file("out")};
    command.watch = [](const StepReport& report) {
      if (report.step == 6) std::raise(SIGINT);
    };
    const Texts& texts = english();
    std::ostringstream output, errors;
    CHECK(train_command(command, texts, output, errors) == 130);
    CHECK(output.str().empty());
    CHECK(errors.str().ends_with("glassformer: stopped after step 6 of 12, all of it saved. To go on: glassformer train " +
                                 folder.file("config.json") + " --out " + folder.file("out") + "\n"));
    CHECK_FALSE(fs::exists(folder.file("out/model.safetensors")));
    CHECK(run(folder).err.starts_with("glassformer: goes on from the checkpoint of step 6.\n"));
    CHECK(run(folder, "whole").code == 0);
    check_same_files(folder, "whole", "out");
  }

  TEST_CASE("the number of threads changes nothing") {
    const int before = thread_count();
    const TemporaryFolder folder;
    write_config(folder, configuration());
    CHECK(run(folder, "one", {"--threads", "1"}).code == 0);
    CHECK(run(folder, "four", {"--threads", "4"}).code == 0);
    set_thread_count(before);
    check_same_files(folder, "one", "four");
    CHECK(run(folder, "none", {"--threads", "0"}).code == 2);
    CHECK_FALSE(fs::exists(folder.file("none")));
  }

  TEST_CASE("a learning rate of 1e9: said in one line, the log and the last good weights are kept") {
    const TemporaryFolder folder;
    json content = configuration();
    content["optimizer"] = {{"learning_rate", 1e9}};
    content["log_every"] = 1;
    write_config(folder, content);
    const Outcome outcome = run(folder);
    CHECK(outcome.code == 1);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("glassformer: the run diverged at step ") != std::string::npos);
    CHECK(outcome.err.find("learning rate 1000000000.0") != std::string::npos);
    CHECK(read_file(folder.file("out/log.csv")).find("\n1,") != std::string::npos);
    const NamedTensors checkpoint = decode_safetensors(read_file(folder.file("out/checkpoint.safetensors")), "checkpoint");
    CHECK(json::parse(checkpoint.metadata.at("state"))["step"].get<int>() >= 1);
    CHECK_FALSE(fs::exists(folder.file("out/model.safetensors")));
  }

  TEST_CASE("a checkpoint that is cut off, of something else or of other settings: said, nothing overwritten") {
    const TemporaryFolder folder;
    write_config(folder, configuration());
    run_killed_after(folder, 9);
    const std::string checkpoint = folder.file("out/checkpoint.safetensors"), whole = read_file(checkpoint);
    const std::string log = read_file(folder.file("out/log.csv"));
    const auto refuse = [&](const std::string& content, const std::string& words) {
      write_atomically(checkpoint, content);
      check_refused(folder, words);
      CHECK(read_file(checkpoint) == content);
      CHECK(read_file(folder.file("out/log.csv")) == log);
    };
    refuse("", checkpoint + ": expected a safetensors file, but it ends after 0 bytes.");
    refuse("no checkpoint at all",
           checkpoint +
               ": expected a whole safetensors file, but it announces a header of 7738140083766718318 bytes, where it has room for 12.");
    refuse(encode_safetensors({}, StoredAs::f32), checkpoint + ": expected a checkpoint of a training.");
    NamedTensors without_log = decode_safetensors(whole, "checkpoint");
    without_log.metadata.erase("log");
    refuse(encode_safetensors(without_log, StoredAs::f32), checkpoint + ": expected a checkpoint of a training.");
    const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
    for (const char* name : {"settings", "state", "log"})
      for (const std::string& content :
           {deep, "{\"step\":" + deep + "}", std::string("{\"steps\":1e300,\"log_every\":1,\"evaluated\":1,\"loss_sum\":1}")}) {
        NamedTensors other = decode_safetensors(whole, "checkpoint");
        other.metadata[name] = content;
        write_atomically(checkpoint, encode_safetensors(other, StoredAs::f32));
        const Outcome outcome = run(folder);
        CHECK(outcome.code == 2);
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
      }
    for (const std::size_t size : {whole.size() - 1, whole.size() / 2, std::size_t{100}}) {
      write_atomically(checkpoint, whole.substr(0, size));
      CHECK(run(folder).code == 2);
      CHECK(read_file(checkpoint) == whole.substr(0, size));
    }
    for (const auto& [field, value] : {std::pair<const char*, json>{"batch", 3}, {"evaluated", 5}}) {
      json other = configuration();
      other[field] = value;
      write_config(folder, other);
      refuse(whole, "This checkpoint is of other settings: " + std::string(field) + " was " + configuration()[field].dump() + " and is " +
                        value.dump() + ". Go on with the settings that it was made with, or write to another folder.");
    }
  }

  TEST_CASE("a language model with a weight that is NaN: logits say so and exit with 1, and generate writes nothing") {
    const TemporaryFolder folder;
    NamedTensors model = decode_safetensors(read_source_file("assets/models/tales.safetensors"), "tales");
    model.tensors.front().value.at(0, 0) = std::nanf("");
    const std::string file = folder.file("broken.safetensors");
    write_atomically(file, encode_safetensors(model, StoredAs::f16));
    const auto ask = [&](std::vector<const char*> arguments) {
      std::ostringstream output, errors;
      const int code = run_command_line(static_cast<int>(arguments.size()), arguments.data(), english(), {}, output, errors);
      return Outcome{code, output.str(), errors.str()};
    };
    const Outcome logits = ask({"glassformer", "logits", "--model", file.c_str(), "--text", "the"});
    CHECK(logits.code == 1);
    CHECK(json::parse(logits.out)["logits"][0][0].is_null());
    CHECK(logits.err.find("stand as null") != std::string::npos);
    const Outcome text = ask({"glassformer", "generate", "--model", file.c_str(), "--prompt", "the"});
    CHECK(text.code == 2);
    CHECK(text.out.empty());
    CHECK(text.err.find("NaN or infinite") != std::string::npos);
  }

  TEST_CASE("bad configurations and folders: one line, exit code 2, nothing written") {
    const TemporaryFolder folder;
    check_refused(folder, folder.file("config.json") + ": this file can't be read (No such file or directory).");
    write_atomically(folder.file("config.json"), "{\"steps\": ");
    CHECK(run(folder).code == 2);
    // Any of these once ended the program by a signal.
    for (const std::string& content :
         {"{\"task\":" + std::string(300'000, '['), "{\"task\":" + std::string(300'000, '[') + std::string(300'000, ']') + "}",
          std::string(300'000, '[') + std::string(300'000, ']')}) {
      write_atomically(folder.file("config.json"), content);
      check_refused(folder, folder.file("config.json") + ": expected at most 8 lists or objects inside each other.");
    }
    for (const char* empty : {"{}", "\xEF\xBB\xBF{}", "{\"steps\": 5}"}) {
      write_atomically(folder.file("config.json"), empty);
      check_refused(folder,
                    folder.file("config.json") +
                        ": expected the fields “task” and “model” (or “next_word”, “ablation” or “adapter” in place of “model”), but "
                        "“task” is missing.");
    }
    const auto refuse = [&](const json& changes, const std::string& words) {
      json content = configuration();
      content.update(changes);
      write_config(folder, content);
      check_refused(folder, words);
    };
    refuse({{"log_every", 0}}, "log_every: expected a number from 1 to 10000000, got 0.");
    refuse({{"checkpoint_every", "often"}}, "checkpoint_every: expected a number, got a text.");
    refuse({{"evaluated", 2.5}}, "evaluated: expected a whole number, got 2.5.");
    refuse({{"epochs", 2}}, "settings: there is no field named “epochs”.");
    refuse({{"optimizer", {{"learning_rate", -1}}}}, "optimizer.learning_rate: expected a number from 0 to 1000000000000, got -1.");
    CHECK(folder.names() == std::vector<std::string>{"config.json"});
    write_config(folder, configuration());
    write_atomically(folder.file("out"), "a file");
    CHECK(run(folder).code == 1);
    CHECK(read_file(folder.file("out")) == "a file");
    CHECK(run(folder, "held").code == 0);
    REQUIRE(fs::exists("/proc/self/exe"));
    const FolderLock lock(folder.file("held"));
    CHECK(run(folder, "held").code == 1);
    CHECK(run(folder, "held").err == "glassformer: " + folder.file("held") + ": another training writes to this folder.\n");
  }

  // As in export/files: a device without room takes the place of the file that is written first.
  TEST_CASE("a full disk at a checkpoint: said, the one before is intact and can be gone on from") {
    REQUIRE(fs::exists("/dev/full"));
    const TemporaryFolder folder;
    write_config(folder, configuration());
    run_killed_after(folder, 6);
    const std::string checkpoint = folder.file("out/checkpoint.safetensors"), before = read_file(checkpoint);
    fs::create_symlink("/dev/full", checkpoint + ".part");
    const Outcome outcome = run(folder);
    CHECK(outcome.code == 1);
    CHECK(outcome.err.find(checkpoint + ": this file can't be written (No space left on device). The old content is kept.") !=
          std::string::npos);
    CHECK(read_file(checkpoint) == before);
    CHECK(run(folder).code == 0);
    CHECK(run(folder, "whole").code == 0);
    check_same_files(folder, "whole", "out");
  }
}

}  // namespace train_test
