#include "ui/look_up/glossary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/join.h"
#include "protocol/route.h"
#include "protocol/step.h"
#include "study/course.h"
#include "study/live_text.h"
#include "ui/driver.h"
#include "ui/look_up/glossary_terms.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using gf::ui::GlossaryForm;
using gf::ui::GlossaryUse;

namespace glossary_test {
namespace {

// Returns the texts that the screen shows as prose, in which terms are looked for.
bool is_prose(std::string_view path) { return path.starts_with("lessons.") || path.starts_with("nodes."); }

// Returns the texts of the steps of a lesson, each with its path.
std::vector<std::pair<std::string, std::string>> said_at_steps(const LessonInfo& lesson) {
  std::vector<std::pair<std::string, std::string>> said;
  for (const Step& step : lesson.steps)
    for (const char* kind : {"steps", "answers"})
      if (const std::string path = "lessons." + lesson.id + "." + kind + "." + step.id; english().has(path))
        said.emplace_back(path, english().get(path));
  return said;
}

// Returns the terms in a text of a lesson that are introduced after it. The text after "Next: " does not count.
std::vector<std::string> early_terms(std::string_view lesson, const std::string& text) {
  std::vector<std::string> early;
  static const std::shared_ptr<const Catalogue> catalogue = make_catalogue();
  const auto place = [&](std::string_view id) { return find_lesson(*catalogue, id) - catalogue->data(); };
  for (const GlossaryUse& use :
       ui::glossary_uses(ui::glossary_forms(english()), with_live_values(text.substr(0, text.find("Next: ")), nullptr)))
    if (place(english().get("glossary." + use.term + ".lesson")) > place(lesson)) early.push_back(use.term);
  return early;
}

// Returns the button that leads to the lesson that introduces an open term.
std::string introduced(const Driver& driver, const std::string& term) {
  const auto catalogue = make_catalogue();
  for (const ui::GlossaryEntry& entry : ui::glossary_entries(driver.texts(), *catalogue)) {
    if (entry.id != term) continue;
    const std::string lesson = driver.texts().get("lessons." + entry.lesson + ".title");
    const std::string place =
        entry.step < 0 ? lesson : driver.texts().format("ui.search.place", {{"lesson", lesson}, {"step", std::to_string(entry.step + 1)}});
    return "button:" + driver.texts().format("ui.glossary.introduced", {{"place", place}});
  }
  return {};
}

}  // namespace

TEST_SUITE("ui/glossary") {
  TEST_CASE("a term is found as a whole word, in either case, and once") {
    const std::vector<GlossaryForm> forms{{"softmax", "softmax"}};
    CHECK(ui::glossary_uses(forms, "Softmax turns scores into softmax weights") == std::vector<GlossaryUse>{{0, 7, "softmax"}});
    CHECK(ui::glossary_uses(forms, "softmaxes, presoftmax, softmaxé").empty());
    CHECK(ui::glossary_uses(forms, "“softmax”, “softmax").empty());  // a quotation holds no terms
    CHECK(ui::glossary_uses(forms, "“Where?” Softmax “softmax”").size() == 1);
    CHECK(ui::glossary_uses(forms, "").empty());
  }

  TEST_CASE("a term is found as other languages write it") {
    const std::vector<GlossaryForm> forms{{"attention", "attention"}, {"époque", "epoch"}, {"perte", "loss"}, {"注意力", "attention"}};
    CHECK(ui::glossary_uses(forms, "L’attention") == std::vector<GlossaryUse>{{4, 13, "attention"}});
    CHECK(ui::glossary_uses(forms, "attention’s").empty());
    CHECK(ui::glossary_uses(forms, "La perte\u00a0: 2") == std::vector<GlossaryUse>{{3, 8, "loss"}});
    CHECK(ui::glossary_uses(forms, "«\u00a0Perte\u00a0» et «\u00a0attention\u00a0»").empty());
    CHECK(ui::glossary_uses(forms, "Époque") == std::vector<GlossaryUse>{{0, 7, "epoch"}});
    CHECK(ui::glossary_uses(forms, "自注意力是") == std::vector<GlossaryUse>{{3, 12, "attention"}});
  }

  TEST_CASE("terms with accents stand where the alphabet has them") {
    const Texts texts(
        R"({"glossary": {"a": {"term": "Zéro"}, "b": {"term": "Époque"}, "c": {"term": "Encodeur"}, "d": {"term": "échelle"}}})");
    std::vector<std::string> ids;
    for (const ui::GlossaryEntry& entry : ui::glossary_entries(texts, {})) ids.push_back(entry.id);
    CHECK(ids == std::vector<std::string>{"d", "c", "b", "a"});
  }

  TEST_CASE("the longer form is taken before the shorter one inside it, and each term where it first stands") {
    const std::vector<GlossaryForm> forms{{"attention weights", "weights"}, {"attention", "attention"}, {"keys", "key"}, {"key", "key"}};
    CHECK(ui::glossary_uses(forms, "Attention weights come of attention.") ==
          std::vector<GlossaryUse>{{0, 17, "weights"}, {26, 35, "attention"}});
    CHECK(ui::glossary_uses(forms, "One key, many keys") == std::vector<GlossaryUse>{{4, 7, "key"}});
  }

  TEST_CASE("pressing an underlined term opens what it means, with the way to its lesson; escape closes it") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("multi-head");
    driver.show(snapshot, 3);
    REQUIRE(driver.shows("term:head"));
    CHECK_FALSE(driver.shows("glossary:head"));
    driver.click(snapshot, driver.centre("term:head"));
    driver.show(snapshot, 2);
    REQUIRE(driver.shows("glossary:head"));
    driver.press(snapshot, ImGuiKey_Escape);
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("glossary:head"));
  }

  TEST_CASE("a term asks for the texts of all lessons, and says the step that introduces it as soon as they are there") {
    Driver driver;
    driver.use(Texts(read_asset("assets/text/en.json")));
    for (const char* name : {"position-encoding", "rest"}) driver.add_texts(read_asset("assets/text/en/" + std::string(name) + ".json"));
    const Snapshot snapshot = snapshot_of("position-encoding");
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("term:embedding"));
    driver.show(snapshot, 2);
    REQUIRE(!driver.requests.empty());
    CHECK(driver.requests.back().kind == HostRequest::Kind::all_texts);
    const auto commands_of_way = [&] { return only<GoToStep>(driver.click(snapshot, driver.centre(introduced(driver, "embedding")))); };
    driver.add_texts(read_asset("assets/text/en/all.json"));
    driver.show(snapshot, 2);
    CHECK(commands_of_way().size() == 1);
  }

  TEST_CASE("the way from a term to its lesson") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("position-encoding");
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("term:embedding"));
    driver.show(snapshot, 2);
    REQUIRE(driver.shows("glossary:embedding"));
    const std::vector<Command> commands = driver.click(snapshot, driver.centre(introduced(driver, "embedding")));
    REQUIRE(only<OpenLesson>(commands).size() == 1);
    CHECK(only<OpenLesson>(commands)[0].lesson == "embeddings");
  }

  TEST_CASE("one press in the rail opens the list of all terms, each with what it means and the way to its step") {
    for (const ImVec2 size : {ImVec2(1280, 9000), ImVec2(390, 30000), ImVec2(1920, 9000)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y);
      const Snapshot snapshot = snapshot_of("softmax");
      driver.show(snapshot, 3);
      if (size.x < 760) {
        driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.lessons")));
        driver.show(snapshot, 2);
      }
      driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.glossary.title")));
      driver.show(snapshot, 2);
      for (const std::string& id : ui::glossary_terms(driver.texts())) {
        CAPTURE(id);
        REQUIRE(driver.shows("words:term " + id));
        CHECK(driver.place("words:term " + id).control->name ==
              driver.texts().get("glossary." + id + ".term") + ": " + driver.texts().get("glossary." + id + ".text"));
        CHECK(driver.shows("introduced:" + id));
      }
      const auto commands = driver.click(snapshot, driver.centre("introduced:causal_mask"));
      REQUIRE(only<OpenLesson>(commands).size() == 1);
      CHECK(only<OpenLesson>(commands)[0].lesson == "self-attention");
      REQUIRE(only<GoToStep>(commands).size() == 1);
      const int step = only<GoToStep>(commands)[0].step;
      const Step& shown_step = lesson_named("self-attention").info.steps[static_cast<std::size_t>(step)];
      std::string said;
      for (const char* kind : {"steps", "answers"})
        said += driver.texts().get("lessons.self-attention." + std::string(kind) + "." + shown_step.id);
      CHECK(said.find("ask") != std::string::npos);
      driver.show(snapshot, 2);
      CHECK_FALSE(driver.shows("introduced:causal_mask"));  // the list is closed
    }
  }

  TEST_CASE("all terms leads from one term to the list, and Escape closes it") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("multi-head");
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("term:head"));
    driver.show(snapshot, 2);
    driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.glossary.all")));
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows("glossary:head"));
    CHECK(driver.shows("words:term accuracy"));
    driver.press(snapshot, ImGuiKey_Escape);
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("words:term accuracy"));
  }

  TEST_CASE("the list of terms is sorted, and each stands in a caption or an answer of the lesson that introduces it") {
    const auto catalogue = make_catalogue();
    const std::vector<ui::GlossaryEntry> entries = ui::glossary_entries(english(), *catalogue);
    CHECK(entries.size() == ui::glossary_terms(english()).size());
    CHECK(std::is_sorted(entries.begin(), entries.end(),
                         [](const auto& a, const auto& b) { return ui::lowered(a.term) < ui::lowered(b.term); }));
    for (const ui::GlossaryEntry& entry : entries) {
      CAPTURE(entry.id);
      REQUIRE(find_lesson(*catalogue, entry.lesson) != nullptr);
      CHECK(entry.step < static_cast<int>(find_lesson(*catalogue, entry.lesson)->steps.size()));
      CHECK(entry.step >= 0);
    }
  }

  TEST_CASE("every term has its words, a lesson that exists, and is used somewhere") {
    const Texts& texts = english();
    const auto forms = ui::glossary_forms(texts);
    std::set<std::string> used, known;
    for (const auto& [path, text] : texts.all())
      if (is_prose(path))
        for (const GlossaryUse& use : ui::glossary_uses(forms, text)) used.insert(use.term);
    for (const std::string& id : ui::glossary_terms(texts)) {
      CAPTURE(id);
      for (const char* name : {"term", "text", "forms"}) CHECK(!texts.lines("glossary." + id + "." + name).empty());
      CHECK(used.count(id) == 1);
      CHECK(known.insert(id).second);
      CHECK(find_lesson(*make_catalogue(), texts.get("glossary." + id + ".lesson")) != nullptr);
    }
    for (const auto& [path, text] : texts.all())
      if (path.starts_with("glossary.")) CHECK_MESSAGE(known.count(path.substr(9, path.rfind('.') - 9)) == 1, path);
  }

  TEST_CASE("no step uses a term that a later lesson introduces") {
    const auto catalogue = make_catalogue();
    for (const LessonInfo& lesson : *catalogue)
      for (const auto& [path, text] : said_at_steps(lesson))
        // The first page names the subjects of the lessons, and the end of multi-head the other parts of a transformer.
        if (&lesson != &catalogue->front() && path != "lessons.multi-head.steps.in_transformer")
          CHECK_MESSAGE(early_terms(lesson.id, text).empty(), path, " ", joined(early_terms(lesson.id, text)));
    CHECK(early_terms("softmax", "The loss has a gradient: scores of the vocabulary") == std::vector<std::string>{"loss", "gradient"});
    CHECK(early_terms("softmax", "Shares. Next: the gradient").empty());
    CHECK(early_terms("training", "The loss has a gradient").empty());
  }

  TEST_CASE("the short route introduces each term before it uses it, or tells it in plain words where it first does") {
    struct Told {
      const char *term, *path, *words;
    };
    constexpr Told kTold[] = {
        {"attention", "next-word.steps.three_ways", "which weights the words"},
        {"cosine", "next-word.steps.last_word", "point the same way"},
        {"embedding", "words-pulling-words.steps.two_sentences", "two numbers"},
        {"vector", "next-word.steps.three_ways", "a row of numbers"},
        {"query", "self-attention.steps.projections", "what the word looks for"},
        {"key", "self-attention.steps.projections", "what it offers"},
        {"value", "self-attention.steps.projections", "what it hands over"},
        {"loss", "block.steps.which_fails", "how wrong it is"},
        {"head", "language-model.steps.copying", "four heads at once"},
        {"logits", "sampling.steps.scores", "a score"},
        {"seed", "sampling.steps.cold", "the draws begin with"},
        {"accuracy", "confidence.steps.calibration", "the part of its answers that is right"},
        {"confidence", "confidence.steps.never_read", "the probability of its likeliest token"},
    };
    const auto catalogue = make_catalogue();
    const auto forms = ui::glossary_forms(english());
    std::set<std::string> known, used;
    for (const LessonInfo* lesson : lessons_on(*catalogue, Route::hour)) {
      if (lesson == &catalogue->front()) continue;  // the first page names the subjects of the lessons
      for (const int place : steps_on(*lesson, Route::hour)) {
        for (const ui::GlossaryEntry& entry : ui::glossary_entries(english(), *catalogue))
          if (entry.lesson == lesson->id && entry.step == place) known.insert(entry.id);
        for (const char* kind : {".steps.", ".answers."}) {
          const std::string path = lesson->id + kind + std::string(lesson->steps[static_cast<std::size_t>(place)].id);
          if (!english().has("lessons." + path)) continue;
          const std::string text = english().get("lessons." + path);
          for (const Told& told : kTold)
            if (path == told.path && text.find(told.words) != std::string::npos) known.insert(told.term);
          for (const GlossaryUse& use : ui::glossary_uses(forms, with_live_values(text, nullptr))) {
            CHECK_MESSAGE(known.count(use.term) == 1, path, " uses ", use.term);
            used.insert(use.term);
          }
        }
      }
    }
    for (const char* term : {"attention", "query", "token"}) CHECK_MESSAGE(used.contains(term), term);
  }
}

}  // namespace glossary_test
