// The search: the results for a typed text, their order, and the sheet of the search.
#include "ui/look_up/search_index.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using ui::SearchEntry;
using ui::SearchHits;
using ui::SearchIndex;
using ui::SearchKind;

namespace search_test {
namespace {

SearchEntry lesson(const std::string& title, const std::string& text = "") {
  return ui::with_plain({SearchKind::lesson, title, -1, title, text, ""});
}

// Returns the titles of the results, in order.
std::vector<std::string> titles(const SearchIndex& index, const std::string& typed) {
  std::vector<std::string> found;
  for (const ui::SearchGroup& group : ui::search_in(index, {}, typed))
    for (const SearchEntry& entry : group.entries) found.push_back(entry.title);
  return found;
}

struct Sheet {
  Driver driver;
  Snapshot snapshot;
  explicit Sheet(const std::string& lesson, ImVec2 size = {1280, 800}) : driver(size.x, size.y), snapshot(snapshot_of(lesson)) {
    driver.host.still = true;
    driver.show(snapshot, 3);
  }
  void open() {
    driver.press(snapshot, ImGuiKey_K, ImGuiMod_Ctrl);
    driver.show(snapshot, 3);
  }
  std::vector<Command> type(const char* text) {
    std::vector<Command> commands = driver.type(snapshot, text);
    append(commands, driver.show(snapshot, 3));
    return commands;
  }
  std::vector<Command> press(ImGuiKey key) {
    std::vector<Command> commands = driver.press(snapshot, key);
    append(commands, driver.show(snapshot, 3));
    return commands;
  }
  std::string chosen() {
    for (const Place& place : driver.places())
      if (place.control && place.control->role == ui::Role::option && place.control->on) return place.id;
    return {};
  }
  std::vector<std::string> found() {
    std::vector<std::string> ids;
    for (const Place& place : driver.places())
      if (place.id.starts_with("found:")) ids.push_back(place.id);
    return ids;
  }
};

}  // namespace

TEST_SUITE("ui/search") {
  TEST_CASE("words are compared without case, accents and signs") {
    CHECK(ui::plain_words("Encoder–décodeur (Q·K)") == "encoder decodeur q k");
    CHECK(ui::plain_words("ŒUVRE Łódź ÀÉÎÕÜ ß") == "ouvre lodz aeiou s");
    CHECK(ui::plain_words("e\u0301te\u0301") == "ete");
    CHECK(ui::plain_words("ΣΩ ДОМ") == "σω дом");
    CHECK(ui::plain_words("数 😀") == "数 😀");
    CHECK(ui::plain_words("encoder.0.self_attention") == "encoder 0 self attention");
    CHECK(ui::plain_words(" … ").empty());
    CHECK(ui::plain_words("\xFF\xC3") != "x");  // no UTF-8, and nothing breaks
  }

  TEST_CASE("the beginning of a title comes before its other words, these before its middle, and a title before a text") {
    const SearchIndex index{lesson("Presoftmaxing"), lesson("Other", "about softmax"),
                            lesson("The softmax"),   lesson("Softmax and more"),
                            lesson("Softmax"),       lesson("Nothing")};
    CHECK(titles(index, "softmax") == std::vector<std::string>{"Softmax", "Softmax and more", "The softmax", "Presoftmaxing", "Other"});
    CHECK(titles(index, "SÖFTMAX") == titles(index, "softmax"));
  }

  TEST_CASE("all words are needed, in any order and anywhere; short ones only begin words") {
    const SearchIndex index{lesson("Multi-head attention", "Several heads look at once"), lesson("Self-attention", "Words look at words")};
    CHECK(titles(index, "attention several") == std::vector<std::string>{"Multi-head attention"});
    CHECK(titles(index, "at mul") == std::vector<std::string>{"Multi-head attention"});
    CHECK(titles(index, "te").empty());
    CHECK(titles(index, "ten").size() == 2);
    CHECK(titles(index, "attention zebra").empty());
  }

  TEST_CASE("results are grouped, the group with the best first, and each group says how many there are") {
    SearchIndex index;
    for (int i = 0; i < 9; ++i) index.push_back(ui::with_plain({SearchKind::step, "a", i, "", "The score of one", "A lesson"}));
    index.push_back(ui::with_plain({SearchKind::term, "score", -1, "Score", "How well", "score scores "}));
    index.push_back(lesson("Softmax", "Scores become shares"));
    const SearchHits hits = ui::search_in(index, {ui::with_plain({SearchKind::node, "scores", -1, "Scores", "scores", ""})}, "score");
    REQUIRE(hits.size() == 4);
    CHECK(hits[0].kind == SearchKind::term);
    CHECK(hits[1].kind == SearchKind::node);
    const auto steps =
        std::find_if(hits.begin(), hits.end(), [](const ui::SearchGroup& search_group) { return search_group.kind == SearchKind::step; });
    CHECK(steps->entries.size() == ui::kMostOfKind);
    CHECK(steps->all == 9);
    CHECK(ui::search_in(index, {}, "").front().entries.size() == 1);  // the lessons
  }

  TEST_CASE("the part of a text that fits is found in its own letters") {
    const std::string text = "Où est l’été?";
    const auto parts = ui::fitting_parts(text, "ete");
    REQUIRE(parts.size() == 1);
    CHECK(text.substr(parts[0].first, parts[0].second - parts[0].first) == "été");
    CHECK(ui::fitting_parts("nothing", "ete").empty());
  }

  TEST_CASE("the course can be searched: every lesson by its title, and the words that people look for") {
    const ui::SearchIndexKey key{make_catalogue(), &english()};
    const SearchIndex index = ui::course_index(key);
    for (const LessonInfo& lesson_info : *key.catalogue) {
      CAPTURE(lesson_info.id);
      const SearchHits hits = ui::search_in(index, {}, english().get("lessons." + lesson_info.id + ".title"));
      REQUIRE(!hits.empty());
      const auto group = std::find_if(hits.begin(), hits.end(), [](const ui::SearchGroup& g) { return g.kind == SearchKind::lesson; });
      REQUIRE(group != hits.end());
      CHECK(group->entries.front().id == lesson_info.id);
    }
    for (const char* typed : {"lora", "rag", "temperature", "quantization", "embedding", "attention", "logits", "gpt", "backprop"})
      CHECK_MESSAGE(!ui::search_in(index, {}, typed).empty(), typed);
    // Only the step itself shows the live numbers of its caption.
    for (const SearchEntry& entry : index) CHECK(entry.text.find('{') == std::string::npos);
  }

  TEST_CASE("the search asks for the texts of all lessons, and finds their steps as soon as they are there") {
    Sheet sheet("softmax");
    sheet.driver.use(Texts(read_asset("assets/text/en.json")));
    for (const char* name : {"softmax", "rest"}) sheet.driver.add_texts(read_asset("assets/text/en/" + std::string(name) + ".json"));
    sheet.open();
    CHECK(std::any_of(sheet.driver.requests.begin(), sheet.driver.requests.end(),
                      [](const HostRequest& host_request) { return host_request.kind == HostRequest::Kind::all_texts; }));
    CHECK(sheet.found().size() == lessons().size());
    sheet.type("girl carries");
    CHECK(sheet.found().empty());
    sheet.driver.add_texts(read_asset("assets/text/en/all.json"));
    sheet.driver.show(sheet.snapshot, 2);
    CHECK_FALSE(sheet.found().empty());
  }

  TEST_CASE("Ctrl+K opens the search with the keyboard in its field; what is typed there is no shortcut; Escape closes it") {
    Sheet sheet("softmax");
    CHECK_FALSE(sheet.driver.shows("search"));
    sheet.open();
    REQUIRE(sheet.driver.shows("search"));
    CHECK(sheet.found().size() == lessons().size());
    CHECK(only<GoToStep>(sheet.type("np")).empty());
    CHECK(sheet.driver.place("text:" + sheet.driver.texts().get("ui.search.title")).control->value == "np");
    sheet.press(ImGuiKey_Escape);
    CHECK_FALSE(sheet.driver.shows("search"));
    sheet.open();
    CHECK(sheet.driver.place("text:" + sheet.driver.texts().get("ui.search.title")).control->value.empty());
  }

  TEST_CASE("arrow keys choose and Enter goes there: to a lesson, a step, a term, a matrix of this lesson") {
    Sheet sheet("softmax");
    sheet.open();
    sheet.type("multi-head");
    REQUIRE(sheet.found().size() > 2);
    CHECK(sheet.chosen() == sheet.found()[0]);
    sheet.press(ImGuiKey_DownArrow);
    CHECK(sheet.chosen() == sheet.found()[1]);
    sheet.press(ImGuiKey_UpArrow);
    sheet.press(ImGuiKey_UpArrow);
    CHECK(sheet.chosen() == sheet.found().back());
    sheet.press(ImGuiKey_DownArrow);
    const auto opened = only<OpenLesson>(sheet.press(ImGuiKey_Enter));
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].lesson == "multi-head");
    CHECK_FALSE(sheet.driver.shows("search"));

    const auto go_to = [&](const char* typed, const std::string& kind) {
      sheet.open();
      sheet.type(typed);
      for (std::size_t i = 0; i < sheet.found().size() && !sheet.chosen().starts_with("found:" + kind); ++i)
        sheet.press(ImGuiKey_DownArrow);
      REQUIRE(sheet.chosen().starts_with("found:" + kind));
      const std::string id = sheet.chosen().substr(("found:" + kind + ":").size());
      return std::pair(id, sheet.press(ImGuiKey_Enter));
    };
    const auto [step, commands] = go_to("mask", "step");
    REQUIRE(only<GoToStep>(commands).size() == 1);
    REQUIRE(only<OpenLesson>(commands).size() == 1);
    CHECK(step == only<OpenLesson>(commands)[0].lesson + ":" + std::to_string(only<GoToStep>(commands)[0].step + 1));
    const auto [term, none] = go_to("one-hot", "term");
    CHECK(none.empty());
    sheet.driver.show(sheet.snapshot, 2);
    CHECK(sheet.driver.shows("glossary:" + term));
    sheet.press(ImGuiKey_Escape);
    const auto [node, shown] = go_to("probabilities", "node");
    REQUIRE(only<ShowScene>(shown).size() == 1);
    CHECK(only<ShowScene>(shown)[0].scene == node);
    CHECK(sheet.snapshot.trace->find(node) >= 0);
  }

  TEST_CASE("a button opens it, and a press on what was found goes there, at every width; on a phone it fills the screen") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844), ImVec2(844, 390), ImVec2(1920, 1080)}) {
      CAPTURE(size.x);
      Sheet sheet("softmax", size);
      if (size.x < 760 || size.y < 480)
        sheet.driver.click(sheet.snapshot, sheet.driver.centre("button:" + sheet.driver.texts().get("ui.lessons")));
      sheet.driver.show(sheet.snapshot, 2);
      sheet.driver.click(sheet.snapshot, sheet.driver.centre("button:" + sheet.driver.texts().get("ui.search.title")));
      sheet.driver.show(sheet.snapshot, 3);
      REQUIRE(sheet.driver.shows("search"));
      const Box box = sheet.driver.place("search").box;
      CHECK((size.x > 760 && size.y > 420 ? box.width() < size.x : box.width() == size.x));
      sheet.type("quantization");
      const auto opened = only<OpenLesson>(sheet.driver.click(sheet.snapshot, sheet.driver.centre("found:lesson:quantization")));
      REQUIRE(opened.size() == 1);
      CHECK(opened[0].lesson == "quantization");
    }
  }

  TEST_CASE("assistive technology finds a dialog with a field and a list of options, and is told which one is chosen") {
    Sheet sheet("softmax");
    sheet.open();
    sheet.type("sampling");
    const nlohmann::json view = sheet.driver.accessible_view();
    const auto& parts = view["parts"];
    const auto popup = std::find_if(parts.begin(), parts.end(), [](const nlohmann::json& part) { return part["id"] == "popup"; });
    REQUIRE(popup != parts.end());
    CHECK((*popup)["dialog"] == true);
    CHECK((*popup)["name"] == sheet.driver.texts().get("ui.search.title"));
    const auto& items = (*popup)["items"];
    const auto list = std::find_if(items.begin(), items.end(), [](const nlohmann::json& item) { return item["role"] == "listbox"; });
    REQUIRE(list != items.end());
    CHECK((*list)["items"][0]["role"] == "option");
    CHECK((*list)["items"][0]["on"] == true);
    CHECK(sheet.driver.spoken().starts_with("Sampling"));
    sheet.type("zzz");
    CHECK(sheet.driver.spoken().find("samplingzzz") != std::string::npos);
  }

  TEST_CASE("in a frame without its lessons there is nothing to search, and a page of text has no matrices") {
    Sheet framed("softmax");
    framed.driver.host.options.hidden = {ScreenPart::rail};
    framed.driver.show(framed.snapshot, 2);
    framed.open();
    CHECK_FALSE(framed.driver.shows("search"));
    Sheet page("start");
    page.open();
    page.type("encoder");
    for (const std::string& id : page.found()) CHECK_FALSE(id.starts_with("found:node"));
  }
}

}  // namespace search_test
