// Typing into the fields of inputs, with a session that answers: no typed text is lost, and no key goes elsewhere.
#include "ui/inputs/typed.h"

#include "session/session.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace typed_test {
namespace {

struct Hands {
  Driver driver;
  Session session;

  explicit Hands(const std::string& address, ImVec2 size = {1280, 800})
      : driver(size.x, size.y),
        session({.files = [](const std::string& path, const auto& done) { done(read_asset(path)); },
                 .address = address,
                 .texts = &driver.texts()}) {
    driver.host.still = true;
    rest();
    wait(4);
  }

  const Snapshot& now() const { return *session.snapshot(); }
  void rest() {
    do session.pump(), session.finish();
    while (now().computing);
  }
  void carry_out(const std::vector<Command>& commands) {
    for (const Command& command : commands) session.execute(command);
    rest();
  }
  void wait(int frames) {
    for (int i = 0; i < frames; ++i) carry_out(driver.show(now()));
  }
  void click(const std::string& place) { click_at(driver.centre(place)); }
  void click_at(ImVec2 at) {
    carry_out(driver.click(now(), at));
    wait(3);
  }
  void press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
    carry_out(driver.press(now(), key, modifier));
    wait(3);
  }
  void type(const char* text) {
    carry_out(driver.type(now(), text));
    wait(2);
  }
  // Types into the field of an input, in place of the text there.
  void type_into(const std::string& input, const char* text) {
    click("input:" + input);
    press(ImGuiKey_A, ImGuiMod_Ctrl);
    type(text);
  }

  std::string label(const std::string& input) const {
    return "text:" + driver.texts().get("lessons." + now().document.lesson + ".inputs." + input + ".label");
  }
  std::string in_field(const std::string& input) const { return driver.place(label(input)).control->value; }
  std::string text_of(const std::string& input) const {
    return std::get<std::string>(input_or_default(now().lesson(), now().document.inputs, input));
  }
  bool types_in(const std::string& input) { return driver.place_with_keyboard() == label(input) && ImGui::GetIO().WantTextInput; }
  std::string said(const char* place) const { return driver.shows(place) ? driver.place(place).control->name : ""; }
  std::string words(const std::string& key, const std::map<std::string, std::string>& with = {}) const {
    std::vector<std::pair<std::string, std::string>> pairs(with.begin(), with.end());
    return driver.texts().format("ui." + key, pairs);
  }
  int step() const { return now().document.look.step; }
};

constexpr const char* kDefault = "the girl carries the black dog";

}  // namespace

TEST_SUITE("ui/typed") {
  TEST_CASE("a sentence with an unknown word stays in its field, with the keyboard there and the word selected") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
      CAPTURE(size.x);
      Hands hands("start", size);
      hands.type_into("source", "I love my little dog");
      hands.press(ImGuiKey_Enter);
      CHECK(hands.in_field("source") == "I love my little dog");
      CHECK(hands.text_of("source") == kDefault);
      CHECK(hands.types_in("source"));
      CHECK(hands.said("words:refused") == hands.words("refused.unknown", {{"got", "little"}}));
      CHECK(hands.said("words:stale") == hands.words("refused.stale", {{"text", kDefault}}));
      CHECK_FALSE(hands.driver.shows("button:" + hands.words("dismiss")));  // no card lies over the picture
      CHECK_FALSE(hands.driver.shows("suggestion:big"));
      hands.type("small");
      CHECK(hands.text_of("source") == "I love my small dog");
      CHECK(hands.in_field("source") == "I love my small dog");
      CHECK_FALSE(hands.driver.shows("words:refused"));
      CHECK_FALSE(hands.driver.shows("words:stale"));
      hands.press(ImGuiKey_Enter);
      CHECK_FALSE(hands.types_in("source"));  // the text is taken
    }
  }

  TEST_CASE("Enter leads into a field and begins a line of a text of several, without leaving it") {
    Hands line("self-attention");
    for (int tabs = 0; tabs < 3; ++tabs) line.press(ImGuiKey_Tab);  // the lessons, the steps, the field
    line.press(ImGuiKey_Enter);
    line.press(ImGuiKey_A, ImGuiMod_Ctrl);
    line.type("pen?");
    REQUIRE(line.now().document.inputs.contains("text"));
    CHECK(std::get<std::string>(line.now().document.inputs.at("text")) == "pen?");
    Hands lines("next-word");
    lines.click("input:phrases");
    lines.press(ImGuiKey_End, ImGuiMod_Ctrl);
    lines.press(ImGuiKey_Enter);
    lines.type("dogs eat");
    REQUIRE(lines.now().document.inputs.contains("phrases"));
    CHECK(std::get<std::string>(lines.now().document.inputs.at("phrases")).ends_with("\ndogs eat"));
  }

  TEST_CASE("a known word that is pressed takes the place of the unknown one, and typing goes on behind it") {
    Hands hands("start");
    hands.type_into("source", "the gril eats");
    hands.press(ImGuiKey_Enter);
    REQUIRE(hands.driver.shows("button:girl"));
    CHECK(hands.driver.place("button:girl").control->name == hands.words("refused.offered", {{"word", "girl"}, {"got", "gril"}}));
    hands.click("button:girl");
    CHECK(hands.text_of("source") == "the girl eats");
    CHECK_FALSE(hands.driver.shows("button:girl"));
    CHECK(hands.types_in("source"));
    hands.type("s");
    CHECK(hands.in_field("source") == "the girls eats");
  }

  TEST_CASE("a word that may become a known one is not spoken against, and one that can't is at once") {
    Hands hands("start");
    hands.type_into("source", "the bl");
    CHECK_FALSE(hands.driver.shows("words:refused"));
    CHECK(hands.driver.shows("suggestion:black"));
    hands.type("q");
    CHECK(hands.said("words:refused") == hands.words("refused.unknown", {{"got", "blq"}}));
    hands.press(ImGuiKey_Backspace);
    CHECK_FALSE(hands.driver.shows("words:refused"));
    hands.click_at({1000, 551});  // beside the ways on: the field is left
    CHECK(hands.in_field("source") == "the bl");
    CHECK(hands.said("words:refused") == hands.words("refused.unknown", {{"got", "bl"}}));
  }

  TEST_CASE("one goes back to what was taken by a press, by Escape, and if another text comes from elsewhere") {
    Hands hands("start");
    const auto refuse = [&] {
      hands.type_into("source", "zebra");
      hands.press(ImGuiKey_Enter);
      REQUIRE(hands.driver.shows("words:refused"));
    };
    refuse();
    hands.click("button:" + hands.words("refused.back", {{"text", kDefault}}));
    CHECK(hands.in_field("source") == kDefault);
    CHECK_FALSE(hands.driver.shows("words:refused"));
    CHECK(hands.now().problem == std::nullopt);
    refuse();
    hands.press(ImGuiKey_Escape);
    CHECK(hands.in_field("source") == kDefault);
    CHECK_FALSE(hands.driver.shows("words:refused"));
    refuse();
    hands.click_at({1000, 551});  // beside the ways on: the field is left
    CHECK(hands.in_field("source") == "zebra");
    hands.session.execute(SetInput{"source", std::string("the cat sleeps")});
    hands.rest();
    hands.wait(3);
    CHECK(hands.in_field("source") == "the cat sleeps");
    CHECK_FALSE(hands.driver.shows("words:refused"));
  }

  TEST_CASE("a look at something else does not take the refused text away, another lesson does") {
    Hands hands("start/step-5");
    hands.type_into("source", "my little dog");
    hands.press(ImGuiKey_Enter);
    hands.session.execute(GoToStep{3});
    hands.rest();
    hands.wait(3);
    CHECK(hands.in_field("source") == "my little dog");
    CHECK(hands.driver.shows("words:stale"));
    hands.session.execute(OpenLesson{"softmax"});
    hands.rest();
    hands.wait(3);
    CHECK_FALSE(hands.driver.shows("words:refused"));
  }

  TEST_CASE("so does every lesson that refuses a text: too long a one, none at all, words of another model") {
    Hands attention("self-attention");
    attention.type_into("text", words(65).c_str());
    CHECK(attention.said("words:refused").find("at most 64") != std::string::npos);
    CHECK(attention.said("words:stale").find("welcome") != std::string::npos);
    attention.press(ImGuiKey_A, ImGuiMod_Ctrl);
    attention.press(ImGuiKey_Backspace);
    CHECK_FALSE(attention.driver.shows("words:refused"));  // the text is being typed anew
    attention.press(ImGuiKey_Enter);
    CHECK(attention.in_field("text").empty());
    CHECK(attention.said("words:refused").starts_with(attention.driver.texts().get("lessons.self-attention.inputs.text.label")));
    Hands spanish("end");
    spanish.type_into("source", "the black dogg");
    spanish.press(ImGuiKey_Enter);
    CHECK(spanish.driver.shows("button:dog"));
  }

  TEST_CASE("a number that is none stays in its field, with the keyboard and all of it selected") {
    Hands hands("softmax", {1280, 1600});
    hands.click("button:" + hands.words("settings"));
    hands.wait(40);
    const std::string field = hands.label("beta");
    hands.click(field);
    hands.type("many");
    hands.press(ImGuiKey_Enter);
    CHECK(hands.in_field("beta") == "many");
    CHECK(hands.types_in("beta"));
    CHECK(hands.driver.shows("words:refused"));
    CHECK_FALSE(hands.driver.shows("words:stale"));  // a single word is no sentence
    hands.type("2");
    hands.press(ImGuiKey_Enter);
    CHECK(hands.in_field("beta") == "2");
    CHECK_FALSE(hands.driver.shows("words:refused"));
    CHECK(std::get<double>(hands.now().document.inputs.at("beta")) == 2);
  }

  TEST_CASE("if a finger types, the keyboard is not called back over the words that are offered") {
    Hands hands("start", {390, 844});
    hands.driver.host.touch = true;
    hands.type_into("source", "my little dog");
    hands.press(ImGuiKey_Enter);
    CHECK(hands.in_field("source") == "my little dog");
    CHECK(hands.driver.shows("words:refused"));
    CHECK_FALSE(ImGui::GetIO().WantTextInput);
  }

  TEST_CASE("letters that come shortly after Enter go nowhere, and later ones are keys again") {
    Hands hands("start");
    hands.type_into("source", "the dog eats");
    hands.press(ImGuiKey_Enter);
    REQUIRE_FALSE(ImGui::GetIO().WantTextInput);
    for (const ImGuiKey key : {ImGuiKey_N, ImGuiKey_P, ImGuiKey_M}) hands.press(key);
    hands.type("?");
    CHECK(hands.step() == 0);
    CHECK_FALSE(hands.driver.shows("words:keys list"));
    hands.wait(130);  // over two seconds
    hands.press(ImGuiKey_N);
    CHECK(hands.step() == 1);
    hands.type_into("source", "the dog");
    for (int i = 0; i < 2; ++i) hands.press(ImGuiKey_Escape);  // closes the list of words, then ends the typing
    hands.press(ImGuiKey_N);
    CHECK(hands.step() == 2);
  }

  TEST_CASE("digits that come shortly after a field was left do not begin typing in the selected cell; after a press they do") {
    Hands hands("self-attention", {1280, 1600});
    hands.session.execute(ShowScene{"w_q*"});
    hands.session.execute(Select{"w_q", {0, 1, 1}});
    hands.rest();
    hands.type_into("text", "you are");
    hands.press(ImGuiKey_Enter);
    hands.type("7");
    CHECK_FALSE(hands.driver.shows("cell edit"));
    hands.click_at(hands.driver.cell("w_q", 1, 1));
    hands.type("7");
    CHECK(hands.driver.shows("cell edit"));
  }

  TEST_CASE("the words that a sentence can go on with are offered, and a press adds one") {
    Hands hands("start");
    REQUIRE(hands.driver.shows("button:under"));
    hands.click("button:under");
    CHECK(hands.text_of("source") == std::string(kDefault) + " under");
    REQUIRE(hands.driver.shows("button:the"));
    hands.click("button:the");
    CHECK(hands.text_of("source") == std::string(kDefault) + " under the");
    CHECK_FALSE(hands.driver.shows("button:under"));
    CHECK_FALSE(Hands("start", {390, 844}).driver.shows("button:under"));  // there is no room
  }

  TEST_CASE("the field above the picture grows with its text") {
    Hands hands("start");
    const float before = hands.driver.place(hands.label("source")).box.width();
    hands.type_into("source", "the old teachers read the new newspapers in the green garden");
    CHECK(hands.driver.place(hands.label("source")).box.width() > before);
  }

  TEST_CASE("a veiled cell is edited by no press, key, paste or entry of a menu") {
    Hands hands("self-attention/step-5", {1280, 1600});
    const auto unchanged = [&](const std::vector<Command>& commands) {
      return only<TypeCell>(commands).empty() && only<SetCell>(commands).empty() && only<PasteCells>(commands).empty() &&
             only<HoldCell>(commands).empty() && !hands.driver.shows("cell edit");
    };
    Snapshot shown = hands.now();
    // The cell may be the selected one, though a press is the answer.
    const Step& step = *step_of(shown.lesson(), shown.document);
    const Selection asked{asked_node(step), asked_places(step, *shown.trace).front()};
    shown.document.look.selection = asked;
    ++shown.revision;
    Driver& driver = hands.driver;
    driver.show(shown, 3);
    CHECK(unchanged(driver.type(shown, "5")));
    CHECK(unchanged(driver.press(shown, ImGuiKey_Enter)));
    driver.clipboard = "0.5";
    CHECK(unchanged(driver.press(shown, ImGuiKey_V, ImGuiMod_Ctrl)));
    driver.clipboard = "0.5\t0.5\n0.5\t0.5";
    CHECK(unchanged(driver.press(shown, ImGuiKey_V, ImGuiMod_Ctrl)));
    driver.move(shown, driver.centre("asked:" + asked.node + to_string(asked.cell, shown.trace->at(asked.node).value->shape())));
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(1, down);
      driver.show(shown, 2);
    }
    for (const char* entry : {"cell.type", "cell.type_pin", "cell.hold", "cell.paste"})
      CHECK_FALSE_MESSAGE(driver.shows("entry:" + driver.texts().get("ui." + std::string(entry))), entry);
  }

  TEST_CASE("an old guess is typed over, and what is no number keeps the keyboard, selected") {
    Hands hands("softmax");
    const auto& steps = hands.now().lesson().steps;
    const auto asking = std::find_if(steps.begin(), steps.end(),
                                     [](const Step& candidate) { return candidate.id == std::string_view("inverse_temperature"); });
    hands.session.execute(GoToStep{static_cast<int>(asking - steps.begin())});
    hands.rest();
    hands.wait(4);
    const std::string field = "text:" + hands.words("ask.yours");
    const auto value = [&] { return hands.driver.place(field).control->value; };
    hands.click(field);
    hands.type("lots");
    hands.press(ImGuiKey_Enter);
    CHECK(value() == "lots");
    CHECK(hands.driver.place_with_keyboard() == field);
    CHECK(ImGui::GetIO().WantTextInput);
    hands.type("30");
    CHECK(value() == "30");
    hands.press(ImGuiKey_Enter);
    REQUIRE(hands.driver.shows("button:" + hands.words("ask.again")));
    hands.click("button:" + hands.words("ask.again"));
    hands.click(field);
    hands.type("150");
    CHECK(value() == "150");
  }
}

}  // namespace typed_test
