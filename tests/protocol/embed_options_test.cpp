// The options that the page around the program sets in the address.
#include "protocol/embed_options.h"

#include "lessons/registry.h"
#include "lessons/run.h"
#include "support.h"

using namespace gf;

namespace embed_options_test {
namespace {

const std::set<ScreenPart> kAllParts(std::begin(kScreenParts), std::end(kScreenParts));

EmbedOptions read(std::string_view lines) {
  std::vector<Problem> problems;
  EmbedOptions options = read_embed_options(lines, problems);
  CHECK(problems.empty());
  return options;
}

// Returns the problems of options in words, and checks that no faulty option is taken.
std::vector<std::string> said(std::string_view lines, const EmbedOptions& left = {}) {
  std::vector<Problem> problems;
  CHECK(read_embed_options(lines, problems) == left);
  std::vector<std::string> words;
  for (const Problem& problem : problems) words.push_back(test::english().format(problem));
  return words;
}

}  // namespace

TEST_SUITE("protocol/embed_options") {
  TEST_CASE("each option; without any, all is shown and can be changed") {
    CHECK(read("") == EmbedOptions{});
    CHECK(read("hide=rail,steps") == EmbedOptions{.hidden = {ScreenPart::rail, ScreenPart::steps}});
    CHECK(read("lock=text,w_q") == EmbedOptions{.locked = {"text", "w_q"}});
    CHECK(read("theme=dark\nsize=150") == EmbedOptions{.theme = ThemeChoice::dark, .text_size = 150});
    CHECK(read("hide=\nlock=,,\ntheme=\nsize=\nx=3") == EmbedOptions{});
  }

  TEST_CASE("the shown part stands alone, unless the options list hidden parts") {
    CHECK(read("show=weights") == EmbedOptions{.show = "weights", .hidden = kAllParts});
    CHECK(read("show=all").hidden == kAllParts);
    CHECK_FALSE(read("show=all").shows_part());
    CHECK(read("show=weights\nhide=rail") == EmbedOptions{.show = "weights", .hidden = {ScreenPart::rail}});
    CHECK(read("hide=\nshow=weights") == EmbedOptions{.show = "weights"});
  }

  TEST_CASE("options that are not understood are named one by one, and the rest holds") {
    CHECK(said("hide=rail,header,steps", {.hidden = {ScreenPart::rail, ScreenPart::steps}}) ==
          std::vector<std::string>{"hide: expected one of rail, steps, inputs, inspector, toolbar, got “header”."});
    CHECK(said("theme=pink") == std::vector<std::string>{"theme: expected one of light, dark, system, got “pink”."});
    CHECK(said("size=1000\nsize=large\nsize=-1\nsize=15o").size() == 4);
    CHECK(said("size=50") == std::vector<std::string>{"size: expected a number from 100 to 200, got “50”."});
    CHECK(said("show=" + std::string(300, 'x')) == std::vector<std::string>{"show: expected at most 200 bytes of text, got 300."});
    CHECK(said("lock=\xff\ntheme=\xff") == std::vector<std::string>{"lock: expected text in UTF-8; these bytes are something else.",
                                                                    "theme: expected text in UTF-8; these bytes are something else."});
  }

  TEST_CASE("options as a query, and back") {
    for (const EmbedOptions& options :
         {EmbedOptions{}, EmbedOptions{.show = "weights", .hidden = kAllParts}, EmbedOptions{.show = "all"},
          EmbedOptions{.show = "weights", .hidden = {ScreenPart::rail}},
          EmbedOptions{.hidden = {ScreenPart::toolbar}, .locked = {"text", "w_q"}, .theme = ThemeChoice::light, .text_size = 125}}) {
      std::string lines = query_of(options);
      std::replace(lines.begin(), lines.end(), '&', '\n');
      CAPTURE(lines);
      CHECK(read(lines) == options);
    }
    CHECK(query_of({.show = "weights", .hidden = kAllParts, .locked = {"all"}}) == "show=weights&lock=all");
  }

  TEST_CASE("names that a lesson has not are said, those that it has are not") {
    const LessonInfo& lesson = lesson_named("self-attention").info;
    const Trace trace = run_lesson({"self-attention"});
    const auto words = [&](const EmbedOptions& options) {
      const std::optional<Problem> problem = unknown_name(options, lesson, trace);
      return problem ? test::english().format(*problem) : "";
    };
    for (const char* name : {"weights", "scores", "all", ""}) CHECK(words({.show = name}) == "");
    CHECK(words({.locked = {"text", "w_q", "weights", "all"}}) == "");
    CHECK(words({.show = "encoder"}).starts_with("show= in the address: the lesson self-attention has no matrix and no section"));
    CHECK(
        words({.locked = {"beta"}}).starts_with("lock= in the address: the lesson self-attention has no input and no matrix named “beta”"));
  }

  TEST_CASE("a lock holds for all hand edits of an input, or of a matrix by either of its names") {
    const Trace trace = run_lesson({"self-attention"});
    const auto locked = [&](const char* name, const Command& command) { return is_locked({.locked = {name}}, &trace, command); };
    CHECK(locked("text", SetInput{"text", std::string("a")}));
    CHECK(locked("text", TypeInput{"text", "a"}));
    CHECK_FALSE(locked("text", TypeInput{"seed", "1"}));
    for (const Command& command : std::vector<Command>{SetCell{"w_q", {}, 1}, TypeCell{"w_q", {}, "1"}, PasteCells{"w_q", {}, "1"},
                                                       HoldCell{"w_q", {}}, LiftPin{"w_q", {}}}) {
      CHECK(locked("w_q", command));
      CHECK(locked("all", command));
      CHECK_FALSE(locked("w_k", command));
    }
    const TraceNode& embeddings = trace.at("x");
    CHECK(locked(embeddings.input.c_str(), SetCell{"x", {}, 1}));
    for (const Command& command : std::vector<Command>{ResetLesson{}, ApplyPreset{"numpy"}, LiftAllPins{}}) {
      CHECK(locked("all", command));
      CHECK_FALSE(locked("text", command));
    }
    for (const Command& command : std::vector<Command>{GoToStep{1}, Select{"w_q", {}}, Undo{}, ShowScene{"weights"}})
      CHECK_FALSE(locked("all", command));
  }

  TEST_CASE("the tag of a frame: of a part a small one; what an address or a title may hold does not end it") {
    CHECK(embed_tag({.show = "weights"}, "https://example.org/?show=weights&lock=all#d=abc", "Self-attention") ==
          R"(<iframe src="https://example.org/?show=weights&amp;lock=all#d=abc" title="Self-attention" width="480" height="320" )"
          R"(loading="lazy" style="border: 0" allow="clipboard-write; cross-origin-isolated"></iframe>)");
    CHECK(embed_tag({}, "a", R"("><script>)").find(R"(title="&quot;&gt;&lt;script&gt;" width="900")") != std::string::npos);
  }
}

}  // namespace embed_options_test
