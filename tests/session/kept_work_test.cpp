// The reader's work as text, and back.
#include "session/kept_work.h"

#include "core/problem.h"
#include "session/problem_of.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace kept_work_test {
namespace {

Document document(double beta) {
  return {"softmax", {{"beta", beta}, {"z", Tensor::filled(Shape{{}, 1, 3}, 0.1f)}}, {{"probabilities", {0, 0, 1}, 0.5f}}};
}

History history_of(int steps) {
  History history;
  history.present.document = std::make_shared<const Document>(document(0));
  for (int i = 1; i <= steps; ++i) history.push(document(i), 0);
  return history;
}

double beta(const History::Entry& entry) { return std::get<double>(entry.document->inputs.at("beta")); }

std::string written(const History& history) {
  DocumentTexts texts;
  return kept_text(history, texts);
}

template <typename Read>
std::string refused(const Read& read) {
  const std::optional<Problem> problem = problem_of(read);
  return problem ? problem->id : "";
}

}  // namespace

TEST_SUITE("session/kept_work") {
  TEST_CASE("a history and back: present, past, future, and where one looks") {
    History history = history_of(5);
    Document looked = *history.present.document;
    looked.look = {Selection{"z", {0, 0, 1}}, 2, {"weights"}};
    history.amend(looked);
    history.undo();
    history.undo();
    History back = history_from_kept(written(history), "softmax");
    CHECK(*back.present.document == *history.present.document);
    REQUIRE(back.past.size() == 3);
    REQUIRE(back.future.size() == 2);
    for (std::size_t i = 0; i < 3; ++i) CHECK(*back.past[i].document == *history.past[i].document);
    for (std::size_t i = 0; i < 2; ++i) CHECK(*back.future[i].document == *history.future[i].document);
    CHECK((back.redo() && back.redo() && beta(back.present) == 5));
    CHECK(back.present.document->look == looked.look);
  }

  TEST_CASE("the reader's own and where a step was gone to") {
    History history = history_of(2);
    history.push_example(document(7), true);
    History back = history_from_kept(written(history), "softmax");
    CHECK(back.present.went);
    CHECK_FALSE(back.present.own);
    CHECK(back.past.back().own);
    CHECK((back.push_own() && beta(back.present) == 2));
    CHECK((back.undo() && back.undo() && beta(back.present) == 2));
  }

  TEST_CASE("a long history is kept from the present outwards, in as much room as there is") {
    History history = history_of(400);
    for (int i = 0; i < 100; ++i) history.undo();
    const std::string text = written(history);
    CHECK(text.size() < kMostUndoKept * 3 / 2);
    const History back = history_from_kept(text, "softmax");
    CHECK(beta(back.present) == 300);
    CHECK(back.past.size() > 100);
    CHECK(beta(back.past.back()) == 299);
    CHECK(back.future.size() > 20);
    CHECK(beta(back.future.back()) == 301);
    history.push({"softmax", {{"z", Tensor::filled(Shape{{}, 100, 200}, 0.12345f)}}}, 0);
    history.push(document(7), 0);
    const History large = history_from_kept(written(history), "softmax");
    CHECK(beta(large.present) == 7);
    CHECK(large.past.empty());  // the matrix has no room
  }

  TEST_CASE("the texts of the last time are used again") {
    History history = history_of(3);
    DocumentTexts texts;
    const std::string first = kept_text(history, texts);
    CHECK(texts.size() == 4);
    CHECK(kept_text(history, texts) == first);
    history.push(document(9), 0);
    CHECK(kept_text(history, texts) == written(history));
    CHECK(texts.size() == 5);
    history.undo();
    history.push(document(10), 0);
    kept_text(history, texts);
    CHECK(texts.size() == 5);  // dropped steps release their texts
  }

  TEST_CASE("edits of weights stay with their run") {
    History history = history_of(1);
    history.push_edit(0);
    history.push_edit(0);
    const History back = history_from_kept(written(history), "softmax");
    CHECK(beta(back.present) == 1);
    CHECK(back.past.size() == 1);
    CHECK(history.past.size() == 3);
  }

  TEST_CASE("the place of the reader is written and read back") {
    const KeptPlace back =
        place_from_kept(kept_text(KeptPlace{"softmax", {{"softmax", {{"shares", {0.5, 0.3, 0.2}}}}}, Route::hour, Left{"spaces", 4}}));
    CHECK(back.lesson == "softmax");
    CHECK(back.guesses.at("softmax").at("shares").size() == 3);
    CHECK(back.route == Route::hour);
    CHECK(back.left == Left{"spaces", 4});
  }

  TEST_CASE("rubbish and other versions are told apart, and nothing else is thrown") {
    const auto history = [](const std::string& text) { return refused([&] { history_from_kept(text, "softmax"); }); };
    const auto place = [](const std::string& text) { return refused([&] { place_from_kept(text); }); };
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("null"), std::string("[]"), std::string("\xff\xfe"), std::string(100000, '['),
          std::string(R"({"glassformer":"1"})"), std::string(R"({"glassformer":1})"), std::string(R"({"present":{}})")}) {
      CHECK(history(text) == "kept_unreadable");
      CHECK(place(text) == "kept_unreadable");
    }
    for (const char* text :
         {R"({"glassformer":1,"present":{"document":{"lesson":"softmax"}},"past":[]})",
          R"({"glassformer":1,"present":{"document":{"lesson":"dictionary"}},"past":[],"future":[]})",
          R"({"glassformer":1,"present":{"document":{"lesson":"softmax","more":1}},"past":[],"future":[]})",
          R"({"glassformer":1,"present":{"document":{"lesson":"softmax"}},"past":[7],"future":[]})",
          R"({"glassformer":1,"present":{"document":{"lesson":"softmax","inputs":{"z":[[1],[2,3]]}}},"past":[],"future":[]})"})
      CHECK_MESSAGE(history(text) == "kept_unreadable", text);
    CHECK(history(R"({"glassformer":2,"present":7})") == "kept_of_other_version");
    CHECK(place(R"({"glassformer":2})") == "kept_of_other_version");
    CHECK(place(R"({"glassformer":1,"lesson":7})") == "kept_unreadable");
    CHECK(place(R"({"glassformer":1,"lesson":"softmax","route":"none"})") == "kept_unreadable");
    CHECK(place(R"({"glassformer":1,"lesson":"softmax","left":{"lesson":"spaces","step":"4"}})") == "kept_unreadable");
    CHECK(place(R"({"glassformer":1,"lesson":"softmax","visited":[7]})").empty());  // as an earlier version wrote it
    const std::string whole = written(history_of(3));
    for (std::size_t size = 0; size < whole.size(); ++size) REQUIRE(history(whole.substr(0, size)) == "kept_unreadable");
  }
}

}  // namespace kept_work_test
