// The texts of all languages have the same keys and ask for the same words.
#include <algorithm>
#include <filesystem>

#include "protocol/texts.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace languages_test {
namespace {

// Returns the languages with texts in the source tree.
std::vector<std::string> languages() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/assets/text"))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  return names;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_SUITE("protocol/languages") {
  TEST_CASE("all languages have the same texts, and these ask for the same words and values") {
    const std::vector<std::string> all = languages();
    REQUIRE(!all.empty());
    CHECK(std::count(all.begin(), all.end(), "en") == 1);
    for (const std::string& language : all)
      for (const std::string& difference : differences(english(), texts_in(language))) FAIL_CHECK(language, ", ", difference);
  }

  TEST_CASE("a language with a text missing, a word renamed or a live value changed is found") {
    const std::string text = read_asset("assets/text/en.json");
    const Texts first(text);
    CHECK(differences(first, Texts(replaced(text, "\"undo\":", "\"und\":"))) ==
          std::vector<std::string>{"ui.undo: is in the first only", "ui.und: is in the second only"});
    CHECK(differences(first, Texts(replaced(text, "Step {step} of", "Step {stop} of"))).size() == 2);
    CHECK(differences(first, Texts(replaced(text, "\"Undo", "\"Rückgängig"))).empty());
    const std::string lessons = read_asset("assets/text/en/all.json");
    const std::vector<std::string> found = differences(Texts(lessons), Texts(replaced(lessons, "[0,0]|percent}", "[0,1]|percent}")));
    REQUIRE(found.size() == 2);
    CHECK(found[0].find("[0,0]|percent} stands in the first only") != std::string::npos);
    CHECK(found[1].find("[0,1]|percent} stands in the second only") != std::string::npos);
    CHECK(found[0].substr(0, found[0].find(": ")) == found[1].substr(0, found[1].find(": ")));
  }
}

}  // namespace languages_test
