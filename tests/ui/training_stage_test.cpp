// The cards of a run beside the picture: when they are shown, and how high they are; the texts of the training screen.
#include <algorithm>
#include <tuple>

#include "protocol/answers.h"
#include "protocol/step.h"
#include "study/exercise.h"
#include "ui/driver.h"
#include "ui/runs.h"
#include "ui/scenery.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace training_stage_test {

TEST_SUITE("ui/training") {
  TEST_CASE("before a step speaks of a run, and nothing is trained, its cards leave the stage to the picture") {
    RunView run = made_run(1, RunStatus::ready);
    run.step = 0;
    const auto shows_loss = [&](int step) {
      Snapshot snapshot = snapshot_at({"embeddings"}, step);
      snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{run, {}, {}});
      Driver driver(1280, 800);
      driver.show(snapshot, 4);
      return driver.shows("training:loss");
    };
    CHECK_FALSE(shows_loss(0));  // the window that slides over a text
    CHECK(shows_loss(1));
    run.status = RunStatus::playing;
    CHECK(shows_loss(0));
  }

  TEST_CASE("while a step asks, or its blanks are open, the cards of the run are away") {
    for (const auto& [name, id, guess] :
         {std::tuple("training", "loss", Guess(Number{3})), std::tuple("training", "one_step", Guess(NoGuess{})),
          std::tuple("training", "without_positions", Guess(Choice{0})), std::tuple("block", "which_fails", Guess(Choice{0})),
          std::tuple("block", "depth", Guess(Choice{0})), std::tuple("next-word", "training", Guess(NoGuess{}))}) {
      CAPTURE(std::string(name));
      CAPTURE(std::string(id));
      const LessonInfo& lesson = lesson_named(name).info;
      const auto* const step =
          std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const Step& candidate) { return candidate.id == id; });
      Snapshot snapshot = snapshot_at({name}, static_cast<int>(step - lesson.steps.begin()));
      snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{made_run(40), {}, {}});
      Driver driver(1280, 900);
      driver.show(snapshot, 4);
      CHECK_FALSE(driver.shows("training:loss"));
      CHECK(driver.accessible_view().dump().find("loss 1.") == std::string::npos);
      if (step->exercise) {
        const Selection at{step->focus, step->exercise->cells.front()};
        snapshot.answers.fillings[at] = filling(*snapshot.trace, at, "");
      } else {
        snapshot.answers.guesses[id] = guess;
      }
      driver.show(snapshot, 4);
      CHECK(driver.shows("training:loss curves"));
    }
  }

  TEST_CASE("in the picture the card of a curve grows for the run that is kept beside it") {
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{made_run(20), {}, {}});
    Scenery scenery(std::move(snapshot));
    const auto height = [&] { return ui::picture_of(scenery.frame, scenery.screen, {1200, 600}, {}).placed.front().height; };
    const float alone = height();
    scenery.snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{made_run(20), made_run(10), {}});
    CHECK(height() == doctest::Approx(alone + 18));  // a line of its table
    scenery.snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{made_run(20), {}, {}});
    CHECK(height() == alone);
  }

  TEST_CASE("every text that the training screen shows is there") {
    const Texts& texts = english();
    constexpr NameList kKeys =
        "play, pause, play_key, step, epoch, restart, keep, keep_help, drop, drop_help, live, live_help, viewing, "
        "status.ready, status.playing, status.paused, status.finished, status.diverged, spoken, spoken_exact, spoken_loss, "
        "spoken_model, details.separator, details.step, details.epoch, details.speed, details.weights, details.weights_of_models, "
        "details.examples, "
        "list_separator, kept, kept_same, difference, unset, on, off, other_matrix, no_records, steps_at, step_at, "
        "kept_run, percent, not_asked, series.train, series.held_out, series.exact, scale.linear, scale.logarithmic, "
        "loss.title, accuracy.title, norms.title, norms.all, norms.rate, samples.title, samples.note, samples.none, "
        "samples.question, samples.expected, samples.said, samples.kept_said, samples.nothing";
    for (const std::string& key : kKeys) CHECK_MESSAGE(texts.has("ui.training." + key), key);
  }
}

}  // namespace training_stage_test
