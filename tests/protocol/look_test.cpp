// What a document looks at, held against the trace that it gives.
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

  TEST_CASE("what lessons fold by themselves can be folded") {
    for (const Lesson& lesson : lessons()) {
      if (lesson.files || lesson.settings) continue;
      CAPTURE(lesson.info.id);
      const Trace trace = run_lesson({lesson.info.id});
      for (const std::string& fold : lesson.folded) CHECK_MESSAGE(can_be_folded(trace, fold), fold);
    }
  }
}
