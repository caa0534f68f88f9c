// Text in every script: the fonts of the machine draw words that the program's fonts lack.
#include "ui/widgets/words.h"

#include <algorithm>
#include <map>

#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/widgets/characters.h"
#include "ui/widgets/line_layout.h"
#include "ui/widgets/text.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace words_test {
namespace {

constexpr const char* kSentences[] = {
    "你好，世界",                                   // Chinese
    "こんにちは世界カタカナ",                       // Japanese
    "안녕하세요 세계",                              // Korean
    "Привет, мир",                                  // Russian
    "Γειά σου ἄνθρωπε",                             // Greek, with an accent of old
    "שלום עולם",                                    // Hebrew
    "مرحبا بالعالم",                                // Arabic
    "नमस्ते दुनिया",                                   // Hindi
    "สวัสดีชาวโลก",                                   // Thai
    "👋🏽 👩‍👩‍👧 🇫🇷 ❤️",  // emoji: a skin tone, a family, a flag
    "Tiếng Việt",                                   // Latin letters beyond those of the font
};

// Draws text in an open frame, with a font that has Latin letters.
struct Page {
  Driver driver{800, 600, false, Driver::Fonts::shipped};
  Type type;
  Page() {
    ImGui::NewFrame();
    type = {ImGui::GetIO().Fonts->Fonts[0], 20};
    ImGui::Begin("page");
  }
  ~Page() {
    ImGui::End();
    ImGui::EndFrame();
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  std::vector<std::string> drawn(std::string_view text) {
    driver.words.drawn.clear();
    put(ImGui::GetForegroundDrawList(), type, ImVec2(10, 10), IM_COL32_WHITE, text);
    return driver.words.drawn;
  }
};

// Returns the parts of a line from left to right, with "|" between them.
std::string pieces_in_sight(const Type& type, std::string_view text) {
  LineLayout line = lay_out(type, text, begins_right(text));
  std::sort(line.pieces.begin(), line.pieces.end(), [](const Piece& a, const Piece& b) { return a.x < b.x; });
  std::string all;
  for (const Piece& piece : line.pieces) all += (all.empty() ? "" : "|") + std::string(text.substr(piece.begin, piece.end - piece.begin));
  return all;
}

}  // namespace

TEST_SUITE("ui/words") {
  TEST_CASE("a text of our font's letters asks nobody") {
    Page page;
    CHECK(page.drawn("All of it: “ἀ” apart, é, ŝ, λ, √d, ␣, x₁ᵀ → ∑").size() == 1);
    page.driver.words = {};
    for (const char* text : {"You are welcome", "", "é ŝ λ √d ␣ x₁ᵀ → ∑ · −1", "e\xCC\x81", "\x01\xff\xfe", "a\u0085"}) {
      CHECK(page.drawn(text).empty());
      measure(page.type, text, 40);
      elide(page.type, text, 40);
    }
    CHECK(page.driver.words.measured.empty());
  }

  TEST_CASE("each word that the fonts lack is told once; with the further letters, our fonts draw what the machine drew before") {
    Driver driver;  // its fonts have ASCII
    std::vector<std::string> told;
    ui::Words words(driver.words.drawing(), [&](std::string_view word) { told.emplace_back(word); });
    ImGui::GetIO().Fonts->Clear();
    load_fonts(read_asset("assets/fonts/Inter.ttc"));
    ImGui::NewFrame();
    const Type type{ImGui::GetIO().Fonts->Fonts[1], 20};
    const auto draw = [&](std::string_view text) { put(ImGui::GetForegroundDrawList(), type, ImVec2(10, 10), IM_COL32_WHITE, text); };
    for (int i = 0; i < 2; ++i)
      for (const char* text : {"niña, √d", "Łódź", "мир"}) draw(text);
    CHECK(told == std::vector<std::string>{"Łódź", "мир"});
    CHECK(may_have_further_letters("Łódź"));
    CHECK(may_have_further_letters("ψ"));
    CHECK_FALSE(may_have_further_letters("мир"));
    CHECK_FALSE(may_have_further_letters("模"));
    ImGui::EndFrame();
    add_further_letters(read_asset(kFurtherFonts));
    ImGui::NewFrame();
    driver.words.drawn.clear();
    for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      CHECK(is_plain({font, 20}, "Łódź, ψ"));
      CHECK_FALSE(is_plain({font, 20}, "мир"));
    }
    const float wide = measure({ImGui::GetIO().Fonts->Fonts[1], 20}, "Łódź").x,
                regular = measure({ImGui::GetIO().Fonts->Fonts[0], 20}, "Łódź").x;
    CHECK(wide > regular);
    draw("Łódź");
    CHECK(driver.words.drawn.empty());
    ImGui::EndFrame();
  }

  TEST_CASE("words, and characters that stand for themselves, are what is drawn at a time") {
    Page page;
    using Drawn = std::vector<std::string>;
    CHECK(page.drawn("Say Привет, мир!") == Drawn{"Привет", "мир"});
    CHECK(page.drawn("Tiếng Anh") == Drawn{"Tiếng"});
    CHECK(page.drawn("GPT模型") == Drawn{"模", "型"});
    CHECK(page.drawn("👩‍👩‍👧👋🏽🇫🇷🇩🇪") == Drawn{"👩‍👩‍👧", "👋🏽", "🇫🇷", "🇩🇪"});
    CHECK(page.drawn("नमस्ते दुनिया") == Drawn{"नमस्ते", "दुनिया"});
    CHECK(page.drawn("ที่นี่") == Drawn{"ที่", "นี่"});
    std::string tower = "д";
    for (int i = 0; i < 1000; ++i) tower += "\u0489";
    for (const std::string& drawn : page.drawn(tower)) CHECK(drawn.size() <= 240);
    CHECK(page.drawn("مرحبا") == Drawn{"مرحبا"});
    CHECK(page.drawn("مرحبا").empty());  // the atlas holds the word already
    page.driver.words.measured.clear();
    CHECK(measure({page.type.font, 31}, "مرحبا").x == doctest::Approx(measure(page.type, "مرحبا").x * 1.55f));
    CHECK(page.driver.words.measured.empty());  // the shape is known for every size
  }

  TEST_CASE("words that are read from the right stand in that order, among others too") {
    Page page;
    const auto seen = [&](const char* text) { return pieces_in_sight(page.type, text); };
    CHECK(seen("שלום עולם") == "עולם| |שלום");
    CHECK(seen("a שלום עולם b") == "a| |עולם| |שלום| |b");
    CHECK(seen("(שלום) 12 עולם.") == ".|עולם| |1|2| |)|שלום|(");
    CHECK(seen("שלום hello you") == "hello| |you| |שלום");
    CHECK(page.drawn("שלום (hello)").size() == 1);
    // From right to left, an opening bracket is drawn as a closing one, and the other way round.
    ImDrawList* list = ImGui::GetForegroundDrawList();
    const int before = list->VtxBuffer.Size;
    put(list, page.type, ImVec2(10, 10), IM_COL32_WHITE, "(שלום)");
    const auto* first = std::min_element(list->VtxBuffer.begin() + before, list->VtxBuffer.end(),
                                         [](const ImDrawVert& a, const ImDrawVert& b) { return a.pos.x < b.pos.x; });
    CHECK(first->uv.x == page.type.font->GetFontBaked(page.type.size)->FindGlyph('(')->U0);
    CHECK(mirrored("x") == "x");
  }

  TEST_CASE("a text is as wide as it is drawn, and what is left of it fits") {
    Page page;
    for (const char* text : kSentences) {
      CAPTURE(std::string(text));
      const float width = measure(page.type, text).x;
      ImDrawList* list = ImGui::GetForegroundDrawList();
      const int before = list->VtxBuffer.Size;
      put(list, page.type, ImVec2(100, 50), IM_COL32_WHITE, text);
      REQUIRE(list->VtxBuffer.Size > before);
      float left = 1e9f, right = 0;
      for (int i = before; i < list->VtxBuffer.Size; ++i) {
        left = std::min(left, list->VtxBuffer[i].pos.x);
        right = std::max(right, list->VtxBuffer[i].pos.x);
      }
      CHECK(left >= 99);
      CHECK(right <= 100 + width + 2);
      CHECK(right >= 100 + width * 0.9f - 2);
      for (const float share : {0.4f, 0.6f, 0.9f}) {
        const float room = std::max(width * share, measure(page.type, "…").x);
        CHECK(measure(page.type, elide(page.type, text, room)).x <= room + 1);
      }
      CHECK(elide(page.type, text, width + 1) == text);
      CHECK(elide(page.type, text, width - 0.01f) == text);  // room that was measured for it, but for a rounding
      // A broken text is as high as its lines, and no line is wider than the limit.
      const ImVec2 broken = measure(page.type, text, width / 2 + 10);
      CHECK(broken.x <= width / 2 + 11);
      CHECK(broken.y >= 2 * page.type.size);
    }
  }

  TEST_CASE("the cursor stands between characters, where it was put") {
    Page page;
    for (const char* text : kSentences) {
      CAPTURE(std::string(text));
      const LineLayout line = lay_out(page.type, text, begins_right(text));
      std::size_t at = 0;
      std::map<float, std::size_t> places;
      for (const Cluster& cluster : clusters_of(text)) {
        const float x = cursor_x(page.type, line, cluster.begin);
        CHECK(x >= -0.01f);
        CHECK(x <= line.width + 0.01f);
        if (places.emplace(x, cluster.begin).second) CHECK(cursor_x(page.type, line, cursor_at(page.type, line, x)) == doctest::Approx(x));
        at = cluster.end;
      }
      CHECK(at == std::string_view(text).size());
      float covered_w = 0;
      for (const ImVec2 span : covered(page.type, line, 0, at)) covered_w += span.y - span.x;
      CHECK(covered_w == doctest::Approx(line.width));
    }
    const LineLayout hebrew = lay_out(page.type, "שלום", true);
    CHECK(cursor_x(page.type, hebrew, 0) == doctest::Approx(hebrew.width));
    CHECK(cursor_x(page.type, hebrew, 8) == doctest::Approx(0));
    CHECK(cursor_at(page.type, hebrew, hebrew.width) == 0);
  }

  TEST_CASE("the store of pictures is limited, and what was drawn last stays") {
    Page page;
    Words& words = *Words::of(*page.type.font);
    const auto draw = [&](int number, float size) {
      std::string text = "слово";
      for (int rest = number; rest > 0; rest /= 5) text += std::string("абвгд").substr(static_cast<std::size_t>(rest % 5) * 2, 2);
      put(ImGui::GetForegroundDrawList(), {page.type.font, size}, ImVec2(0, 0), IM_COL32_WHITE, text);
    };
    for (int number = 0; number < 400; ++number) {
      ImGui::End();
      ImGui::EndFrame();
      ImGui::NewFrame();
      ImGui::Begin("page");
      for (const float size : {12.0f, 60.0f, 150.0f}) draw(number, size);
      CHECK(words.pixels_used() <= Words::kMostPixels);
      page.driver.words.drawn.clear();
      draw(number, 60);
      CHECK(page.driver.words.drawn.empty());
    }
    CHECK(words.pixels_used() > Words::kMostPixels / 2);
    CHECK(ImGui::GetIO().Fonts->TexData->Width * ImGui::GetIO().Fonts->TexData->Height <= 4096 * 2048);
    // If all words of one frame do not fit, the last are shown as missing, and drawn words keep their room.
    for (int number = 1000; number < 1400; ++number) draw(number, 150);
    CHECK(words.pixels_used() <= Words::kMostPixels);
  }

  TEST_CASE("a text of a hundred thousand different characters is measured in a limited store, and a longer one is not") {
    Page page;
    Words& words = *Words::of(*page.type.font);
    std::string text;
    for (char32_t c = 0x4E00; text.size() < 90'000; ++c) {
      text += static_cast<char>(0xE0 | c >> 12);
      text += static_cast<char>(0x80 | (c >> 6 & 63));
      text += static_cast<char>(0x80 | (c & 63));
    }
    CHECK(measure(page.type, text).x > 1000);
    CHECK(words.shape_bytes_used() <= Words::kMostShapes);
    CHECK(page.drawn(text).size() < 120);  // words out of sight are not drawn
    page.driver.words = {};
    CHECK(is_plain(page.type, text + text));
    CHECK(page.driver.words.measured.empty());
  }

  TEST_CASE("a word that no font has is named once") {
    Page page;
    for (int i = 0; i < 3; ++i) page.drawn("\U0010FFFD and 字");
    CHECK(Words::of(*page.type.font)->missing() == std::set<std::string>{"\U0010FFFD"});
  }

  TEST_CASE("the reader is told of characters that no font has, until the card is closed") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("self-attention", {{"text", std::string("a \U0010FFFD b")}});
    driver.show(snapshot, 3);
    CHECK(driver.shows("notice:missing letters"));
    driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.dismiss")));
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("notice:missing letters"));
    driver.show(snapshot_of("self-attention"), 2);
    CHECK_FALSE(driver.shows("notice:missing letters"));
  }

  TEST_CASE("every script goes through the lessons, and no sign of a missing character is shown") {
    for (const char* text : kSentences)
      for (const char* lesson : {"tokenizer", "self-attention"}) {
        CAPTURE(std::string(text));
        CAPTURE(std::string(lesson));
        Driver driver(1280, 4000, false, Driver::Fonts::shipped);
        driver.show(snapshot_of(lesson, {{"text", std::string(text)}}), 3);
        CHECK(driver.replacement_signs() == 0);
        CHECK_FALSE(driver.words.drawn.empty());
      }
    Driver driver(1280, 4000, false, Driver::Fonts::shipped);
    driver.show(snapshot_of("self-attention", {{"text", std::string("a \xEF\xBF\xBD b")}}), 3);
    CHECK(driver.replacement_signs() > 0);
  }

  TEST_CASE("a field is edited in every script: typed at its end, and where it is pressed") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    Snapshot snapshot = snapshot_of("self-attention", {{"text", std::string("שלום עולם")}});
    driver.show(snapshot, 3);
    const Box field = driver.place("input:text").box;
    const auto typed_at = [&](float x) {
      driver.click(snapshot, {x, field.max.y - 12});
      const auto commands = only<SetInput>(driver.type(snapshot, "X"));
      REQUIRE(commands.size() == 1);
      driver.press(snapshot, ImGuiKey_Escape);
      return std::get<std::string>(commands.front().value);
    };
    CHECK(typed_at(field.min.x + 2) == "שלום עולםX");
    CHECK(typed_at(field.max.x - 20) == "Xשלום עולם");
    CHECK(driver.replacement_signs() == 0);
  }
}

}  // namespace words_test
