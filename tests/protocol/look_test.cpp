// The look of a document, made to fit the trace of the document.
#include "protocol/look.h"

#include "lessons/registry.h"
#include "lessons/run.h"
#include "support.h"

using namespace gf;

TEST_SUITE("protocol/look") {
  TEST_CASE("a selection of a cell that there is stays, any other goes") {
    const Trace trace = run_lesson({"softmax"});
    Look look{Selection{"z", {0, 0, 2}}};
    CHECK(fitting_look(look, trace) == look);
    for (const Selection& selection : {Selection{"z", {0, 0, 3}}, Selection{"z", {1, 0, 0}}, Selection{"zz", {0, 0, 0}}}) {
      look.selection = selection;
      CHECK_FALSE(fitting_look(look, trace).selection);
    }
  }

  TEST_CASE("a view is that of a node that there is; the camera rests anywhere in any picture") {
    const Trace trace = run_lesson({"softmax"});
    const Look look = {.views = {{"z", View::heatmap}}, .camera = CameraLook{1, 0, 40}};
    CHECK(fitting_look(look, trace) == look);
    Look other = look;
    other.views["weights"] = View::arcs;
    CHECK(fitting_look(other, trace) == look);
  }

  TEST_CASE("the head that is shown is that of the selected cell, or the one that was chosen, of all that goes with it") {
    const Trace trace = run_lesson({"multi-head"});
    const auto shown = [&](const Look& look) {
      const Index weights = shown_matrix(look, trace, trace.at("weights"));
      for (const char* with_it : {"query", "scores", "output"})
        CHECK_MESSAGE(shown_matrix(look, trace, trace.at(with_it)) == weights, with_it);
      CHECK(shown_matrix(look, trace, trace.at("x")) == 0);
      return weights;
    };
    Look look;
    CHECK(shown(look) == 0);
    look = with_selected(look, trace, Selection{"weights", {2, 7, 6}});
    CHECK(shown(look) == 2);
    look = with_shown_matrix(look, trace, "scores", 0);
    CHECK(shown(look) == 0);
    look = with_shown_matrix(look, trace, "query", 3);
    CHECK(shown(look) == 3);
    CHECK(look.matrices.size() == 1);
    look = with_selected(look, trace, Selection{"output", {1, 0, 0}});
    CHECK(shown(look) == 1);
    CHECK(shown(with_selected(look, trace, std::nullopt)) == 1);  // what is left stays to be seen
    CHECK(shown(with_selected(look, trace, Selection{"x", {0, 0, 0}})) == 1);
    CHECK(with_shown_matrix(look, trace, "query", 4) == look);
    CHECK(with_shown_matrix(look, trace, "query", -1) == look);
    CHECK(with_shown_matrix(look, trace, "nothing", 1) == look);
  }

  TEST_CASE("the matrix that was chosen is one that there is") {
    const Trace trace = run_lesson({"multi-head"});
    const Look look = {.matrices = {{"weights", 3}}};
    CHECK(fitting_look(look, trace) == look);
    Look other = look;
    other.matrices.insert({{"scores", 4}, {"nothing", 0}});
    CHECK(fitting_look(other, trace) == look);
  }

  TEST_CASE("sections and those around them can be folded, nothing else") {
    const Trace trace = run_lesson({"encoder-decoder"});
    Look look;
    const std::set<std::string> there = {"encoder", "encoder.0", "encoder.0.self_attention"};
    for (std::set<std::string>* sections : {&look.folded, &look.opened}) {
      *sections = there;
      CHECK(fitting_look(look, trace) == look);
      Look more = look;
      (sections == &look.folded ? more.folded : more.opened).insert({"", "enc", "encoder.", "encoder.9", "nothing", std::string(200, 'x')});
      CHECK(fitting_look(more, trace) == look);
    }
  }

  TEST_CASE("sections that lessons fold by themselves can be folded") {
    std::size_t folds = 0;
    for (const Lesson& lesson : lessons()) {
      if (lesson.files || lesson.settings) continue;
      CAPTURE(lesson.info.id);
      const Trace trace = run_lesson({lesson.info.id});
      for (const std::string& fold : lesson.folded) {
        CHECK_MESSAGE(can_be_folded(trace, fold), fold);
        ++folds;
      }
    }
    CHECK(folds >= lesson_named("multi-head").folded.size());
    CHECK(lesson_named("multi-head").folded.size() == 2);
  }
}
