// The states of a follower of traces, without a session around it.
#include "session/follower.h"

#include <cstdint>
#include <optional>
#include <string>

#include "support.h"

using namespace gf;

namespace follower_test {
namespace {

ReaderState place_in(const std::string& lesson) {
  ReaderState place;
  place.lesson = lesson;
  return place;
}

GradientEstimate estimated(double difference) {
  GradientEstimate estimate;
  estimate.estimate = difference;
  return estimate;
}

}  // namespace

TEST_SUITE("session/follower") {
  TEST_CASE("only the newest job is awaited, and only its result ends the wait") {
    TraceFollower follower;
    CHECK_FALSE(follower.awaits());
    const std::uint64_t first = follower.await(), second = follower.await();
    CHECK(first == 1);
    CHECK(follower.last() == second);
    CHECK_FALSE(follower.take(first));
    CHECK(follower.awaits());
    CHECK(follower.take(second));
    CHECK_FALSE(follower.awaits());
    CHECK_FALSE(follower.take(second));
  }

  TEST_CASE("a follower at rest takes no result, and numbers go on from the last") {
    TraceFollower follower;
    const std::uint64_t job = follower.await();
    follower.rest();
    CHECK_FALSE(follower.take(job));
    CHECK_FALSE(follower.take(0));
    CHECK(follower.await() == job + 1);
  }

  TEST_CASE("documents that arrive one after another go back to the place from before the first") {
    TraceFollower follower;
    CHECK_FALSE(follower.take_origin());
    follower.arrive(place_in("softmax"));
    follower.arrive(place_in("self-attention"));
    CHECK(follower.arriving());
    const std::optional<ReaderState> origin = follower.take_origin();
    REQUIRE(origin);
    CHECK(origin->lesson == "softmax");
    CHECK_FALSE(follower.arriving());
    follower.arrive(place_in("heads"));
    follower.settle();
    CHECK_FALSE(follower.take_origin());
  }

  TEST_CASE("deferred commands keep their order; a later step takes back how far a run was to go") {
    using Kind = TrainingCommand::Kind;
    TraceFollower follower;
    follower.defer(TrainingCommand{.kind = Kind::until, .step = 50});
    follower.defer(EstimateGradient{"d_x", {}});
    follower.defer(TrainingCommand{.kind = Kind::play});
    CHECK(follower.defers_estimate());
    follower.drop_deferred_until();
    const std::vector<Command> commands = follower.take_deferred();
    REQUIRE(commands.size() == 2);
    CHECK(std::get<EstimateGradient>(commands[0]).node == "d_x");
    CHECK(std::get<TrainingCommand>(commands[1]).kind == Kind::play);
    CHECK_FALSE(follower.has_deferred());
    CHECK_FALSE(follower.defers_estimate());
  }

  TEST_CASE("an estimate counts for the trace that it was asked for, as long as that is shown") {
    EstimateFollower follower;
    follower.await(3);
    CHECK(follower.awaits(3));
    CHECK_FALSE(follower.awaits(4));
    CHECK_FALSE(follower.take({2, estimated(1), {}}, 3));
    CHECK(follower.awaits(3));
    follower.take({3, estimated(2), {}}, 3);
    REQUIRE(follower.of(3));
    CHECK(follower.of(3)->estimate == 2);
    CHECK_FALSE(follower.of(4));
    follower.await(4);
    follower.take({4, estimated(5), {}}, 6);
    CHECK_FALSE(follower.awaits(4));
    CHECK_FALSE(follower.of(4));
    follower.await(6);
    const std::optional<Problem> why = follower.take({6, {}, Problem{"no_gradient", {}}}, 6);
    REQUIRE(why);
    CHECK(why->id == "no_gradient");
    follower.await(7);
    follower.give_up();
    CHECK_FALSE(follower.awaits(7));
  }
}

}  // namespace follower_test
