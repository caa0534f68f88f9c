// Words that a lesson knows, offered while the reader types.
#include "ui/inputs/suggestions.h"

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace suggestions_test {
namespace {

struct Typing {
  Driver driver;
  Snapshot snapshot;

  explicit Typing(const char* lesson = "dictionary", const char* input = "text") : snapshot(snapshot_of(lesson)) {
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre(std::string("input:") + input));
    driver.press(snapshot, ImGuiKey_A, ImGuiMod_Ctrl);
  }
  bool offers(const char* word) const { return driver.shows(std::string("suggestion:") + word); }
  // Returns the value that the input was set to last.
  static std::string last(const std::vector<Command>& commands) {
    const auto sets = only<SetInput>(commands);
    return sets.empty() ? "" : std::get<std::string>(sets.back().value);
  }
};

}  // namespace

TEST_SUITE("ui/suggestions") {
  TEST_CASE("words that go on from what was typed, whatever the case of its letters, and few of them") {
    const std::vector<std::string> known = {"chat", "Chien", "cheval", "sous", "chat", "ch"};
    CHECK(ui::words_like(known, "ch", 9) == std::vector<std::string>{"chat", "Chien", "cheval"});
    CHECK(ui::words_like(known, "CHA", 9) == std::vector<std::string>{"chat"});
    CHECK(ui::words_like(known, "ch", 2).size() == 2);
    CHECK(ui::words_like(known, "chat", 9).empty());
    CHECK(ui::words_like(known, "", 9).empty());
  }

  TEST_CASE("the word at a cursor") {
    const auto word = [](std::string_view text, std::size_t cursor) {
      const ui::TextSpan span = ui::word_at(text, cursor);
      return std::string(text.substr(span.begin, span.end - span.begin));
    };
    CHECK(word("le chat dort", 5) == "chat");
    CHECK(word("le chat dort", 7) == "chat");
    CHECK(word("le chat dort", 3) == "chat");
    CHECK(word("le  chat", 3) == "");
    CHECK(word("le", 99) == "le");
    CHECK(word("a\nbé c", 4) == "bé");
  }

  TEST_CASE("typing offers what could be meant; Tab takes the first, and typing goes on behind it") {
    Typing t;
    CHECK_FALSE(t.offers("chat"));  // no letter was typed yet
    t.driver.type(t.snapshot, "le ch");
    CHECK(t.offers("chat"));
    CHECK_FALSE(t.offers("sous"));
    CHECK(Typing::last(t.driver.press(t.snapshot, ImGuiKey_Tab)) == "le chat");
    CHECK_FALSE(t.offers("chat"));
    CHECK(Typing::last(t.driver.type(t.snapshot, " s")) == "le chat s");
    CHECK(t.offers("sous"));
  }

  TEST_CASE("arrows choose another, a press takes the one below it, and what is under the list is not pressed") {
    Typing t("dictionary");
    t.driver.type(t.snapshot, "l");
    REQUIRE(t.offers("la"));
    REQUIRE(t.offers("le"));
    const bool first = t.driver.place("suggestion:la").box.min.y < t.driver.place("suggestion:le").box.min.y;
    t.driver.press(t.snapshot, ImGuiKey_DownArrow);
    CHECK(Typing::last(t.driver.press(t.snapshot, ImGuiKey_Tab)) == (first ? "le" : "la"));
    t.driver.type(t.snapshot, " s");
    const auto commands = t.driver.click(t.snapshot, t.driver.centre("suggestion:sous"));
    CHECK(Typing::last(commands) == (first ? "le sous" : "la sous"));
    CHECK(only<GoToStep>(commands).empty());
  }

  TEST_CASE("Escape closes the list and leaves the text; another letter opens it again; without a match there is none") {
    Typing t;
    t.driver.type(t.snapshot, "c");
    REQUIRE(t.offers("chat"));
    t.driver.press(t.snapshot, ImGuiKey_Escape);
    CHECK_FALSE(t.offers("chat"));
    CHECK(Typing::last(t.driver.type(t.snapshot, "h")) == "ch");
    CHECK(t.offers("chat"));
    t.driver.type(t.snapshot, "x");
    CHECK_FALSE(t.offers("chat"));
    CHECK(Typing::last(t.driver.press(t.snapshot, ImGuiKey_Tab)) == "");
  }

  TEST_CASE("in a lesson that takes any word nothing is offered") {
    Typing t("self-attention");
    t.driver.type(t.snapshot, "Yo");
    for (const ui::Place& place : t.driver.ui().places().noted) CHECK_FALSE(place.id.starts_with("suggestion:"));
  }
}

}  // namespace suggestions_test
