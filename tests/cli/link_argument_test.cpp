// Links, steps and lessons as arguments of the window and of commands.
#include "cli/link_argument.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "core/problem.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "protocol/link.h"
#include "protocol/step.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace fs = std::filesystem;

namespace link_argument_test {
namespace {

// {"inputs": {"beta": 2.5, "gamma": 1}, "lesson": "softmax", "mood": "blue", "version": 7}
const std::string kLater = "W5KWmVdQWlK8KCUptSTxtwMLAxikpifm5iYypuWkFhfn56UX56eV5CZWpOTm56ekJOWUpqaXpRYVZ-bnsQMA";
const std::string kSaysLater =
    "glassformer: This link was made by another version of Glassformer, and this one does not know mood, gamma. The rest of it is shown.\n";

std::string opened(const std::string& argument) { return text_of(address_argument(argument)); }

std::string weights_of(const std::vector<std::string>& words) {
  std::vector<std::string> all{"trace"};
  all.insert(all.end(), words.begin(), words.end());
  for (const char* more : {"--node", "weights", "--format", "csv"}) all.emplace_back(more);
  const Outcome outcome = typed(all);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  return outcome.out;
}

}  // namespace

TEST_SUITE("cli/link_argument") {
  TEST_CASE("a link is understood in all its forms, a lesson and a step as well") {
    const std::string payload = encode_link({"softmax", {{"beta", 2.5}}});
    for (const std::string& form : {payload, "d=" + payload, "#d=" + payload, "https://example.org/a/?hide=rail#d=" + payload,
                                    " http://127.0.0.1:8080/#d=" + payload + "\n"}) {
      CAPTURE(form);
      CHECK(opened(form) == "d=" + payload);
      CHECK(document_argument(form).document == Document{"softmax", {{"beta", 2.5}}});
    }
    for (const char* form : {"softmax/shares", "#softmax/shares", "https://example.org/#softmax/shares"})
      CHECK(opened(form) == "softmax/shares");
    CHECK(opened("softmax/step-4") == "softmax/step-4");
    CHECK(opened("https://example.org/?show=z#softmax") == "softmax");
  }

  TEST_CASE("each lesson is a lesson and no command, and no payload is taken for one") {
    const std::string help = typed({"--help"}).out;
    for (const Lesson& lesson : lessons()) {
      CHECK(opened(lesson.info.id) == lesson.info.id);
      CHECK(help.find("\n  " + lesson.info.id + " ") == std::string::npos);
    }
  }

  TEST_CASE("a lesson has its defaults, a step all that it brings") {
    CHECK(document_argument("tokenizer").document == Document{"tokenizer"});
    CHECK(document_argument("tokenizer").bare);
    const LessonInfo& softmax = lesson_named("softmax").info;
    CHECK(document_argument("softmax/negative_scores").document == at_step(softmax, {"softmax"}, 4));
    CHECK(document_argument("#softmax").document == at_step(softmax, {"softmax"}, 0));
    CHECK(document_argument("next-word/training").untrained);
    CHECK_FALSE(document_argument("next-word/task").untrained);
  }

  TEST_CASE("golden links trace as their documents") {
    for (const auto& entry : fs::directory_iterator(source_folder() + "/tests/golden/links")) {
      CAPTURE(entry.path().filename().string());
      const json golden = json::parse(read_test_file(entry.path().string()));
      const Document document = document_argument(golden["link"]).document;
      CHECK(to_json(document) == golden["document"]);
    }
    const std::string pinned = json::parse(read_source_file("tests/golden/links/self-attention-pin.json"))["link"];
    const std::string expected = weights_of({"self-attention", "--pin", "scores,0,1=3"});
    CHECK(weights_of({"#d=" + pinned}) == expected);
    CHECK(weights_of({"--link", pinned}) == expected);
    CHECK(weights_of({"--link", pinned, "--pin", "scores,0,1=1"}) != expected);
    CHECK(weights_of({"--link", pinned, "--preset", "numpy"}) == weights_of({"self-attention", "--preset", "numpy"}));
    CHECK(typed({"code", "--link", pinned, "scores"}).out.find("scores[0, 1] = 3  # held\n") != std::string::npos);
    CHECK(typed({"code", pinned, "scores"}).out == typed({"code", "--link", pinned, "scores"}).out);
  }

  TEST_CASE("explain: the cell that a link has selected or that a step is about") {
    const std::string selected = json::parse(read_source_file("tests/golden/links/softmax-selected.json"))["link"];
    CHECK(typed({"explain", selected}).out == typed({"explain", "softmax", "--node", "probabilities", "--cell", "0,1"}).out);
    CHECK(typed({"explain", "softmax/shares"}).out == typed({"explain", "softmax", "--node", "probabilities", "--cell", "0,0"}).out);
    const std::string nowhere = encode_link({.lesson = "softmax", .look = {.selection = Selection{"z", {0, 7, 7}}}});
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"explain", "softmax"}, {"explain", "softmax/shares", "--node", "z"}, {"explain", nowhere}})
      check_refused(words, "expected --node and --cell, or a link or a step that is about a cell.");
  }

  TEST_CASE("fields that this build does not know are named and left out") {
    const Outcome traced = typed({"trace", "--link", kLater, "--node", "scaled", "--format", "csv"});
    CHECK(traced.code == 0);
    CHECK(traced.out == typed({"trace", "softmax", "--set", "beta=2.5", "--node", "scaled", "--format", "csv"}).out);
    CHECK(traced.err == kSaysLater);
    const std::string old = encode_link({"softmax", {}, {{"z", {0, 0, 9}, 1}}});
    const Outcome without_pin = typed({"trace", old, "--node", "z", "--format", "csv"});
    CHECK(without_pin.code == 0);
    CHECK(without_pin.out == typed({"trace", "softmax", "--node", "z", "--format", "csv"}).out);
    CHECK(without_pin.err == "glassformer: z has no cell in row 0 and column 9 any more: what the link holds there is left out.\n");
    CHECK(typed({"trace", "next-word/training", "--node", "last.loss"}).err ==
          "glassformer: this step speaks of a trained model; the command line shows the model as it is before its training.\n");
  }

  TEST_CASE("the window opens with a lesson, a step or a link; where readers find the page is kept") {
    CHECK(typed({"open", "softmax/shares"}).window->address == "softmax/shares");
    CHECK(typed({"https://example.org/#softmax/step-4"}).window->address == "softmax/step-4");
    const Outcome later = typed({"#d=" + kLater});
    CHECK(later.code == 0);
    CHECK(later.window->address == "d=" + kLater);
    CHECK_FALSE(later.window->page);
    CHECK(later.err == kSaysLater);
    CHECK(typed({"--address", "https://example.org/glassformer"}).window->page == "https://example.org/glassformer/");
    CHECK(typed({"open", "softmax", "--address", "http://localhost:8080/index.html"}).window->page == "http://localhost:8080/index.html");
    CHECK(typed({"--address", ""}).window->page == "");
  }

  TEST_CASE("a text that is no link is refused in words, and no window opens") {
    const std::string ids = lesson_ids();
    for (const std::string none : {"nothing", "nothing/step-2", "https://example.org/", "#", "lesson", "Softmax"}) {
      CAPTURE(none);
      check_refused({"trace", none},
                    "expected one of the lessons " + ids + ", a step such as softmax/step-4, or a link, got “" + none + "”.");
      check_refused({"open", none},
                    "expected one of the lessons " + ids + ", a step such as softmax/step-4, or a link, got “" + none + "”.");
    }
    check_refused(
        {"bogus"},
        "expected a command (open, lessons, trace, explain, code, train, quantize, export, tokenize, logits, texts, generate, bench, "
        "completion, manual), one of the lessons " +
            ids + ", a step such as softmax/step-4, or a link, got “bogus”.");
    check_refused({"trace", "lessons"},
                  "expected one of the lessons " + ids + ", a step such as softmax/step-4, or a link, got “lessons”.");
    check_refused({"trace"}, "expected a lesson, a step such as softmax/step-4, or a link.");
    check_refused({"trace", "softmax", "--link", "softmax"}, "expected a lesson or --link, not both.");
    check_refused({"open", "softmax/step-99"}, "The lesson softmax has 9 steps, so there is no step 99.");
    check_refused({"d="}, "This link can't be opened: it is empty. Your work is kept.");
    check_refused({"open", "#d=" + kLater.substr(0, 30)}, "This link can't be opened: it is cut off or was changed. Your work is kept.");
    check_refused({"trace", std::string(3u << 20, 'A')}, "This link can't be opened: expected at most 2097152 characters, got 3145728.");
    for (const std::string page :
         {"ftp://example.org/", "example.org", "https://", "https:///a", "https://example.org/#d=x", "https://a b/", "https://a/\"><b>"})
      check_refused({"--address", page},
                    "--address: expected the address of a page, such as https://example.org/glassformer/, got “" + page + "”.");
    CHECK(typed({"open"}).code == 2);
    CHECK(typed({"softmax", "trace", "softmax"}).code == 2);
    CHECK(typed({"--address", "https://example.org/", "trace", "softmax"}).code == 2);
    CHECK(typed({"softmax", "open", "softmax"}).code == 2);
    CHECK(typed({"softmax", "shares"}).code == 2);
  }
}

}  // namespace link_argument_test
