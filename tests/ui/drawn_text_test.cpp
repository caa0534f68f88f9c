// Texts on the screen and formulas, read back from the frame.
#include "ui/picture/drawn_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/expression.h"
#include "ui/driver.h"
#include "ui/scene_measures.h"
#include "ui/snapshots.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula.h"
#include "ui/widgets/text.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace drawn_text_test {
namespace {

// Returns the texts of a frame in which `draw` draws into one window of 400 x 200.
template <typename Draw>
std::vector<DrawnText> texts_of(Driver&, Draw draw) {
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({400, 200});
  ImGui::Begin("texts", nullptr, ImGuiWindowFlags_NoDecoration);
  draw(make_theme(false), ImGui::GetWindowDrawList());
  ImGui::End();
  ImGui::Render();
  return drawn_texts();
}

const Formula::Letters* letters_of(const Formula& formula, const std::string& text) {
  const auto found =
      std::find_if(formula.letters.begin(), formula.letters.end(), [&](const auto& candidate) { return candidate.text == text; });
  return found == formula.letters.end() ? nullptr : &*found;
}

}  // namespace

TEST_SUITE("ui/drawn text") {
  TEST_CASE("texts are read back with their size, and whether they are cut, stand upright or lie upon each other") {
    Driver driver(400, 200, false, Driver::Fonts::shipped);
    driver.show(snapshot_of("softmax"), 2);
    const auto texts = texts_of(driver, [](const Theme& theme, ImDrawList* list) {
      put(list, theme.small, {20, 20}, IM_COL32_BLACK, "two words");
      put(list, theme.caption, {20, 60}, IM_COL32_BLACK, "large");
      put(list, theme.small, {380, 100}, IM_COL32_BLACK, "leaves");
      put(list, theme.small, {22, 62}, IM_COL32_BLACK, "upon");
      put_upright(list, theme.small, {200, 150}, IM_COL32_BLACK, "up");
    });
    REQUIRE(texts.size() == 5);
    CHECK(texts[0].text == "two words");
    CHECK(texts[0].size == doctest::Approx(13).epsilon(0.03));
    CHECK_FALSE(texts[0].cut);
    CHECK(texts[1].size == doctest::Approx(20).epsilon(0.03));
    CHECK(texts[2].cut);
    CHECK(texts[4].upright);
    CHECK(texts[4].text == "up");
    CHECK(overlapping_texts(texts) == std::vector<std::string>{"large | upon"});
    const ReadableText read = readable_text(texts, {{0, 0}, {400, 50}}, {"words", "large"});
    CHECK(read.words == 1);
    CHECK(read.smallest == doctest::Approx(13).epsilon(0.03));
  }

  TEST_CASE("the layout tells of each card of the scene how small its letters are, whether it is cut, and whether its words are drawn") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    driver.show(snapshot_of("self-attention"), 6);
    const auto layout = nlohmann::json::parse(driver.ui().answer(R"({"type":"layout"})").value());
    REQUIRE_FALSE(layout["scene"]["cards"].empty());
    for (const auto& card : layout["scene"]["cards"]) {
      CHECK(card["letter_px"].get<double>() >= 11.9);
      CHECK(card["cut"] == false);
      CHECK(card["words"] == "all");
    }
  }
}

TEST_SUITE("ui/controls") {
  TEST_CASE("the words of a button have more lines where it has no room for them in one") {
    Driver driver(400, 200, false, Driver::Fonts::shipped);
    driver.show(snapshot_of("softmax"), 2);
    Places places;
    ImVec2 size, single;
    const char* const words = "Neither: it notices the contradiction";
    const auto texts = texts_of(driver, [&](const Theme& theme, ImDrawList*) {
      size = wrapped_button_size(theme, words, 30, 180);
      single = wrapped_button_size(theme, "Neither", 30, 180);
      ImGui::SetCursorScreenPos({20, 20});
      wide_button(theme, places, words, size);
    });
    CHECK(single.y == 30);
    CHECK(single.x < 180);
    CHECK(size.x == 180);
    CHECK(size.y > 30);
    REQUIRE_FALSE(texts.empty());
    for (const DrawnText& text : texts) {
      CHECK(text.box.min.x >= 20);
      CHECK(text.box.max.x <= 200);
      CHECK(text.box.min.y >= 20);
      CHECK(text.box.max.y <= 20 + size.y);
    }
  }
}

TEST_SUITE("ui/formula") {
  TEST_CASE("a fraction has a bar between what stands above and below it, a power is raised, a root has a roof") {
    Driver driver(400, 200, false, Driver::Fonts::shipped);
    const Theme theme = make_theme(false);
    const Expression root = expr::call(Expression::Kind::sqrt, {expr::number(9)});
    const Expression power = expr::call(Expression::Kind::exp, {expr::number(2)});
    const std::optional<Formula> set = set_formula(theme, "= ", expr::quotient(power, root), {}, theme.body, 300);
    REQUIRE(set);
    CHECK(set->strokes.size() == 2);  // bar and roof
    const auto *e = letters_of(*set, "e"), *two = letters_of(*set, "2"), *nine = letters_of(*set, "9"), *sign = letters_of(*set, "= ");
    REQUIRE((e && two && nine && sign));
    CHECK(two->at.y < e->at.y);
    CHECK(two->type.size < e->type.size);
    CHECK(e->at.y < sign->at.y);
    CHECK(nine->at.y > sign->at.y);
    CHECK(sign->at.x < std::min(e->at.x, nine->at.x));
  }

  TEST_CASE("a long sum takes several lines, then leaves terms out, and is never wider than it may be") {
    Driver driver(400, 200, false, Driver::Fonts::shipped);
    const Theme theme = make_theme(false);
    std::vector<Expression> terms;
    for (int i = 0; i < 40; ++i) terms.push_back(expr::product({expr::number(i + 0.5), expr::number(2)}));
    for (const float width : {1200.0f, 300.0f, 120.0f}) {
      const std::optional<Formula> set = set_formula(theme, "= ", expr::sum(terms), {}, theme.body, width);
      REQUIRE(set);
      CHECK(set->size().x <= width);
      CHECK((set->size().y > 1.5f * line_height(theme.body)) == (width < 1000));
    }
    CHECK_FALSE(set_formula(theme, "= ", expr::sum(terms), {}, theme.body, 20));
  }
}

}  // namespace drawn_text_test
