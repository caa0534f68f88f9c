// The texts that come with the first picture of a lesson: no picture of its first step may show another text (tools/lib/join_texts).
#include <set>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace first_texts_test {
namespace {

// Returns the texts that a page has when it begins with a lesson. Paths that lack a text are put into `gaps`.
Texts first_texts(const std::string& lesson, std::set<std::string>& gaps) {
  Texts texts(read_asset("assets/text/en.json"));
  texts.add(read_asset("assets/text/en/" + lesson + ".json"));
  texts.more_to_come = true;
  texts.on_gap = [&gaps](std::string_view path) { gaps.emplace(path); };
  return texts;
}

struct Window {
  float width, height;
  bool framed;
};
constexpr Window kWindows[] = {{1280, 720, false}, {1920, 960, false}, {390, 700, false}, {720, 480, true}, {360, 480, true}};

}  // namespace

TEST_SUITE("ui/first texts") {
  TEST_CASE("the first step of each lesson shows no text that comes later, in any window") {
    for (const Lesson& lesson : lessons()) {
      const std::string& id = lesson.info.id;
      CAPTURE(id);
      std::set<std::string> gaps;
      const Texts words = first_texts(id, gaps);
      const Snapshot snapshot = in_words(snapshot_at(Document{id}, 0), words);
      for (const Window& window : kWindows) {
        Driver driver(window.width, window.height, false, Driver::Fonts::shipped);
        driver.use(first_texts(id, gaps));
        driver.host.touch = window.width < window.height;
        if (window.framed) driver.host.options.hidden.insert(ScreenPart::rail);
        driver.show(snapshot, 3);
        driver.accessible_view();
      }
      for (const std::string& path : gaps)
        if (english().has(path) && !path.starts_with("glossary.")) FAIL_CHECK(path);  // the meaning of a term is a tip
    }
  }
}

}  // namespace first_texts_test
