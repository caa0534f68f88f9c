// The text behind # in the address of the page.
#include "protocol/address.h"

#include "core/problem.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace address_test {
namespace {

std::string refused(std::string_view text) {
  try {
    read_address(text);
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "";
}

Snapshot shown(const Document& document, bool computing = false) {
  Snapshot snapshot;
  snapshot.document = document;
  snapshot.computing = computing;
  return snapshot;
}

}  // namespace

TEST_SUITE("protocol/address") {
  TEST_CASE("a lesson, a step, a link") {
    const Address lesson = read_address("self-attention"), step = read_address("self-attention/step-4"), link = read_address("d=AbC-_");
    CHECK(lesson.lesson == "self-attention");
    CHECK_FALSE(lesson.step);
    CHECK_FALSE(lesson.link);
    CHECK(step.lesson == "self-attention");
    CHECK(step.step == 3);
    CHECK(step.step_id.empty());
    CHECK(read_address("self-attention/weights").step_id == "weights");
    CHECK_FALSE(read_address("self-attention/weights").step);
    CHECK(link.link == "AbC-_");
    CHECK(link.lesson.empty());
    CHECK(read_address("d=").link == "");  // still a link, though a broken one
  }

  TEST_CASE("what is none is refused in words") {
    for (const char* text : {"softmax/", "softmax/4", "softmax/step-", "softmax/step-0", "softmax/step--1", "softmax/step-1.5",
                             "softmax/step-4/x", "softmax/Shares", "softmax/-a", "softmax/step-99999999999999", "/step-1"})
      CHECK_MESSAGE(refused(text).find(text) != std::string::npos, text);
    CHECK(refused("softmax/\xff").find("\uFFFD") != std::string::npos);
    CHECK(refused("a/" + std::string(1000000, 'x')).size() < 300);
  }

  TEST_CASE("the address of a document, and back") {
    Document document{"self-attention"};
    CHECK(address_of(document) == "self-attention");
    CHECK(place_of(document) == "self-attention/step-1");
    document.look.step = 3;
    CHECK(address_of(document) == "self-attention/step-4");
    CHECK(read_address(address_of(document)).step == 3);
  }

  TEST_CASE("a link stays in the address until the document is another than the one it opened") {
    Document document{"softmax", {{"beta", 2.0}}};
    AddressBar bar{"AAAA", {}};
    CHECK(shown_address(bar, shown({"dictionary"}, true)) == "d=AAAA");  // the link is still being computed
    CHECK(shown_address(bar, shown(document)) == "d=AAAA");
    CHECK(shown_address(bar, shown(document, true)) == "d=AAAA");
    document.inputs["beta"] = 3.0;
    document.look.step = 1;
    CHECK(shown_address(bar, shown(document)) == "softmax/step-2");
    document.inputs["beta"] = 2.0;
    document.look.step = 0;
    CHECK(shown_address(bar, shown(document)) == "softmax");

    AddressBar broken{"AAAA", {}};
    Snapshot refused_one = shown({"dictionary"});
    refused_one.problem = Problem{"link_broken", {}};
    CHECK(shown_address(broken, refused_one) == "dictionary");
  }
}

}  // namespace address_test
