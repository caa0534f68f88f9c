// The slips of the sources: each that a step names is asked about on the page of the sources, and each that is asked about there can be
// found.
#include "protocol/sources.h"

#include <map>
#include <set>

#include "lessons/examples.h"

using namespace gf;
using namespace gf::test;

namespace sources_test {
namespace {

const Sources& sources() {
  static const Sources all = sources_of(*make_catalogue(), english());
  return all;
}

const std::vector<Slip>& slips() { return sources().slips; }

const Slip& slip_named(std::string_view id) {
  for (const Slip& slip : slips())
    if (slip.id == id) return slip;
  throw std::out_of_range(std::string(id));
}

}  // namespace

TEST_SUITE("lessons/sources") {
  TEST_CASE("a slip that a step names has its question, and one without such a step its own answer, and only that one") {
    std::map<std::string, int> named;
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps)
        if (!step.slip.empty()) {
          CAPTURE(step.slip);
          ++named[step.slip];
          CHECK((step.ask || step.exercise));
          CHECK_NOTHROW(slip_named(step.slip));
        }
    for (const auto& [id, count] : named) CHECK_MESSAGE(count == 1, id);
    for (const Slip& slip : slips()) {
      CAPTURE(slip.id);
      CHECK((slip.step >= 0) == (named.count(slip.id) == 1));
      CHECK((slip.step >= 0) == slip.answer.empty());
      CHECK(slip.question.find('?') != std::string::npos);
    }
  }

  TEST_CASE("slips stand by letter and number, and lead to their steps") {
    std::vector<std::string> ids;
    for (const Slip& slip : slips()) ids.push_back(slip.id);
    CHECK(ids == std::vector<std::string>{"A3", "A5", "A8", "A8b", "A10", "A10b", "B5", "B8", "B9", "B9b", "B10", "C2", "C2b", "C4", "C5",
                                          "C7", "D2", "D4", "E2"});
    CHECK(slip_named("A8b").step == -1);
    CHECK(slip_named("D4").step == -1);
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
