#include "cli/cli.h"
#include "cli/arguments.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.h"
#include "cli/exit_codes.h"
#include "core/explanation.h"
#include "core/join.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "protocol/step.h"
#include "support.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace cli_test {
namespace {

std::string source_file(const std::string& path) { return source_folder() + "/" + path; }

json node_of(const json& trace, const std::string& name) {
  for (const json& node : trace["nodes"])
    if (node["name"] == name) return node;
  return {};
}

}  // namespace

TEST_SUITE("cli/cli") {
  TEST_CASE("cells have a row and a column, before them a head") {
    CHECK(cell_argument("--cell", "1,2") == Cell{0, 1, 2});
    CHECK(cell_argument("--cell", "3,1,2") == Cell{3, 1, 2});
    CHECK(pin_argument("encoder.0.weights,3,1,2=-0.5") == Pin{"encoder.0.weights", {3, 1, 2}, -0.5f});
  }

  TEST_CASE("lessons: ids, titles, inputs with types and defaults") {
    const Outcome outcome = typed({"lessons"});
    CHECK(outcome.code == 0);
    const json list = json::parse(outcome.out);
    REQUIRE(list.size() == lessons().size());
    std::map<std::string, json> by_id;
    for (std::size_t i = 0; i < list.size(); ++i) {
      CHECK(list[i]["id"] == lessons()[i].info.id);
      by_id[list[i]["id"]] = list[i];
    }
    CHECK(by_id["softmax"]["inputs"][2] ==
          json{{"name", "beta"}, {"type", "number"}, {"default", 1}, {"least", 0.0}, {"most", 20.0}, {"step", 0.05}});
    CHECK(by_id["self-attention"]["inputs"][0]["default"] == "You are welcome");
    CHECK(by_id["self-attention"]["inputs"][1]["choices"].size() == 4);
    CHECK(by_id["generation"]["largest"]["tokens"].get<double>() ==
          std::get<double>(inputs_of(lesson_named("generation").largest).at("tokens")));
    const json& steps = by_id["softmax"]["steps"];
    REQUIRE(steps.size() == lesson_named("softmax").info.steps.size());
    CHECK(steps[0] == json{{"id", "scores"}, {"kind", "show"}, {"caption", english().get("lessons.softmax.steps.scores")}, {"focus", "z"}});
    CHECK(steps[3]["kind"] == "predict");
    CHECK(by_id["softmax"]["try_also"] == json(examples_without_step(lesson_named("softmax").info)));
    CHECK(by_id["softmax"]["try_also"].size() < by_id["softmax"]["presets"].size());
  }

  TEST_CASE("trace: all of it, one node, published") {
    const json trace = json::parse(typed({"trace", "self-attention"}).out);
    CHECK(trace["lesson"] == "self-attention");
    CHECK(trace["inputs"]["text"] == "You are welcome");
    CHECK(node_of(trace, "weights")["values"][2][2].get<double>() == doctest::Approx(0.016620).epsilon(1e-5));
    CHECK(node_of(trace, "query")["rows"] == json{"You", "are", "welcome"});
    CHECK(node_of(trace, "query")["inputs"] == json{"input", "w_q"});
    const json one = json::parse(typed({"trace", "self-attention", "--set", "published=true", "--node", "query"}).out);
    CHECK(one["nodes"].size() == 1);
    CHECK(one["nodes"][0]["values"][2][1].get<double>() == doctest::Approx(0.8998).epsilon(1e-4));
    const json summed = json::parse(typed({"trace", "softmax", "--set", "z=[[3,4]]", "--most-values", "1"}).out);
    CHECK(node_of(summed, "z")["row_sums"] == json{7});
    CHECK_FALSE(node_of(summed, "z").contains("values"));
  }

  TEST_CASE("trace: presets, settings, pins and gradients") {
    const json numpy = json::parse(typed({"trace", "self-attention", "--preset", "numpy"}).out);
    CHECK(node_of(numpy, "x")["values"][0][0].get<double>() == doctest::Approx(0.374540));
    const json set =
        json::parse(typed({"trace", "self-attention", "--set", "text=\"once upon a\"", "--set", "width=2", "--set", "head_width=1"}).out);
    CHECK(node_of(set, "x")["shape"] == json{3, 2});
    const json pinned = json::parse(typed({"trace", "self-attention", "--pin", "weights,0,1=0.5", "--node", "weights"}).out);
    CHECK(pinned["nodes"][0]["values"][0][1] == 0.5);
    CHECK(pinned["nodes"][0]["pins"][0]["value"] == 0.5);
    const json gradients = json::parse(typed({"trace", "self-attention", "--backward", "output", "--node", "d_w_v"}).out);
    CHECK(gradients["nodes"][0]["shape"] == json{4, 4});
  }

  TEST_CASE("every format writes something of its own") {
    CHECK(typed({"trace", "softmax", "--format", "csv", "--node", "z"}).out == "# z (1, 3)\n,cat,dog,bird\n0,2.0,1.0,0.2\n");
    CHECK(typed({"trace", "softmax", "--format", "numpy"}).out.find("z = np.array([[2.0, 1.0, 0.2]], dtype=np.float32)") !=
          std::string::npos);
    CHECK(typed({"trace", "softmax", "--format", "latex"}).out.find("\\begin{bNiceMatrix}") != std::string::npos);
    CHECK(typed({"trace", "softmax/shares", "--format", "svg"}).out == "the picture of softmax, 1280 wide\n");
    CHECK(typed({"trace", "softmax", "--format", "svg", "--node", "z", "--width", "480"}).out == "the picture of z, 480 wide\n");
    CHECK(typed({"trace", "softmax", "--format", "svg", "--width", "20"}).code == kWrongUsage);
    CHECK(typed({"trace", "softmax", "--format", "torch"}).out.starts_with("import torch"));
    CHECK(typed({"explain", "softmax", "--node", "probabilities", "--cell", "0,1", "--format", "latex"}).out.find("\\begin{align*}") !=
          std::string::npos);
    CHECK(typed({"code", "softmax", "--torch"}).out.find("print(\"probabilities\", probabilities, sep=") != std::string::npos);
  }

  TEST_CASE("explain: the arithmetic of 2.6") {
    const json explanation = json::parse(typed({"explain", "self-attention", "--node", "query", "--cell", "0,2"}).out);
    CHECK(explanation["numbers"] == "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6");
    CHECK(explanation["symbols"] == "query[0,2] = Σₖ input[0,k] · w_q[k,2]");
    CHECK(explanation["value"] == 2.6);
    CHECK(explanation["operands"].size() == 8);
    CHECK(explanation["operands"][2] == json{{"node", "input"}, {"cell", {0, 1}}, {"value", 1.2}});
  }

  TEST_CASE("code: the imports, the operands, the op, a print; for NumPy or PyTorch") {
    CHECK(typed({"code", "softmax", "probabilities", "--set", "z=[[2,1,0.5]]"}).out ==
          "import numpy as np\n\nz = np.array([[2.0, 1.0, 0.5]], dtype=np.float32)\n\n"
          "e = np.exp(z)\nprobabilities = e / e.sum(axis=-1, keepdims=True)\nprint(probabilities)\n");
    CHECK(typed({"code", "softmax", "probabilities", "--torch", "--set", "z=[[2,1,0.5]]"}).out ==
          "import torch\n\nz = torch.tensor([[2.0, 1.0, 0.5]])\n\nprobabilities = torch.softmax(z, dim=-1)\nprint(probabilities)\n");
    CHECK(typed({"code", "softmax", "z", "--set", "z=[[2,1,0.5]]"}).out ==
          "import numpy as np\n\nz = np.array([[2.0, 1.0, 0.5]], dtype=np.float32)\nprint(z)\n");
    CHECK(typed({"code", "backpropagation", "d_w_q"}).out.find("d_w_q = input.T @ d_query\n") != std::string::npos);
  }

  TEST_CASE("bad input: one line that names the argument and what was expected, exit code 2, nothing written") {
    check_refused({"trace", "self-attention", "--set", "w_q=[[1,2],[3]]"},
                  "w_q: expected rows of equal length, but row 1 has one value and row 0 has 2.");
    check_refused(
        {"trace", "self-attention", "--set", "w_q=abc"},
        "--set w_q: expected JSON: a number, true or false, a text in double quotes or a matrix such as [[1,2],[3,4]], got “abc”.");
    check_refused({"trace", "self-attention", "--set", "w_q=[[1e39]]"},
                  "w_q[0,0]: expected a number between -3.4·10³⁸ and 3.4·10³⁸, got “1e+39”.");
    const std::string nested = "z=" + std::string(60'000, '[');
    check_refused({"trace", "softmax", "--set", nested}, "--set z: expected at most 8 lists or objects inside each other.");
    check_refused({"trace", "self-attention", "--set", "width=1e999"},
                  "width: expected a number between -3.4·10³⁸ and 3.4·10³⁸, got “1e999”.");
    check_refused({"trace", "self-attention", "--set", "width"}, "--set: expected NAME=JSON, such as width=8, got “width”.");
    check_refused({"trace", "softmax", "--set", "nothing=1"},
                  "softmax: expected one of its inputs z, categories, beta, divided, got “nothing”.");
    check_refused({"trace", "softmax", "--preset", "nothing"},
                  "softmax: expected one of its examples three-categories, two-scores, negative, several-rows, overflow, got “nothing”.");
    check_refused({"trace", "softmax", "--format", "pdf"}, "--format: expected one of json, csv, numpy, torch, latex, got “pdf”.");
    check_refused({"trace", "softmax", "--pin", "z=1"}, "--pin: expected NODE,[HEAD,]ROW,COL=VALUE, got “z=1”.");
    check_refused({"trace", "softmax", "--pin", "z,0,0=x"}, "--pin z: expected a number such as 0.5 or -2, got “x”.");
    check_refused({"trace", "softmax", "--pin", "z,0,9=1"}, "--pin: z has no cell in row 0 and column 9.");
    check_refused({"trace", "softmax", "--backward", "nothing"}, "backward: this lesson has no matrix named “nothing”.");
    check_refused({"explain", "softmax", "--node", "z", "--cell", "0"}, "--cell: expected [HEAD,]ROW,COL from 0, got “0”.");
    check_refused({"explain", "softmax", "--node", "z", "--cell", "0,3"}, "z: expected a cell inside its shape (1, 3), got 0,3.");
    check_refused({"explain", "softmax", "--node", "y", "--cell", "0,0"},
                  "--node: expected one of z, scaled, exponentials, sum, probabilities, got “y”.");
    check_refused({"code", "softmax", "y"}, "code: expected one of z, scaled, exponentials, sum, probabilities, got “y”.");
    check_refused({"code", "tokenizer", "pieces", "--pin", "bytes,0,0=-1"}, "pieces: there is no short code for what it holds now.");
    check_refused({"lessons", "more"}, "The following argument was not expected: more");
    CHECK(typed({"trace", "softmax", "--nothing"}).code == 2);
  }

  TEST_CASE("the version and the help, which says what each exit code means") {
    const Outcome version = typed({"--version"});
    CHECK(version.code == 0);
    const std::string cmake = read_source_file("CMakeLists.txt");
    const std::size_t number = cmake.find("project(glassformer VERSION ") + 28;
    CHECK(version.out == "glassformer " + cmake.substr(number, cmake.find(' ', number) - number) + "\n");
    const Outcome help = typed({"--help"});
    CHECK(help.code == 0);
    const std::string words = joined(split_at_space(help.out), " ");
    for (const ExitCode& exit : kExitCodes) CHECK(words.find(std::string(exit.meaning)) != std::string::npos);
    CHECK(typed({"trace", "--help"}).out.find("--link") != std::string::npos);
  }

  TEST_CASE("output that can't be written is a failure, and said") {
    for (const std::vector<const char*>& words : {std::vector<const char*>{"glassformer", "--version"}, {"glassformer", "lessons"}}) {
      std::ofstream full("/dev/full");
      std::ostringstream err;
      CHECK(run_command_line(2, words.data(), english(), {}, full, err) == kFailed);
      CHECK(err.str() == "glassformer: the output could not be written (No space left on device).\n");
    }
    std::ofstream full("/dev/full");
    std::ostringstream err;
    const char* const refused[] = {"glassformer", "bogus"};
    CHECK(run_command_line(2, refused, english(), {}, full, err) == kWrongUsage);
    CHECK(err.str().find("could not be written") == std::string::npos);
  }

  TEST_CASE(
      "bench: edits of each input are timed at both sizes, with new data as well where a model is trained; an unknown lesson is refused") {
    const auto timed = [](const std::string& lesson) {
      std::vector<std::string> sizes;
      const json timings = json::parse(typed({"bench", "lessons", "--lesson", lesson, "--repeats", "1"}).out);
      for (const json& result : timings["results"]) {
        CHECK(result["name"] == lesson);
        CHECK(result["times_ms"].size() == 1);
        CHECK(result["fresh_ms"].size() == 1);
        CHECK(result["median_ms"].get<double>() > 0);
        CHECK_FALSE(result["input"].get<std::string>().empty());
        const std::string size = result["size"].get<std::string>();
        if (sizes.empty() || sizes.back() != size) sizes.push_back(size);
      }
      return sizes;
    };
    CHECK(timed("softmax") == std::vector<std::string>{"default", "largest"});
    // The largest phrases lack the asked words, so no edit of the asked phrase fits.
    CHECK(timed("next-word") == std::vector<std::string>{"default", "default, new run", "largest, new run"});
    CHECK(typed({"bench", "lessons", "--lesson", "nothing"}).code == 2);
    check_refused({"bench", "nothing"}, "bench: expected one of train-step, decode, lessons, got “nothing”.");
  }

  TEST_CASE("a language model on the command line: its tokens, its logits, and a text that goes on") {
    const std::string file = source_file("assets/models/tales.safetensors");
    const std::string& model = file;
    const json tokens = json::parse(typed({"tokenize", "--tokenizer", model, "the sun"}).out);
    CHECK(tokens["pieces"] == json{"<start>", "the", "␣sun"});
    CHECK(tokens["ids"][0] == 1);
    const json logits = json::parse(typed({"logits", "--model", model, "--text", "the sun"}).out);
    CHECK(logits["logits"].size() == 3);
    CHECK(logits["logits"][2].size() == logits["logits"][0].size());
    CHECK(typed({"generate", "--model", model, "--prompt", "the sun is a", "--tokens", "1", "--temperature", "0"}).out ==
          "the sun is a star\n");
    CHECK(typed({"generate", "--int8", "--model", model, "--prompt", "the sun is a", "--tokens", "1", "--temperature", "0"}).out ==
          "the sun is a star\n");
    const json rounded = json::parse(typed({"logits", "--int8", "--model", model, "--text", "the sun"}).out);
    CHECK(rounded != logits);
    CHECK(rounded["logits"][2][5].get<double>() == doctest::Approx(logits["logits"][2][5].get<double>()).epsilon(0.05));
    const auto drawn = [&](const char* seed) { return typed({"generate", "--model", model, "--prompt", "Once upon", "--seed", seed}).out; };
    CHECK(drawn("1") == drawn("1"));
    CHECK(drawn("1") != drawn("2"));
    CHECK(typed({"generate", "--model", model, "--prompt", "", "--tokens", "0"}).out == "\n");
    CHECK(typed({"generate", "--model", model, "--prompt", "\xff\xfe", "--tokens", "3"}).code == 0);
  }

  TEST_CASE("a language model refuses impossible questions in words") {
    const std::string file = source_file("assets/models/tales.safetensors"), other = source_file("assets/models/reverse.safetensors");
    check_refused({"tokenize", "--tokenizer", other, "a"},
                  other + ": expected a language model, with the tokens that it reads; this is another model.");
    CHECK(typed({"tokenize", "--tokenizer", "nowhere.safetensors", "a"}).code == 2);
    const auto refused = [&](const char* option, const char* value) {
      const Outcome outcome = typed({"generate", "--model", file, "--prompt", "a", option, value});
      CHECK(outcome.code == 2);
      CHECK(outcome.out.empty());
      return outcome.err;
    };
    CHECK(refused("--temperature", "-1").find("temperature: expected a number from 0") != std::string::npos);
    CHECK(refused("--temperature", "nan").find("temperature") != std::string::npos);
    CHECK(refused("--top-p", "2").find("top_p: expected a number from 0 to 1, got 2") != std::string::npos);
    CHECK(refused("--top-k", "-3").find("top_k") != std::string::npos);
    CHECK(typed({"logits", "--model", file, "--text", std::string(2000, '!')}).code == 2);
    CHECK(typed({"texts", "reverse"}).code == 2);
    CHECK(typed({"texts", "novel", "--book", "nowhere.txt"}).code == 2);
    CHECK(typed({"texts", "novel"}).code == 2);
  }

  TEST_CASE("lessons whose weights lie in a file are computed from it") {
    const Outcome loss = typed({"trace", "encoder-decoder", "--preset", "trained-english-spanish", "--node", "loss", "--format", "csv"});
    CHECK(loss.code == 0);
    CHECK(loss.err.empty());
    const Outcome cell = typed({"explain", "encoder-decoder", "--preset", "trained-english-spanish", "--node", "logits", "--cell", "0,4"});
    CHECK(cell.code == 0);
    CHECK(json::parse(cell.out)["node"] == "logits");
  }
}

}  // namespace cli_test
