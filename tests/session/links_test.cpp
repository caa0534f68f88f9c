// Links are a contract: links of earlier builds open unchanged, and links of later builds open with all fields that are known.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "protocol/link.h"
#include "session/session.h"
#include "session/workers.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace fs = std::filesystem;

namespace links_test {
namespace {

Document opened(const std::string& link, Session& session) {
  session.open("d=" + link);
  session.finish();
  return session.snapshot()->document;
}

}  // namespace

TEST_SUITE("session/links") {
  TEST_CASE("every link of tests/golden/links opens as the document that it was made of") {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(source_folder() + "/tests/golden/links")) {
      CAPTURE(entry.path().filename().string());
      const auto golden = nlohmann::json::parse(read_test_file(entry.path().string()));
      Session session({.files = asset_files()});
      const Document document = opened(golden["link"], session);
      CHECK_FALSE(session.snapshot()->problem);
      CHECK_FALSE(session.snapshot()->notice);
      CHECK(session.snapshot()->trace);
      CHECK(to_json(document) == golden["document"]);
      ++count;
    }
    CHECK(count >= 9);
  }

  TEST_CASE("a link of a later build opens without what this one does not know, and says so") {
    // {"inputs": {"beta": 2.5, "gamma": 1}, "lesson": "softmax", "mood": "blue", "version": 7}
    const std::string later = "W5KWmVdQWlK8KCUptSTxtwMLAxikpifm5iYypuWkFhfn56UX56eV5CZWpOTm56ekJOWUpqaXpRYVZ-bnsQMA";
    Session session(SessionOptions{});
    const Document document = opened(later, session);
    CHECK_FALSE(session.snapshot()->problem);
    CHECK(document == Document{"softmax", {{"beta", 2.5}}});
    REQUIRE(session.snapshot()->notice);
    CHECK(english().format(*session.snapshot()->notice).find("mood, gamma") != std::string::npos);
    CHECK(read_link(later).left_out == std::vector<std::string>{"mood"});
  }

  TEST_CASE("a link says of which version it is, and that changes nothing of the document") {
    const Document document{"softmax", {{"beta", 2.5}}};
    CHECK(decode_link(encode_link(document)) == document);
    CHECK(read_link(encode_link(document)).left_out.empty());
  }
}

}  // namespace links_test
