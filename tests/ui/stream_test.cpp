// The facts that the plan of a lesson takes from its trace: the residual stream, and the sources of each card.
#include "ui/stage/stream.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ui/scenery.h"
#include "ui/stage/sources.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace stream_test {
namespace {

using Names = std::vector<std::string>;

Names in_stream(const Trace& trace, int stream) {
  Names names;
  const std::vector<int> streams = residual_streams(trace);
  for (std::size_t node = 0; node < streams.size(); ++node)
    if (streams[node] == stream) names.push_back(trace.nodes[node].name);
  return names;
}

// Returns the nodes of the cards that are sources of a node's card.
Names sources_of(const Scenery& scenery, const char* node) {
  Names names;
  const int card = card_showing(scenery.frame, scenery.picture, node);
  REQUIRE(card >= 0);
  const std::vector<std::vector<int>> sources = sources_of_cards(scenery.frame, scenery.picture);
  for (const int source : sources[static_cast<std::size_t>(card)])
    names.push_back(scenery.snapshot.trace->node(subject_of(scenery.frame, scenery.picture.cards[static_cast<std::size_t>(source)])).name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_SUITE("ui/stream") {
  TEST_CASE("a residual stream goes from the input over every sum and its norm; encoder and decoder have one each") {
    const Snapshot snapshot = snapshot_of("encoder-decoder");
    CHECK(in_stream(*snapshot.trace, 0) == Names{"encoder.input", "encoder.0.self_attention.residual", "encoder.0.self_attention.norm",
                                                 "encoder.0.feed_forward.residual", "encoder.0.feed_forward.norm"});
    CHECK(in_stream(*snapshot.trace, 1).size() == 7);
    CHECK(in_stream(*snapshot.trace, 1).front() == "decoder.input");
    CHECK(in_stream(*snapshot.trace, 2).empty());
    const Snapshot bare = snapshot_of("encoder-decoder", {{"residual", false}});
    CHECK(in_stream(*bare.trace, 0).empty());
  }

  TEST_CASE("sums that are none of x and what is made of x are in no stream: of positions, of gradients, of steps against them") {
    CHECK(in_stream(*snapshot_of("self-attention").trace, 0).empty());
    const Names back = in_stream(*snapshot_of("backpropagation").trace, 0);
    CHECK(Names(back.begin(), back.begin() + 3) == Names{"x", "residual", "norm"});
    for (const std::string& name : back) CHECK_MESSAGE(name.find("w_") == std::string::npos, name);
  }

  TEST_CASE("if the sums of the stream are not shown, a card comes from the nearest before it, and not from all") {
    const Scenery training("training");
    const Names sources = sources_of(training, "encoder.0.feed_forward.hidden");
    const auto has = [&](const char* name) { return std::find(sources.begin(), sources.end(), name) != sources.end(); };
    CHECK(has("encoder.0.self_attention.weights"));
    CHECK(has("encoder.0.feed_forward.w_1"));
    for (const char* before : {"encoder.input", "encoder.embedding", "encoder.0.self_attention.w_q"})
      CHECK_FALSE_MESSAGE(has(before), before);
  }

  TEST_CASE("a direct operand of a node stays a source, although another source is made from it") {
    const Scenery whole("encoder-decoder");
    CHECK(sources_of(whole, "encoder.0.self_attention.residual") == Names{"encoder.0.self_attention.projection", "encoder.input"});
  }
}

}  // namespace stream_test
