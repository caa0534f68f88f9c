#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "fuzz/harness_worker.h"
#include "session/kept_work.h"
#include "session/runs/kept_runs.h"
#include "session/session.h"

namespace gf::test {
namespace {

constexpr Index kMostSteps = 4096;  // a run with more steps does not go on, since its dataset would be made anew

void go_on(const std::string& bytes) {
  taken([&] {
    RestoredRuns runs = restored_runs(bytes);
    for (std::optional<TrainingRun>* one : {&runs.run, &runs.kept}) {
      if (!*one || (*one)->step_count() > kMostSteps) continue;
      expect(!(*one)->playing(), "a run that was kept rests");
      const RestoredRuns again = restored_runs(kept_runs("training", &**one, nullptr).bytes);
      expect(again.run->view().records.size() == (*one)->view().records.size(), "kept again it is the same run");
    }
  });
}

std::string written(const History& history) {
  DocumentTexts texts;
  return kept_text(history, texts);
}

void read_back(const std::string& text) {
  taken([&] {
    const KeptPlace place = place_from_kept(text);
    expect(kept_text(place_from_kept(kept_text(place))) == kept_text(place), "a place and back is the same place");
  });
  taken([&] {
    const std::string once = written(history_from_kept(text, "softmax"));
    expect(written(history_from_kept(once, "softmax")) == once, "a history and back is the same history");
  });
}

void begin_session(const std::string& text, MakeWorker make_worker) {
  Session session(
      {.store = {.read = [&](const std::string&) { return std::optional(text); }}, .address = "softmax", .make_worker = make_worker});
  session.finish();
  expect(session.snapshot()->trace != nullptr, "a session begins with anything");
  session.execute(Undo{});
  session.finish();
}

}  // namespace

int fuzz_kept(const std::uint8_t* data, std::size_t size, Checks) {
  const std::string text(text_of(data, size));
  if (text.starts_with('\0')) {
    go_on(text.substr(1));
  } else {
    read_back(text);
    begin_session(text, sharing_worker);
  }
  return 0;
}

int fuzz_kept_default(const std::uint8_t* data, std::size_t size, Checks) {
  const std::string text(text_of(data, size));
  if (!text.starts_with('\0')) begin_session(text, default_worker);
  return 0;
}

}  // namespace gf::test
