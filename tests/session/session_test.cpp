#include "session/session.h"
#include "session/memory_store.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lessons/context.h"
#include "protocol/limits.h"
#include "protocol/link.h"
#include "protocol/look.h"
#include "protocol/paste.h"
#include "protocol/step.h"
#include "session/answer_message.h"
#include "session/workers.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace session_test {
namespace {

// A session with an open lesson, which is settled after every command.
template <typename K>
struct Driver {
  Session session{{.make_worker = K::kMake}};

  explicit Driver(const std::string& lesson = "self-attention") { run(OpenLesson{lesson}); }

  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  const Tensor& value(const std::string& name) { return *node(*now().trace, name).value; }
  std::string problem() { return now().problem ? english().format(*now().problem) : ""; }
};

std::string long_text(int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "w ";
  return text;
}

}  // namespace

TEST_SUITE("session/session") {
  TEST_CASE_TEMPLATE("a session opens with the first lesson computed", K, Default, Slicing) {
    Session session({.files = asset_files(), .make_worker = K::kMake});
    session.finish();
    CHECK(session.snapshot()->document.lesson == lessons().front().info.id);
    CHECK(session.snapshot()->trace);
    CHECK_FALSE(session.snapshot()->computing);
    session.execute(OpenLesson{"self-attention"});
    session.execute(OpenLesson{"nothing"});
    CHECK(session.snapshot()->problem->id == "unknown_lesson");
    CHECK(session.snapshot()->document.lesson == "self-attention");
  }

  TEST_CASE_TEMPLATE("labels are in the language of the session, and keys without one", K, Default, Slicing) {
    for (const Texts* texts : {&english(), static_cast<const Texts*>(nullptr)}) {
      Session session({.address = "words-pulling-words", .texts = texts, .make_worker = K::kMake});
      session.finish();
      const Axis& features = session.snapshot()->trace->at("places").cols;
      CHECK(features.labels.front() == (texts ? "fruitiness" : "@fruitiness"));
      CHECK(features.keys.front() == "@fruitiness");
    }
  }

  TEST_CASE_TEMPLATE("without its file the first page says so, and is asked for again when it is entered again", K, Default, Slicing) {
    int asked = 0;
    const auto missing = [&](const std::string&, const std::function<void(std::optional<std::string>)>& done) {
      ++asked;
      done(std::nullopt);
    };
    Session session({.files = missing, .make_worker = K::kMake});
    session.finish();
    REQUIRE(session.snapshot()->problem);
    CHECK(session.snapshot()->problem->id == "missing_file");
    CHECK_FALSE(session.snapshot()->computing);
    CHECK(asked == 1);
    session.execute(OpenLesson{"softmax"});
    session.finish();
    CHECK(session.snapshot()->trace->lesson == "softmax");
    session.execute(OpenLesson{"start"});
    session.finish();
    CHECK(asked == 2);
  }

  TEST_CASE_TEMPLATE("a trace that lacked its file is there when the file comes at another try", K, Default, Slicing) {
    bool online = true;
    const auto files = [&](const std::string& path, const std::function<void(std::optional<std::string>)>& done) {
      done(online ? std::optional(read_asset(path)) : std::nullopt);
    };
    Session session({.files = files, .address = "softmax", .make_worker = K::kMake});
    session.finish();
    online = false;
    session.execute(LoadDocument{{"lora"}});
    session.finish();
    REQUIRE(session.snapshot()->problem);
    CHECK(session.snapshot()->problem->id == "missing_file");
    CHECK(session.snapshot()->document.lesson == "softmax");
    online = true;
    session.execute(TryAgain{});
    session.finish();
    CHECK_FALSE(session.snapshot()->problem);
    CHECK(session.snapshot()->document.lesson == "lora");
    CHECK(session.snapshot()->trace);
  }

  TEST_CASE_TEMPLATE("the way through the course and the place that was left are kept, and progress counts answers", K, Default, Slicing) {
    MemoryStore store;
    {
      Session session({.files = asset_files(), .store = store.store(), .make_worker = K::kMake});
      session.execute(ChooseRoute{Route::hour});
      session.execute(OpenLesson{"softmax"});
      session.finish();
      session.execute(GoToStep{3});
      session.finish();
      const Progress before = session.snapshot()->progress.at("softmax");
      CHECK(before.answered == 0);
      CHECK(before.total >= 3);
      session.execute(Answer{"shares", GuessNumbers{0.5, 0.3, 0.2}});
      CHECK(session.snapshot()->progress.at("softmax") == Progress{1, before.total});
      session.execute(Answer{"inverse_temperature", GuessNumbers{}});  // the answer "Show me"
      CHECK(session.snapshot()->progress.at("softmax").answered == 1);
      session.execute(OpenLesson{"start"});
      session.finish();
      CHECK(session.snapshot()->left == Left{"softmax", 3});
      session.keep(true);
    }
    Session again({.files = asset_files(), .store = store.store(), .make_worker = K::kMake});
    CHECK(again.snapshot()->document.lesson == "start");
    CHECK(again.snapshot()->route == Route::hour);
    CHECK(again.snapshot()->left == Left{"softmax", 3});
    CHECK(again.snapshot()->progress.at("softmax").answered == 1);
  }

  TEST_CASE_TEMPLATE("an edit, undo and redo", K, Default, Slicing) {
    Driver<K> d;
    d.run(SetInput{"text", std::string("You are"), 0});
    CHECK(d.value("weights").rows() == 2);
    CHECK(d.now().can_undo);
    d.run(Undo{});
    CHECK(d.value("weights").rows() == 3);
    CHECK(d.now().can_redo);
    CHECK_FALSE(d.now().can_undo);
    d.run(Redo{});
    CHECK(d.value("weights").rows() == 2);
    d.run(Undo{});
    d.run(SetInput{"causal", true, 0});
    CHECK_FALSE(d.now().can_redo);
  }

  TEST_CASE_TEMPLATE("an edit leaves the tensors of what it does not change, after a refused one as well", K, Default, Slicing) {
    Driver<K> d;
    const auto tensor = [&](const char* name) { return node(*d.now().trace, name).value; };
    const auto query = tensor("query"), value = tensor("value"), output = tensor("output");
    d.run(SetInput{"text", long_text(100), 0});
    CHECK(d.now().problem);
    d.run(SetCell{"w_v", {0, 0, 0}, 5, 0});
    CHECK(tensor("query") == query);
    CHECK(tensor("value") != value);
    d.run(SetCell{"w_v", {0, 0, 0}, 0, 0});
    CHECK(tensor("query") == query);
    CHECK(tensor("output") != output);
  }

  TEST_CASE_TEMPLATE("a drag is one undo step, and setting what is there already is none", K, Default, Slicing) {
    Driver<K> d;
    for (int i = 1; i <= 5; ++i) d.run(SetCell{"x", {0, 0, 0}, static_cast<float>(i), 7});
    CHECK(d.value("x").at(0, 0, 0) == 5);
    d.run(SetCell{"x", {0, 0, 0}, 9, 8});
    d.run(Undo{});
    CHECK(d.value("x").at(0, 0, 0) == 5);
    d.run(Undo{});
    CHECK(d.value("x").at(0, 0, 0) == 0.1f);
    CHECK_FALSE(d.now().can_undo);
    d.run(SetInput{"width", 4.0, 0});
    CHECK_FALSE(d.now().can_undo);
  }

  TEST_CASE_TEMPLATE("typing into an input edits it, typing into a computed cell pins it, and a pin can be lifted", K, Default, Slicing) {
    Driver<K> d;
    d.run(TypeCell{"w_q", {0, 0, 1}, "0,5"});
    CHECK(std::get<Tensor>(d.now().document.inputs.at("w_q")).at(0, 0, 1) == 0.5f);
    d.run(TypeCell{"weights", {0, 0, 1}, "0.75"});
    CHECK(d.now().document.pins.size() == 1);
    CHECK(d.value("weights").at(0, 0, 1) == 0.75f);
    d.run(TypeCell{"weights", {0, 0, 1}, "0.25"});
    CHECK(d.now().document.pins.size() == 1);
    d.run(LiftPin{"weights", {0, 0, 1}});
    CHECK(d.now().document.pins.empty());
    d.run(Undo{});
    CHECK(d.value("weights").at(0, 0, 1) == 0.25f);
    d.run(LiftAllPins{});
    CHECK(d.now().document.pins.empty());
  }

  TEST_CASE_TEMPLATE("a block is pasted at a cell, and grows a matrix of any size", K, Default, Slicing) {
    Driver<K> d;
    d.run(PasteCells{"w_k", {0, 1, 2}, "7\t8\n9\t10"});
    CHECK(d.value("w_k").at(0, 2, 3) == 10);
    d.run(PasteCells{"w_k", {0, 3, 3}, "7\t8"});
    CHECK(d.problem() == "w_k: a block of shape (1, 2) at [3,3] does not fit into (4, 4).");
    CHECK(d.value("w_k").at(0, 2, 3) == 10);
    d.run(PasteCells{"weights", {0, 0, 0}, "0.2 0.8"});
    CHECK(d.now().document.pins.size() == 2);
    Driver<K> softmax("softmax");
    softmax.run(PasteCells{"z", {0, 0, 0}, "1\t2\t3\t4\n5\t6\t7\t8"});
    CHECK(softmax.value("probabilities").shape() == Shape{{}, 2, 4});
  }

  TEST_CASE_TEMPLATE("embeddings typed in stay with their words when the text changes", K, Default, Slicing) {
    Driver<K> d;
    d.run(SetCell{"x", {0, 1, 0}, 9, 0});
    d.run(SetInput{"text", std::string("really You are so welcome"), 0});
    CHECK(d.value("x").at(0, 2, 0) == 9);
    CHECK(d.value("x").at(0, 1, 0) == 0.1f);
    CHECK(d.problem().empty());
  }

  TEST_CASE_TEMPLATE("another width, head width, draw or seed makes new matrices", K, Default, Slicing) {
    Driver<K> d;
    d.run(SetCell{"w_q", {0, 0, 0}, 9, 0});
    d.run(SetInput{"head_width", 2.0, 0});
    CHECK(d.value("w_q").shape() == Shape{{}, 4, 2});
    d.run(SetInput{"width", 6.0, 0});
    CHECK(d.value("w_q").shape() == Shape{{}, 6, 2});
    CHECK(d.problem().empty());
    d.run(SetInput{"weights", std::string("he"), 0});
    const float before = d.value("w_q").at(0, 0, 0);
    d.run(SetInput{"seed", 7.0, 0});
    CHECK(d.value("w_q").at(0, 0, 0) != before);
    d.run(SetInput{"w_q", Tensor::filled(Shape{{}, 6, 3}, 1), 0});
    CHECK(d.value("w_k").shape() == Shape{{}, 6, 3});
  }

  TEST_CASE_TEMPLATE("bad input keeps the last good state, says so in one sentence, and leaves nothing to undo", K, Default, Slicing) {
    Driver<K> d;
    const auto kept = [&](const Command& command, const std::string& words) {
      d.run(command);
      CHECK(d.problem() == words);
      CHECK(d.value("weights").rows() == 3);
      CHECK(d.now().document.inputs.empty());
      CHECK(d.now().document.pins.empty());
      CHECK_FALSE(d.now().can_undo);
    };
    kept(TypeCell{"w_q", {0, 0, 1}, "abc"}, "w_q[0,1]: expected a number such as 0.5 or -2, got “abc”.");
    kept(TypeCell{"w_q", {0, 0, 1}, ""}, "w_q[0,1]: expected a number such as 0.5 or -2, but nothing was typed.");
    kept(TypeCell{"w_q", {0, 0, 1}, "1e39"}, "w_q[0,1]: expected a number between -3.4·10³⁸ and 3.4·10³⁸, got “1e39”.");
    kept(TypeCell{"w_q", {0, 0, 1}, "NaN"}, "w_q[0,1]: expected a number such as 0.5 or -2, got “NaN”.");
    kept(TypeCell{"w_q", {0, 9, 1}, "1"}, "w_q: expected a cell inside its shape (4, 4), got [9,1].");
    kept(TypeCell{"nothing", {0, 0, 0}, "1"}, "cell: this lesson has no matrix named “nothing”.");
    kept(SetCell{"w_q", {0, 0, 0}, NAN, 0}, "w_q[0,0]: expected a number such as 0.5 or -2, got “NaN”.");
    kept(PasteCells{"w_q", {0, 0, 0}, std::string(10 << 20, '1')},
         "w_q: expected a pasted block of at most 1000000 bytes, and this one has more.");
    kept(SetInput{"text", std::string("  "), 0}, "text: expected at least one word.");
    kept(SetInput{"text", long_text(500), 0}, "text: expected at most 64 tokens, got 500.");
    kept(SetInput{"text", std::string(10 << 20, 'a'), 0}, "text: expected at most 100000 bytes of text, got more than 1000000.");
    kept(SetInput{"text", std::string(100'001, 'a'), 0}, "text: expected at most 100000 bytes of text, got 100001.");
    kept(PasteCells{"w_q", {0, 0, 0}, std::string(kLongestPaste + 1, ' ')},  // cut where it was longer: nothing of it is taken
         "w_q: expected a pasted block of at most 1000000 bytes, and this one has more.");
    kept(SetInput{"nothing", 1.0, 0},
         "self-attention: expected one of its inputs text, weights, seed, width, head_width, positions, causal, softmax_axis, published, "
         "shuffled, x, w_q, w_k, w_v, got “nothing”.");
    kept(SetInput{"width", 1e9, 0}, "width: expected a number from 2 to 512, got 1·10⁹.");
    kept(TypeInput{"width", "wide"}, "width: expected a number such as 0.5 or -2, got “wide”.");
    kept(SetInput{"w_q", Tensor::from_rows({{1, 2}}), 0},
         "w_q: expected a matrix of shape (4, 4), that is (width, head_width), got (1, 2).");
    kept(ApplyPreset{"nothing"},
         "self-attention: expected one of its examples worked-example, target-sentence, numpy, one-vector, both-axes, shapes, "
         "the-cat-sleeps, which-word, bag-of-words, got “nothing”.");
    kept(LoadLink{"AAAA"}, "This link can't be opened: it is cut off or was changed. Your work is kept.");
    kept(LoadDocument{{"nothing"}}, "expected one of the lessons " + lesson_ids() + ", got “nothing”.");
    kept(LoadDocument{{"self-attention", {{"w_q", Tensor::from_rows({{1}})}}}},
         "w_q: expected a matrix of shape (4, 4), that is (width, head_width), got (1, 1).");
    kept(LoadLink{encode_link({"softmax", {{"z", true}}})}, "z: expected a matrix such as [[1, 2], [3, 4]], got true or false.");
    d.run(SetInput{"causal", true, 0});
    CHECK(d.problem().empty());
  }

  TEST_CASE_TEMPLATE("a good edit after a refused one that was still being computed wins", K, Default, Slicing) {
    Driver<K> d;
    d.session.execute(SetInput{"text", std::string(" "), 0});
    d.session.execute(SetInput{"text", std::string("You are"), 0});
    d.session.finish();
    CHECK(d.value("weights").rows() == 2);
    CHECK(d.problem().empty());
    d.session.execute(SetInput{"text", std::string("You"), 0});
    d.session.execute(SetInput{"text", std::string(" "), 0});
    d.session.finish();
    CHECK(d.value("weights").rows() <= 2);
    CHECK(same_content(d.now().document, Document{"self-attention", {{"text", d.now().trace->inputs.at("text")}}}));
    CHECK(d.problem() == "text: expected at least one word.");
  }

  TEST_CASE_TEMPLATE("a flood of edits ends with the last one", K, Default, Slicing) {
    Driver<K> d;
    for (int i = 0; i < 300; ++i) {
      d.session.execute(SetCell{"x", {0, 0, 0}, static_cast<float>(i), 1});
      d.session.pump();
    }
    d.session.finish();
    CHECK(d.value("x").at(0, 0, 0) == 299);
    CHECK(d.now().document.inputs.size() == 1);
  }

  TEST_CASE_TEMPLATE("leaving a lesson keeps its work", K, Default, Slicing) {
    Driver<K> d;
    d.run(SetInput{"text", std::string("You are"), 0});
    d.run(OpenLesson{"softmax"});
    CHECK(d.now().trace->lesson == "softmax");
    d.run(OpenLesson{"self-attention"});
    CHECK(d.value("weights").rows() == 2);
    CHECK(d.now().can_undo);
  }

  TEST_CASE_TEMPLATE("looking around is no undo step and stays when something is undone", K, Default, Slicing) {
    Driver<K> d;
    d.run(GoToStep{4});
    d.run(SetInput{"causal", true, 0});
    d.run(Select{"weights", {0, 1, 1}});
    d.run(Undo{});
    CHECK(d.now().document.look.selection == Selection{"weights", {0, 1, 1}});
    CHECK(d.now().document.look.step == 4);
    CHECK_FALSE(d.now().can_undo);
    d.run(Deselect{});
    CHECK_FALSE(d.now().document.look.selection);
  }

  TEST_CASE_TEMPLATE("a selection or a section that no link can hold is refused", K, Default, Slicing) {
    Driver<K> d;
    const Look before = d.run(Select{"query", {0, 1, 1}}).document.look;
    for (const Command& command :
         std::initializer_list<Command>{Select{"query", {0, -1, 0}}, Select{"query", {-1, 0, 0}}, Select{"\xff", {0, 0, 0}},
                                        Fold{"\xff", true}, Fold{std::string(201, 'n'), true}}) {
      CHECK(d.run(command).problem);
      CHECK(d.now().document.look == before);
      CHECK(decode_link(encode_link(d.now().document)) == d.now().document);
    }
    CHECK(d.run(Select{"query", {0, 0, -2}}).problem);
    CHECK(d.problem() == "document.selection.cell: expected a whole number from 0 up, got a number.");
  }

  TEST_CASE_TEMPLATE("a cell that is held at what is no number is computed with once", K, Default, Slicing) {
    Driver<K> d("softmax");
    d.run(LoadDocument{{"softmax", {}, {{"scaled", {0, 0, 1}, std::nanf("")}}}});
    CHECK_FALSE(d.now().computing);
    CHECK(std::isnan(d.value("scaled").at(0, 1)));
    const std::uint64_t revision = d.now().revision;
    d.session.finish();
    CHECK(d.now().revision == revision);
  }

  TEST_CASE_TEMPLATE("as many cells are held as a link can hold, and no more", K, Default, Slicing) {
    Driver<K> d("position-encoding");
    d.run(ApplyPreset{"waves"});
    std::string row, block;
    for (int i = 0; i < 32; ++i) row += "1\t";
    row.back() = '\n';
    for (int i = 0; i < 32; ++i) block += row;
    for (Index i = 0; i < 4; ++i) CHECK_FALSE(d.run(PasteCells{"position", {0, 0, i * 32}, block}).problem);
    CHECK(d.now().document.pins.size() == kMostPins);
    CHECK(d.run(TypeCell{"position", {0, 40, 0}, "2"}).problem->id == "too_many_pins");
    CHECK(d.problem() == "Expected at most 4096 cells to hold at once, got 4097.");
    CHECK(d.now().document.pins.size() == kMostPins);
    CHECK_FALSE(d.run(TypeCell{"position", {0, 0, 0}, "2"}).problem);
    CHECK_FALSE(d.run(LoadLink{encode_link(d.now().document)}).problem);
  }

  TEST_CASE_TEMPLATE("a refused edit does not move the eyes", K, Default, Slicing) {
    Driver<K> d;
    d.run(GoToStep{3});
    d.run(Select{"weights", {0, 1, 1}});
    d.run(SetInput{"text", std::string(" "), 0});
    CHECK(d.problem() == "text: expected at least one word.");
    REQUIRE(d.now().document.look.selection);
    CHECK(d.now().document.look.selection->node == "weights");
    CHECK(d.now().document.look.step == 3);
  }

  TEST_CASE_TEMPLATE("the state of a guided step replaces the reader's, and can be undone", K, Default, Slicing) {
    Driver<K> d;
    d.run(SetInput{"text", std::string("You are"), 0});
    d.run(SetCell{"weights", {0, 0, 0}, 0.5f, 0});
    const Document before = d.now().document;
    const ArrayView<Step> steps = d.now().lesson().steps;
    const auto masked = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.id == "causal_mask"; });
    d.run(GoToStep{static_cast<int>(masked - steps.begin())});
    CHECK(d.now().document.pins.empty());
    CHECK(d.now().document.inputs.count("text") == 0);
    CHECK(std::get<bool>(d.now().document.inputs.at("causal")));
    d.run(Undo{});
    CHECK(d.now().document == before);
  }

  TEST_CASE_TEMPLATE("presets, reset and links", K, Default, Slicing) {
    Driver<K> d;
    d.run(ApplyPreset{"numpy"});
    CHECK(d.value("weights").at(0, 0, 0) == doctest::Approx(0.527359));
    const std::string link = encode_link(d.now().document);
    d.run(ResetLesson{});
    CHECK(d.now().document.inputs.empty());
    Driver<K> other("softmax");
    other.run(LoadLink{link});
    CHECK(other.now().document.lesson == "self-attention");
    CHECK(same_values(*node(*other.now().trace, "x").value, [&]() -> const Tensor& {
      d.run(ApplyPreset{"numpy"});
      return d.value("x");
    }()));
  }

  TEST_CASE_TEMPLATE("a loaded document is not overtaken by what was being computed before", K, Default, Slicing) {
    for (const std::string lesson : {"dictionary", "position-encoding"}) {
      Session session({.address = "dictionary", .make_worker = K::kMake});  // still computing it
      Document document{lesson};
      if (document.lesson == "dictionary")
        document.inputs["relaxed"] = false;
      else
        document.inputs["length"] = 7.0;
      session.execute(LoadDocument{document});
      session.finish();
      CHECK(same_content(session.snapshot()->document, document));
      CHECK(session.snapshot()->trace->lesson == lesson);
      CHECK(same_content(Document{lesson, {{"it", session.snapshot()->trace->inputs.at(document.inputs.begin()->first)}}},
                         Document{lesson, {{"it", document.inputs.begin()->second}}}));
    }
  }

  TEST_CASE_TEMPLATE("revisions grow, and published snapshots never change", K, Default, Slicing) {
    Driver<K> d;
    const std::shared_ptr<const Snapshot> before = d.session.snapshot();
    d.run(SetInput{"causal", true, 0});
    CHECK(d.now().revision > before->revision);
    CHECK(before->document.inputs.empty());
  }

  TEST_CASE_TEMPLATE("a document from outside keeps no look that its trace lacks", K, Default, Slicing) {
    Driver<K> d("softmax");
    Document document{"softmax", {}, {}, {Selection{"nothing", {0, 0, 0}}, 1, {"nothing", "probabilities"}}};
    for (const Panel& panel : d.now().trace->panels) document.look.folded.insert(panel.section);
    std::set<std::string> there = document.look.folded;
    there.erase("nothing");
    for (const Panel& panel : d.now().trace->panels) CHECK(there.count(panel.section) > 0);
    if (!can_be_folded(*d.now().trace, "probabilities")) there.erase("probabilities");
    d.run(LoadLink{encode_link(document)});
    CHECK(d.problem().empty());
    CHECK(d.now().document.look.step == 1);
    CHECK_FALSE(d.now().document.look.selection);
    CHECK(d.now().document.look.folded == there);
    document.look.selection = Selection{"z", {0, 0, 1}};
    d.run(LoadDocument{document});
    CHECK(d.now().document.look.selection == document.look.selection);
  }

  TEST_CASE("nor of one whose file comes later") {
    std::function<void(std::optional<std::string>)> answer;
    Session session({.files = [&](const std::string&, std::function<void(std::optional<std::string>)> done) { answer = std::move(done); }});
    const Document document{"encoder-decoder",
                            preset_inputs(lesson_named("encoder-decoder").info, "trained-english-spanish"),
                            {},
                            {Selection{"nothing", {0, 0, 0}}, 0, {"nothing", "encoder"}}};
    session.execute(LoadDocument{document});
    REQUIRE(answer);
    answer(read_asset("assets/models/english-spanish.safetensors"));
    session.finish();
    CHECK(session.snapshot()->trace->lesson == "encoder-decoder");
    CHECK_FALSE(session.snapshot()->problem);
    CHECK_FALSE(session.snapshot()->document.look.selection);
    CHECK(session.snapshot()->document.look.folded == std::set<std::string>{"encoder"});
  }
}

}  // namespace session_test
