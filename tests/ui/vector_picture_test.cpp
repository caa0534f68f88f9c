// The last frame as SVG.
#include "ui/picture/vector_picture.h"

#include <functional>
#include <string>

#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/widgets/text.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace vector_picture_test {
namespace {

// Returns the SVG of a frame in which only `draw` draws.
std::string picture_of(const std::function<void(ImDrawList*, const Theme&)>& draw) {
  Driver driver(200, 100, false, Driver::Fonts::shipped);
  driver.show(snapshot_of("softmax"), 2);
  ImGui::NewFrame();
  ImGui::GetForegroundDrawList()->Flags = ImDrawListFlags_None;
  draw(ImGui::GetForegroundDrawList(), make_theme(false));
  ImGui::Render();
  return vector_picture();
}

bool has(const std::string& whole, const std::string& part) { return whole.find(part) != std::string::npos; }

constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255), kHalfBlue = IM_COL32(0, 0, 255, 128);

}  // namespace

TEST_SUITE("ui/vector picture") {
  TEST_CASE("a box is an outline in its colour") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme&) { list->AddRectFilled({10, 20}, {40.5f, 30}, kRed); });
    CHECK(has(picture, "viewBox=\"0 0 200 100\""));
    CHECK(has(picture, "<path fill=\"#ff0000\" d=\"M10 20h30.5v10h-30.5z\"/>"));
  }

  TEST_CASE("drawing outside of the clip is cut away") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme&) {
      list->PushClipRect({0, 0}, {20, 25});
      list->AddRectFilled({10, 20}, {40, 30}, kRed);
      list->AddRectFilled({50, 50}, {60, 60}, kRed);
      list->PopClipRect();
    });
    CHECK(has(picture, "d=\"M10 20h10v5h-10z\""));
    CHECK_FALSE(has(picture, "M50"));
  }

  TEST_CASE("boxes in one colour are one path, unless what is below shows through two of them") {
    const std::string opaque = picture_of([](ImDrawList* list, const Theme&) {
      list->AddRectFilled({0, 0}, {4, 4}, kRed);
      list->AddRectFilled({8, 0}, {12, 4}, kRed);
    });
    CHECK(has(opaque, "d=\"M0 0h4v4h-4zM8 0h4v4h-4z\""));
    const std::string half = picture_of([](ImDrawList* list, const Theme&) {
      list->AddRectFilled({0, 0}, {4, 4}, kHalfBlue);
      list->AddRectFilled({2, 1}, {12, 5}, kHalfBlue);
    });
    CHECK(has(half,
              "<path fill=\"#0000ff\" fill-opacity=\".50\" d=\"M0 0h4v4h-4z\"/><path fill=\"#0000ff\" fill-opacity=\".50\" d=\"M2 "
              "1h10v4h-10z\"/>"));
  }

  TEST_CASE("letters are texts in their weight and size, and blanks stand between words") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme& theme) {
      put(list, theme.body, {10, 10}, kRed, "two words");
      put(list, theme.strong, {10, 40}, kRed, "a < b & c");
    });
    CHECK(has(picture, ">two words</text>"));
    CHECK(has(picture, ">a &lt; b &amp; c</text>"));
    CHECK(has(picture, "font-size=\"15\""));
    CHECK(has(picture, "font-weight=\"600\""));
    const std::size_t first = picture.find("<text"), weight = picture.find("font-weight");
    CHECK(picture.find(">two words") < weight);
    CHECK(has(picture.substr(first, 60), "x=\"10\""));
  }

  TEST_CASE("words that the fonts lack are texts, too") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme& theme) {
      put(list, theme.body, {10, 10}, kRed, "a 你好 мир");
      put(list, theme.body, {10, 40}, kHalfBlue, "猫");
    });
    CHECK(has(picture, ">a</text>"));
    CHECK(has(picture, "font-size=\"15\" fill=\"#ff0000\">你好</text>"));
    CHECK(has(picture, "font-size=\"15\" fill=\"#ff0000\">мир</text>"));
    CHECK(has(picture, "fill=\"#0000ff\" fill-opacity=\".50\">猫</text>"));
    const auto baseline_of = [&](const char* word) {
      const std::size_t begin = picture.rfind("<text", picture.find(word)), y = picture.find("y=\"", begin);
      return std::stof(picture.substr(y + 3));
    };
    CHECK(baseline_of(">你好") == doctest::Approx(baseline_of(">a")).epsilon(0.05));
  }

  TEST_CASE("words that stand apart are texts of their own") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme& theme) {
      put(list, theme.body, {10, 10}, kRed, "ab");
      put(list, theme.body, {37, 10}, kRed, "cd");
    });
    CHECK(has(picture, ">ab</text>"));
    CHECK(has(picture, ">cd</text>"));
  }

  TEST_CASE("a text that an edge runs through is cut by it") {
    const std::string picture = picture_of([](ImDrawList* list, const Theme& theme) {
      list->PushClipRect({0, 0}, {30, 18});
      put(list, theme.body, {10, 8}, kRed, "cut here");
      list->PopClipRect();
    });
    CHECK(has(picture, "<clipPath id=\"c0\"><path d=\"M0 0h30v18h-30z\"/></clipPath>"));
    CHECK(has(picture, "clip-path=\"url(#c0)\""));
    CHECK_FALSE(has(picture, "here"));  // the text lies beyond the edge
  }
}
}  // namespace vector_picture_test
