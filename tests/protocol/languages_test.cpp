// The texts of all languages: alike in what they say and what they ask for.
#include <algorithm>
#include <filesystem>

#include "protocol/texts.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace languages_test {
namespace {

// The languages that the source has texts of.
std::vector<std::string> languages() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/assets/text"))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  return names;
}

std::string joined_texts(const std::string& language) { return read_asset("assets/text/" + language + ".json"); }

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
      for (const std::string& difference : differences(english(), Texts(joined_texts(language)))) FAIL_CHECK(language, ", ", difference);
  }

  TEST_CASE("a language with a text missing, a word renamed or a live value changed is found") {
    const std::string text = joined_texts("en");
    CHECK(differences(english(), Texts(replaced(text, "\"undo\":", "\"und\":"))) ==
          std::vector<std::string>{"ui.undo: is in the first only", "ui.und: is in the second only"});
    CHECK(differences(english(), Texts(replaced(text, "Step {step} of", "Step {stop} of"))).size() == 2);
    CHECK(differences(english(), Texts(replaced(text, "[0,0]|percent}", "[0,1]|percent}"))).size() >= 1);
    CHECK(differences(english(), Texts(replaced(text, "\"Undo", "\"Rückgängig"))).empty());
  }
}

}  // namespace languages_test
