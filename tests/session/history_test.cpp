// Undo and redo of documents, of gestures, and of weights of a run that were set by hand.
#include "session/history.h"

#include "support.h"

using namespace gf;

namespace history_test {
namespace {

Document document(double beta) { return {"softmax", {{"beta", beta}}}; }

History begun() {
  History history;
  history.present.document = std::make_shared<const Document>(document(0));
  return history;
}

double beta(const History& history) { return std::get<double>(history.present.document->inputs.at("beta")); }

}  // namespace

TEST_SUITE("session/history") {
  TEST_CASE("pushed documents are undone and redone in order; a push drops the undone ones") {
    History history = begun();
    for (const double value : {1, 2, 3}) history.push(document(value), 0);
    CHECK((history.undo() && history.undo()));
    CHECK(beta(history) == 1);
    CHECK(history.redo());
    CHECK(beta(history) == 2);
    history.push(document(9), 0);
    CHECK_FALSE(history.redo());
    CHECK((history.undo() && beta(history) == 2));
    CHECK((history.undo() && history.undo() && beta(history) == 0));
    CHECK_FALSE(history.undo());
  }

  TEST_CASE("one gesture is one step, and another one of the same number after an undo is not") {
    History history = begun();
    history.push(document(1), 5);
    history.push(document(2), 5);
    history.push(document(3), 6);
    CHECK((history.undo() && beta(history) == 2));
    history.push(document(4), 5);
    CHECK((history.undo() && beta(history) == 2));
    CHECK((history.undo() && beta(history) == 0));
  }

  TEST_CASE("undo brings the look along: selection, guided step and folded sections") {
    History history = begun();
    history.push(document(1), 0);
    Document looked = *history.present.document;
    looked.look = {Selection{"z", {0, 0, 1}}, 2, {"weights"}};
    history.amend(looked);
    for (const bool there : {history.undo(), history.redo()}) {
      CHECK(there);
      CHECK(history.present.document->look == looked.look);
    }
  }

  TEST_CASE("large documents are kept as far back as memory is meant for, and the last step always") {
    History history = begun();
    const auto large = [](int step, const Tensor& value) {
      Document one = document(step);
      one.inputs["z"] = value;
      return one;
    };
    const Tensor megabyte(matrix_shape(1, 1 << 18));
    const auto kept = [](const History& candidate) {
      std::size_t bytes = 0;
      for (const History::Entry& entry : candidate.past) bytes += bytes_of(*entry.document);
      return bytes;
    };
    for (int i = 1; i <= 200; ++i) {
      history.push(large(i, megabyte), 0);
      REQUIRE(kept(history) <= 64u << 20);
    }
    CHECK(history.past.size() == 63);
    CHECK((history.undo() && beta(history) == 199));
    while (history.undo()) {
    }
    while (history.redo()) REQUIRE(kept(history) <= 64u << 20);
    CHECK(beta(history) == 200);
    history.push(large(201, Tensor(matrix_shape(1, 20 << 20))), 0);
    history.push(document(202), 0);
    CHECK((history.undo() && beta(history) == 201));
  }

  TEST_CASE("the oldest of very many steps is let go") {
    History history = begun();
    for (int i = 1; i <= 600; ++i) history.push(document(i), 0);
    CHECK(history.past.size() == 500);
    while (history.undo()) {
    }
    CHECK(beta(history) == 100);
  }

  TEST_CASE("going to a step is undone with the step and its selection; what is looked at besides goes along") {
    History history = begun();
    Document before = document(0);
    before.look = {Selection{"z", {0, 0, 1}}, 2, {}};
    history.amend(before);
    Document edited = document(1);
    edited.look = {Selection{"sum", {0, 0, 0}}, 3, {}};
    history.push_example(edited, true);
    edited.look.folded = {"weights"};
    history.amend(edited);
    CHECK(history.undo());
    CHECK(history.present.document->look == Look{before.look.selection, 2, {"weights"}});
    CHECK(history.redo());
    CHECK(history.present.document->look == edited.look);
  }

  TEST_CASE("an example takes the place of the reader's own, which stays their own whatever examples follow, and changes places with it") {
    History history = begun();
    CHECK_FALSE(history.push_own());
    history.push_example(document(1), false);
    CHECK_FALSE(history.own);  // an example took the place of an example
    history.push(document(2), 0);
    history.push_example(document(3), true);
    history.push_example(document(4), true);
    REQUIRE(history.own);
    CHECK((history.push_own() && beta(history) == 2));
    history.push(document(5), 0);
    CHECK((history.push_own() && beta(history) == 2));
    CHECK((history.push_own() && beta(history) == 5));
    CHECK((history.undo() && history.present.own && beta(history) == 2));
  }

  TEST_CASE("an edit of a weight is a step whose document is the same; a drag is one, an edit of another gesture another") {
    History history = begun();
    history.push(document(1), 3);
    const int first = history.push_edit(3), second = history.push_edit(4), dragged = history.push_edit(4);
    CHECK(first != 0);  // the gesture was that of a document
    CHECK(second != first);
    CHECK(dragged == second);
    CHECK(beta(history) == 1);
    CHECK(history.present.edit == second);
    CHECK((history.undo() && history.present.edit == first));
    CHECK((history.undo() && history.present.edit == 0 && beta(history) == 1));
    CHECK((history.undo() && beta(history) == 0));
    CHECK((history.redo() && history.redo() && history.present.edit == first));
    CHECK(history.push_edit(0) > second);  // numbers are never used again
    CHECK_FALSE(history.redo());
  }

  TEST_CASE("edits of a run that is gone are forgotten, the documents around them are not") {
    History history = begun();
    history.push_edit(0);
    history.push(document(1), 0);
    history.push_edit(0);
    history.push_edit(0);
    SUBCASE("at the last edit") {
      history.forget_edits();
      CHECK((history.present.edit == 0 && beta(history) == 1));
    }
    SUBCASE("undone back to before them") {
      CHECK((history.undo() && history.undo() && history.undo()));
      history.forget_edits();
      CHECK(beta(history) == 0);
      CHECK((history.redo() && beta(history) == 1));
      CHECK_FALSE(history.redo());
    }
    CHECK((history.undo() && beta(history) == 0));
    CHECK_FALSE(history.undo());
  }
}

}  // namespace history_test
