// The lesson about a dictionary: literal translation, the nearest key, the edit matrix, the real dictionary, bad input.
#include <algorithm>
#include <chrono>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/dictionary/dictionary_search.h"
#include "study/ask.h"
#include "text/edit_distance.h"
#include "text/headwords.h"

using namespace gf;
using namespace gf::test;

namespace dictionary_test {
namespace {

InputValue text(const std::string& value) { return value; }

constexpr TestedLesson run{"dictionary"};

/// Returns the words that the links lead to, in order; "—" if a row is zero.
std::string translated(const Trace& trace) {
  const TraceNode& translation = node(trace, "translation");
  std::string words;
  for (Index r = 0; r < translation.value->rows(); ++r) {
    const float* row = translation.value->row(r);
    const float* most = std::max_element(row, row + translation.value->cols());
    words += (r == 0 ? "" : " ") + (*most > 0 ? translation.cols.labels[static_cast<std::size_t>(most - row)] : std::string("—"));
  }
  return words;
}

std::string note_text(const Trace& trace, const std::string& id) {
  const auto found = std::find_if(trace.notes.begin(), trace.notes.end(), [&](const Note& note) { return note.id == id; });
  return found == trace.notes.end() ? "no note" : english().format("lessons.dictionary.notes." + id, found->words);
}

}  // namespace

TEST_SUITE("lessons/dictionary") {
  TEST_CASE("literal translation, word by word") {
    const Trace trace = run();
    CHECK(translated(trace) == "the cat is under the table");
    CHECK(trace.notes.empty());
    CHECK(node(trace, "translation").rows.labels == std::vector<std::string>{"le", "chat", "est", "sous", "la", "table"});
    CHECK(node(trace, "distances").value->at(1, 1) == 0);
    CHECK(translated(run({{"text", text("Sous la Table!")}})) == "under the table");
    CHECK(translated(run({{"entries", text("le: der\r\n\n  chat :  Katze \nKATZE: x:y")}, {"text", text("le chat KATZE")}})) ==
          "der Katze x:y");
  }

  TEST_CASE("a word that is no key goes to the nearest one, and every distance is shown") {
    const Trace trace = run({{"text", text("tables")}});
    CHECK(translated(trace) == "table");
    check_node(trace, "distances", {{4, 6, 5, 5, 5, 1}}, 0);
    const TraceNode& ranked = node(trace, "nearest_keys");
    CHECK(ranked.rows.labels.front() == "table");
    check_node(trace, "nearest_keys", {{1}, {4}, {5}, {5}, {5}, {6}}, 0);
    CHECK(std::is_sorted(ranked.value->data(), ranked.value->data() + ranked.value->size()));
    CHECK(note_text(trace, "nearest") == "Not in the dictionary, so the nearest key answers: tables → table.");
    const Explanation cell = trace.explain(trace.find("distances"), {0, 0, 5});
    CHECK(cell.symbols == "distances[0,5] = lev(tables, table): −s");
    CHECK(trace.explain(trace.find("nearest_keys"), {0, 0, 0}).symbols == "nearest_keys[0,0] = lev(tables, table): −s");
    CHECK(cell.numbers == "1");
    CHECK(trace.explain(trace.find("nearest"), {0, 0, 5}).numbers == "[1 = min(4, 6, 5, 5, 5, 1)] = 1");
  }

  TEST_CASE("a distance that is asked for is explained without the list of its edits") {
    const Trace trace = run({{"text", text("tables")}}), veiled = with_veiled_cells(trace, {{"distances", {0, 0, 5}}});
    const Explanation cell = veiled.explain(veiled.find("distances"), {0, 0, 5});
    CHECK(cell.symbols == "distances[0,5] = lev(tables, table)");
    CHECK(cell.right_side == "lev(tables, table)");
    CHECK(veiled.explain(veiled.find("distances"), {0, 0, 0}).symbols == trace.explain(trace.find("distances"), {0, 0, 0}).symbols);
  }

  TEST_CASE("without the nearest key an unknown word has no translation") {
    const Trace trace = run({{"text", text("sous les tables")}, {"relaxed", false}});
    CHECK(translated(trace) == "under — —");
    CHECK(note_text(trace, "not_found") == "Not in the dictionary: les, tables. An exact look-up has no answer.");
  }

  TEST_CASE("a word is a key where its distance is held at zero, and none where it is not") {
    const auto held = [](float distance, Index key) {
      return run_with_files({"dictionary", {{"text", text("tables")}, {"relaxed", false}}, {{"distances", {0, 0, key}, distance}}});
    };
    const Trace known = held(0, 5);
    check_node(known, "exact", {{0, 0, 0, 0, 0, 1}}, 0);
    CHECK(translated(known) == "table");
    CHECK_FALSE(has_note(known, "not_found"));
    CHECK(has_note(held(2, 5), "not_found"));
    CHECK(translated(held(2, 5)) == "—");
  }

  TEST_CASE("every shown distance is the length of its explanation, and the last cell of its edit matrix") {
    for (const char* word : {"tables", "forêt", "a", "chatte", "漢字"}) {
      const Trace trace = run({{"word", text(word)}, {"text", text(std::string("le ") + word + " sous")}});
      for (const char* name : {"distances", "nearest_keys"}) {
        const TraceNode& shown = node(trace, name);
        for (Index r = 0; r < shown.value->rows(); ++r)
          for (Index c = 0; c < shown.value->cols(); ++c) {
            const Explanation cell = trace.explain(trace.find(name), {0, r, c});
            const auto more = std::count(cell.numbers.begin(), cell.numbers.end(), '+');  // "1 + 1 = 2"
            CHECK_MESSAGE(more == std::max(static_cast<long>(cell.value) - 1, 0L), cell.numbers);
          }
      }
      const Tensor& edits = *node(trace, "edits").value;
      CHECK(edits.at(edits.rows() - 1, edits.cols() - 1) == node(trace, "nearest_keys").value->at(0, 0));
    }
  }

  TEST_CASE("the edit matrix of the chosen pair, cell by cell") {
    const Trace trace = run({{"word", text("forêt")}, {"key", text("foret")}});
    const TraceNode& edits = node(trace, "edits");
    CHECK(edits.value->shape() == matrix_shape(6, 6));
    CHECK(edits.value->at(5, 5) == 1);
    CHECK(edits.rows.labels == std::vector<std::string>{"∅", "f", "o", "r", "ê", "t"});
    const Explanation cell = trace.explain(trace.find("edits"), {0, 4, 4});
    CHECK(cell.symbols == "edits[4,4] = min(D[3,4] + 1, D[4,3] + 1, D[3,3] + costs[3,3])");
    CHECK(cell.numbers == "min(1 + 1, 1 + 1, 0 + 1) = 1");
    REQUIRE(cell.operands.size() == 4);
    CHECK(cell.operands[2] == CellReference{trace.find("edits"), {0, 3, 3}});
    CHECK(node(trace, "costs").value->at(3, 3) == 1);
  }

  TEST_CASE("the real dictionary: more than 8,000 headwords, known ones exactly, others by the nearest key") {
    const Trace trace = run({{"dictionary", text("real")}, {"text", text("le cheval est derriere la fenetre")}});
    const std::string words = translated(trace);
    CHECK(words == "the horse east behind the window");
    const std::string about = note_text(trace, "real_dictionary");
    CHECK(about.find("FreeDict French-English") != std::string::npos);
    CHECK(about.find("License: GPL") != std::string::npos);
    const std::string file = read_asset(kRealDictionary);
    const Headwords headwords(file);
    CHECK(headwords.count() >= 8000);
    CHECK(node(trace, "nearest_keys").rows.labels.front() == "derrière");
    CHECK(node(trace, "nearest_keys").value->rows() == 12);
    // Against the distance to every key.
    std::size_t least = 1000;
    for (std::size_t place = headwords.about().size(); place < file.size(); place = file.find('\n', place) + 1)
      least = std::min(least, edit_distance(letters_of("fenetre"), letters_of(file.substr(place, file.find('\t', place) - place))));
    CHECK(node(trace, "distances").facts.least == 0);
    const Tensor& distances = *node(trace, "distances").value;
    CHECK(*std::min_element(distances.row(5), distances.row(5) + distances.cols()) == static_cast<float>(least));
  }

  TEST_CASE("every headword of the real dictionary is found") {
    const std::string file = read_asset(kRealDictionary);
    const Headwords headwords(file);
    std::size_t found = 0;
    for (std::size_t place = headwords.about().size(); place < file.size(); place = file.find('\n', place) + 1) {
      const std::string key = file.substr(place, file.find('\t', place) - place);
      const auto line = headwords.find(key);
      if (line && line->key == key && line->place + headwords.about().size() == place) ++found;
    }
    CHECK(found == headwords.count());
  }

  TEST_CASE("long words") {
    const std::string ten_thousand(10'000, 'a');
    const Trace trace = run({{"text", text("le " + ten_thousand)}});
    CHECK(node(trace, "distances").value->at(1, 1) == 9999);  // chat has an a
    CHECK(trace.find("edits") < 0);
    CHECK(note_text(trace, "long_pair").find("200 letters") != std::string::npos);
    CHECK(run({{"dictionary", text("real")}, {"text", text(ten_thousand)}}).find("translation") >= 0);
    CHECK(run.refusal({{"text", text(ten_thousand + "a")}}) ==
          "text: expected words of at most 10000 letters, but “aaaaaaaaaaaaaaaaaaaaaaaa…” has 10001.");
    CHECK(run.refusal({{"text", text(std::string(10 << 20, 'a'))}}) ==
          "text: expected at most 100000 bytes of text, got more than 1000000.");
    std::string many;
    for (int i = 0; i < 9; ++i) many += ten_thousand + static_cast<char>('0' + i) + " ";
    CHECK(run.refusal({{"dictionary", text("real")}, {"text", text(many.substr(0, 99'000))}}).find("has 10001") != std::string::npos);
    std::string entries;
    for (int i = 0; i < 250; ++i) entries += std::string(300, 'k') + std::to_string(i) + ": v\n";
    CHECK(run.refusal({{"entries", text(entries)}, {"text", text(ten_thousand)}}).find("too long to be compared") != std::string::npos);
  }

  TEST_CASE("bad input is said with what was expected") {
    CHECK(run.refusal({{"entries", text(" \n ")}}) == "entries: the dictionary is empty. Expected at least one line such as “chat: cat”.");
    CHECK(run.refusal({{"entries", text("le: the\nchat")}}) ==
          "entries, line 2: expected a word, a colon and its translation, such as “chat: cat”, got “chat”.");
    CHECK(run.refusal({{"entries", text("le: the\n\n: cat")}}).starts_with("entries, line 3: expected a word before the colon"));
    CHECK(run.refusal({{"entries", text("chat:")}}).starts_with("entries, line 1: expected a word before the colon"));
    CHECK(run.refusal({{"entries", text("le: the\nla: the\nle: a")}}) ==
          "entries, line 3: “le” is in line 1 already. A dictionary has one answer for each word: remove one of the two.");
    std::string entries;
    for (int i = 0; i < 257; ++i) entries += "k" + std::to_string(i) + ": v\n";
    CHECK(run.refusal({{"entries", text(entries)}}) == "entries: expected at most 256 lines.");
    CHECK(run.refusal({{"text", text("?!")}}) == "text: expected at least one word.");
    CHECK(run.refusal({{"word", text("?!")}}) == "word: expected at least one word.");
    CHECK(run.refusal({{"key", text("two words")}}) == "key: expected at most 1 tokens, got 2.");
    const Trace one = run({{"entries", text("le: the")}, {"text", text("xyz")}});
    CHECK(translated(one) == "the");
    try {
      run_lesson({"dictionary", {{"dictionary", text("real")}}});
      FAIL("a file that is not there");
    } catch (const InputError& error) {
      CHECK(error.problem().id == "missing_file");
    }
  }

  TEST_CASE("capitals of any script and accents that stand apart are looked up as their letter") {
    const Inputs inputs{{"entries", std::string("for\u00eat: forest\n\u00eele: island")},
                        {"text", std::string("FOR\u00caT fore\u0302t \u00cele")}};
    const Trace trace = run_with_files({"dictionary", inputs});
    CHECK(translated(trace) == "forest forest island");
    check_node(trace, "distances", {{0, 5}, {0, 5}, {5, 0}}, 0);
  }
}

}  // namespace dictionary_test
