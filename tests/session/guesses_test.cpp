// The guesses of the reader: kept for the next session, no step of undo, and no part of a link.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/registry.h"
#include "protocol/link.h"
#include "protocol/step.h"
#include "session/answer_message.h"
#include "session/memory_store.h"
#include "session/session.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace guesses_test {
namespace {

struct Driver {
  Session session;
  explicit Driver(MemoryStore& store) : session({.store = store.store(), .address = "softmax"}) { session.finish(); }
  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    session.keep(true);
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  nlohmann::json told(const nlohmann::json& message) { return nlohmann::json::parse(answer_message(session, message.dump())); }
  std::string problem() { return now().problem ? now().problem->id : ""; }
};

}  // namespace

TEST_SUITE("session/guesses") {
  TEST_CASE("a guess belongs to its step and lesson; it can be taken back, and none of it is a step of undo") {
    MemoryStore store;
    Driver d(store);
    CHECK(d.run(Answer{"shares", GuessNumbers{0.5, 0.25, 0.25}}).answers.guesses == Guesses{{"shares", Shares{{0.5, 0.25, 0.25}}}});
    CHECK_FALSE(d.now().can_undo);
    CHECK(d.run(Answer{"two_scores", GuessNumbers{}}).answers.guesses.size() == 2);
    CHECK(d.run(Answer{"shares", std::nullopt}).answers.guesses == Guesses{{"two_scores", NoGuess{}}});
    CHECK(d.run(OpenLesson{"self-attention"}).answers.guesses.empty());
    CHECK(d.run(OpenLesson{"softmax"}).answers.guesses.size() == 1);
    CHECK(d.run(ResetLesson{}).answers.guesses.empty());
  }

  TEST_CASE("a guess selects the answer, and taking it back selects the cell of the step") {
    MemoryStore store;
    Driver d(store);
    d.run(OpenLesson{"self-attention"});
    const ArrayView<Step> steps = lesson_named("self-attention").info.steps;
    const auto* const asked = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.id == "weights"; });
    d.run(GoToStep{static_cast<int>(asked - steps.begin())});
    d.run(Select{"scores", {0, 2, 1}});
    CHECK(d.run(Answer{"weights", GuessNumbers{0}}).document.look.selection ==
          Selection{"weights", {0, 0, 2}});  // “You” looks at “welcome”
    CHECK(d.run(Answer{"weights", std::nullopt}).document.look.selection == Selection{"weights", {0, 0, 0}});
    d.run(GoToStep{0});
    const std::optional<Selection> elsewhere = d.now().document.look.selection;
    CHECK(d.run(Answer{"weights", GuessNumbers{2}}).document.look.selection == elsewhere);
  }

  TEST_CASE("a guess that fits no question is refused, and what there was stays") {
    MemoryStore store;
    Driver d(store);
    d.run(Answer{"shares", GuessNumbers{0.5, 0.25, 0.25}});
    const auto refused = [&](const Answer& answer, const char* problem) {
      const Snapshot& now = d.run(answer);
      CHECK(d.problem() == problem);
      CHECK(now.answers.guesses == Guesses{{"shares", Shares{{0.5, 0.25, 0.25}}}});
      d.run(DismissProblem{});
    };
    refused({"scores", GuessNumbers{1}}, "nothing_asked");
    refused({"nothing", GuessNumbers{1}}, "nothing_asked");
    refused({"shares", GuessNumbers{3, -1, -1}}, "number_out_of_range");
  }

  TEST_CASE("the next session knows the guesses, and a link that is shared does not") {
    MemoryStore store;
    std::string link;
    {
      Driver d(store);
      d.run(OpenLesson{"self-attention"});
      d.run(Answer{"weights", GuessNumbers{0}});
      d.run(OpenLesson{"softmax"});
      d.run(Answer{"shares", GuessNumbers{0.5, 0.25, 0.25}});
      link = link_to(d.now());
      CHECK(to_json(decode_link(link)).dump().find("0.25") == std::string::npos);
    }
    Driver d(store);
    CHECK(d.now().answers.guesses == Guesses{{"shares", Shares{{0.5, 0.25, 0.25}}}});
    CHECK(d.run(LoadLink{link}).answers.guesses.size() == 1);  // opening a link takes no guess away
    CHECK(d.run(OpenLesson{"self-attention"}).answers.guesses == Guesses{{"weights", Choice{0}}});
  }

  TEST_CASE("kept guesses that fit no question any more are dropped, and a text that is no guess is put aside with the place") {
    const auto opened = [](const char* guesses) {
      MemoryStore store;
      store.texts["place"] = std::string(R"({"glassformer": 1, "lesson": "softmax", "guesses": )") + guesses + "}";
      Driver d(store);
      return std::pair(d.now().answers.guesses, !store.aside.empty());
    };
    using Outcome = std::pair<Guesses, bool>;
    CHECK(opened(R"({"softmax": {"shares": [0.5, 0.5], "two_scores": [], "scores": [1], "gone": [1], "inverse_temperature": [1, 2]}})") ==
          Outcome{{{"shares", Shares{{0.5, 0.5}}}, {"two_scores", NoGuess{}}}, false});
    CHECK(opened(R"({"softmax": {"shares": "half"}})") == Outcome{{}, true});
    CHECK(opened(R"(["softmax"])") == Outcome{{}, true});
  }

  TEST_CASE("answers of every kind that an earlier session kept are kept on as they were, and told so") {
    const nlohmann::json guesses{{"self-attention", {{"output[0,1]", {0.5}}, {"weights", {1}}}},
                                 {"softmax",
                                  {{"inverse_temperature", {0.75}},
                                   {"shares", {0.5, 0.25, 0.25}},
                                   {"sum[0,0]", {11, 11.25}},
                                   {"two_scores", nlohmann::json::array()}}},
                                 {"words-pulling-words", {{"new_place", {2, 2.5}}}}};
    MemoryStore store;
    store.texts["place"] = nlohmann::json{{"glassformer", 1}, {"lesson", "softmax"}, {"guesses", guesses}}.dump();
    Driver d(store);
    CHECK(d.now().answers.guesses.at("shares") == Guess(Shares{{0.5, 0.25, 0.25}}));
    CHECK(d.now().answers.guesses.at("inverse_temperature") == Guess(Number{0.75}));
    CHECK(d.now().answers.guesses.at("two_scores") == Guess(NoGuess{}));
    CHECK(d.now().answers.fillings.size() == 1);
    d.run(OpenLesson{"words-pulling-words"});
    CHECK(d.now().answers.guesses.at("new_place") == Guess(PlaceInPlane{2, 2.5}));
    CHECK(nlohmann::json::parse(store.texts["place"])["guesses"] == guesses);
    CHECK(d.told({{"type", "snapshot"}})["guesses"] == guesses["words-pulling-words"]);
  }

  TEST_CASE("the page around can guess, and is told what was guessed") {
    MemoryStore store;
    Driver d(store);
    CHECK(d.told({{"type", "guess"}, {"step", "shares"}, {"guess", {0.5, 0.25, 0.25}}})["problem"].is_null());
    CHECK(d.told({{"type", "snapshot"}})["guesses"] == nlohmann::json{{"shares", {0.5, 0.25, 0.25}}});
    CHECK(d.told({{"type", "guess"}, {"step", "shares"}, {"guess", nullptr}})["problem"].is_null());
    CHECK(d.told({{"type", "snapshot"}})["guesses"].empty());
    CHECK(d.told({{"type", "guess"}, {"step", "shares"}})["problem"]["id"] == "missing_field");
    CHECK(d.told({{"type", "guess"}, {"step", "shares"}, {"guess", {"a"}}})["problem"]["id"] == "wrong_type");
    CHECK(d.told({{"type", "guess"}, {"step", "shares"}, {"guess", {1, 2, 3}}})["problem"]["id"] == "number_out_of_range");
  }
}

}  // namespace guesses_test
