// The page of the sources: the slips that it asks for.
#include "study/sources.h"

#include <set>

#include "lessons/examples.h"

using namespace gf;
using namespace gf::test;

namespace sources_test {
namespace {

const Sources& sources() {
  static const Sources all = sources_of(english());
  return all;
}

const std::vector<Slip>& slips() { return sources().slips; }

}  // namespace

TEST_SUITE("lessons/sources") {
  TEST_CASE("each slip has its question and its answer") {
    for (const Slip& slip : slips()) {
      CAPTURE(slip.id);
      CHECK(slip.question.find('?') != std::string::npos);
      CHECK_FALSE(slip.answer.empty());
    }
  }

  TEST_CASE("slips stand by letter and number") {
    std::vector<std::string> ids;
    for (const Slip& slip : slips()) ids.push_back(slip.id);
    CHECK(ids == std::vector<std::string>{"A3", "A5", "A8", "A8b", "A10", "A10b", "B5", "B8", "B9", "B9b", "B10", "C2", "C2b", "C4", "C5",
                                          "C7", "D2", "D4", "E2"});
  }

  TEST_CASE("every slip is of a text, each text has its slips, and all of them are in SOURCES.md") {
    const std::string map = read_source_file("src/lessons/SOURCES.md");
    std::set<std::string> letters;
    for (const Slip& slip : slips()) {
      CHECK_MESSAGE(map.find("| " + slip.id + " |") != std::string::npos, slip.id);
      letters.insert(slip.id.substr(0, 1));
    }
    for (const SourceText& text : sources().texts) CHECK_MESSAGE(letters.erase(text.letter) == 1, text.title);
    CHECK(letters.empty());
  }
}

}  // namespace sources_test
