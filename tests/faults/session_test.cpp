// A session that runs out of memory says so and goes on. The kept work of an earlier session is still there.
#include "session/session.h"
#include "faults/faults.h"
#include "lessons/training/training_inputs.h"
#include "protocol/link.h"
#include "session/answer_message.h"
#include "session/memory_store.h"
#include "session/training_support.h"
#include "session/workers.h"

using namespace gf;
using namespace gf::test;

namespace session_test {
namespace {

using Kind = TrainingCommand::Kind;

SessionOptions options(MemoryStore& store, const std::string& address = "") {
  return {.store = store.store(), .address = address, .make_worker = slicing_worker};
}

void settle(Session& session) {
  session.finish();
  session.keep(true);
  session.finish();
}

// Returns the β of a document; the default is 1.
double beta_of(const Document& document) {
  const auto found = document.inputs.find("beta");
  return found == document.inputs.end() ? 1 : std::get<double>(found->second);
}

// Returns a store with the work of a reader: a lesson with two edits.
MemoryStore kept_softmax() {
  MemoryStore store;
  Session session(options(store, "softmax"));
  session.execute(SetInput{"beta", 2.0});
  settle(session);
  session.execute(SetInput{"beta", 3.0});
  settle(session);
  return store;
}

MemoryStore kept_training() {
  MemoryStore store;
  Session session(options(store, "d=" + encode_link({"training", small_training()})));
  settle(session);
  for (int step = 0; step < 2; ++step) session.execute(TrainingCommand{Kind::step});
  settle(session);
  return store;
}

Index step_of(const Session& session) { return session.snapshot()->training ? session.snapshot()->training->run.step : -1; }

// Checks that the session still carries out commands after an act that may have failed.
void check_goes_on(Session& session) {
  settle(session);
  CHECK(session.snapshot()->trace);
  CHECK_FALSE(session.snapshot()->computing);
  session.execute(SetInput{"beta", 5.0});
  settle(session);
  const Snapshot& now = *session.snapshot();
  CHECK_FALSE(now.problem);
  CHECK(beta_of(now.document) == 5);
  CHECK(beta_of(now.document) == std::get<double>(now.trace->inputs.at("beta")));
  session.execute(Undo{});
  CHECK(beta_of(session.snapshot()->document) < 5);
}

bool says_no_memory(const Session& session) { return session.snapshot()->problem && session.snapshot()->problem->id == "out_of_memory"; }

}  // namespace

TEST_SUITE("faults/session") {
  TEST_CASE("kept work is there, whatever fails while a session begins with it") {
    const MemoryStore kept = kept_softmax();
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      MemoryStore store = kept;
      try {
        std::unique_ptr<Session> session;
        faults.during([&] { session = std::make_unique<Session>(options(store)); });
        check_goes_on(*session);
      } catch (const std::bad_alloc&) {
        CHECK(faults.happened());
        CHECK(store.texts == kept.texts);
      }
      CHECK(store.aside.empty());
    });
  }

  TEST_CASE("an edit, its trace and what is kept of it") {
    const MemoryStore kept = kept_softmax();
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      MemoryStore store = kept;
      Session session(options(store));
      session.finish();
      faults.during([&] {
        session.execute(SetInput{"beta", 4.0});
        session.finish();
        session.keep(true);
      });
      session.pump();
      const double beta = beta_of(session.snapshot()->document);
      CHECK((beta == 4 || (beta == 3 && says_no_memory(session))));
      settle(session);
      CHECK(beta_of(Session(options(store)).snapshot()->document) == beta_of(session.snapshot()->document));
      check_goes_on(session);
    });
  }

  TEST_CASE("undo, redo, a step and another lesson") {
    const MemoryStore kept = kept_softmax();
    for (const Command& command : {Command(Undo{}), Command(GoToStep{2}), Command(OpenLesson{"dictionary"})}) {
      for_each_fault(Fault::allocation, [&](Faults& faults) {
        MemoryStore store = kept;
        Session session(options(store));
        session.finish();
        faults.during([&] {
          session.execute(command);
          session.finish();
        });
        settle(session);
        session.execute(OpenLesson{"softmax"});
        check_goes_on(session);
      });
    }
  }

  TEST_CASE("a message is answered, in words if need be") {
    MemoryStore store;
    Session session(options(store, "softmax"));
    session.finish();
    const std::string message = R"({"type":"snapshot"})", answer = answer_message(session, message);
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      std::string got;
      faults.during([&] { got = answer_message(session, message); });
      CHECK((got == answer || got.find("out_of_memory") != std::string::npos));
    });
  }

  TEST_CASE("a training run goes on from where it was, and what was kept of it is not put aside") {
    const MemoryStore kept = kept_training();
    REQUIRE(kept.files.size() == 1);
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      MemoryStore store = kept;
      std::unique_ptr<Session> session;
      try {
        faults.during([&] {
          session = std::make_unique<Session>(options(store));
          session->finish();
          if (!session->snapshot()->problem) session->execute(TrainingCommand{Kind::step});
          session->finish();
        });
      } catch (const std::bad_alloc&) {
        CHECK(faults.happened());
        CHECK(store.files == kept.files);
        return;
      }
      settle(*session);
      CHECK(store.aside.empty());
      if (!faults.happened()) {
        CHECK(step_of(*session) == 3);
        CHECK_FALSE(session->snapshot()->problem);
      }
      Session next(options(store));
      settle(next);
      // A document that could not be computed is one redo away.
      if (step_of(next) < 2) next.execute(Redo{});
      settle(next);
      CHECK(step_of(next) >= 2);
    });
  }

  TEST_CASE("with the worker of the build, which may be a thread") {
    const MemoryStore kept = kept_softmax();
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      MemoryStore store = kept;
      Session session({.store = store.store()});
      session.finish();
      faults.during([&] {
        session.execute(SetInput{"beta", 4.0});
        session.finish();
      });
      check_goes_on(session);
    });
  }
}

}  // namespace session_test
