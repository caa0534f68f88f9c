// The lesson about looking things up: rows of sentences, the search, the prompt and the answer against plain loops; lists against counting
// every sentence; and what the steps say of the shipped model.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lessons/context.h"
#include "lessons/language/retrieval_index.h"
#include "lessons/language/retrieval_sentences.h"
#include "lessons/registry.h"
#include "protocol/step.h"
#include "train/language_model.h"

using namespace gf;
using namespace gf::test;

namespace retrieval_test {
namespace {

constexpr const char* kLesson = "retrieval";
const char* const kPath = "assets/models/tales.safetensors";

const LanguageModel& tales() {
  static const LanguageModel model = language_model(read_source_file(kPath), kPath);
  return model;
}

InputValue word(const std::string& text) { return text; }

constexpr TestedLesson run{kLesson};

// Returns the mean of the rows of words, scaled to length 1.
std::vector<double> direction(const std::vector<std::string>& words) {
  const Tensor& table = tales().weights->at("decoder.token_table");
  std::vector<double> row(128);
  for (const std::string& one : words)
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] +=
          static_cast<double>(table.at(tales().vocabulary.find("Ġ" + one), static_cast<Index>(c))) / static_cast<double>(words.size());
  const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
  for (double& x : row) x /= length;
  return row;
}
double cosine(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const std::vector<double> left = direction(a), right = direction(b);
  return std::inner_product(left.begin(), left.end(), right.begin(), 0.0);
}

std::string text_in(const Trace& trace, const std::string& name) {
  std::vector<int> ids;
  for (Index i = 0; i < value(trace, name).cols(); ++i) ids.push_back(static_cast<int>(value(trace, name).at(0, i)));
  return text_of(tales(), ids);
}

// Returns the probability that a token comes after a text, in one pass over the text.
double likely(const std::string& text, const std::string& piece) {
  const Tensor logits = Decoding(tales().config, tales().weights).read(ids_of(tales(), text));
  const float* row = logits.row(logits.rows() - 1);
  double sum = 0;
  for (Index i = 0; i < logits.cols(); ++i) sum += std::exp(static_cast<double>(row[i]));
  return std::exp(static_cast<double>(row[tales().vocabulary.find(piece)])) / sum;
}
double said_of(const Trace& trace, Index row, const std::string& piece) {
  return static_cast<double>(value(trace, "answer.probabilities").at(row, tales().vocabulary.find(piece)));
}

const std::vector<std::vector<std::string>> kWordsThatCount = {{"Tim", "red", "ball"},
                                                               {"key", "under", "bed"},
                                                               {"Emma", "glad", "evening"},
                                                               {"aunt", "made", "cake", "honey"},
                                                               {"black", "cat", "waits", "near", "window"},
                                                               {"Anna", "green", "coat"},
                                                               {"king", "gave", "fox", "bread"},
                                                               {"Max", "went", "bank", "get", "money"},
                                                               {"moon", "shines", "night"},
                                                               {"Lucy", "played", "lake"},
                                                               {"phone", "began", "ring"},
                                                               {"lazy", "wizard", "forest", "grey", "hat"}};

// Returns a matrix of unit rows in a few heaps, with some equal rows.
Tensor heaps(Index rows, Index heaps_of) {
  NumpyRandom random(3);
  Tensor middle = random.normal(matrix_shape(heaps_of, 6), 1), result(matrix_shape(rows, 6));
  for (Index r = 0; r < rows; ++r) {
    double squares = 0;
    for (Index c = 0; c < 6; ++c) {
      result.at(r, c) = middle.at(r % heaps_of, c) + static_cast<float>(0.3 * random.normal());
      squares += static_cast<double>(result.at(r, c) * result.at(r, c));
    }
    for (Index c = 0; c < 6; ++c) result.at(r, c) /= static_cast<float>(std::sqrt(squares));
  }
  return result;
}
double dot(const float* a, const float* b, Index count) {
  double sum = 0;
  for (Index c = 0; c < count; ++c) sum += static_cast<double>(a[c]) * static_cast<double>(b[c]);
  return sum;
}

}  // namespace

TEST_SUITE("lessons/retrieval") {
  TEST_CASE("keys are means of the rows of the words that count, at length 1, and scores their products with the query") {
    const Trace trace = run();
    const Tensor &keys = value(trace, "key"), &scores = value(trace, "scores"), &averaging = value(trace, "averaging");
    REQUIRE(keys.shape() == matrix_shape(12, 128));
    for (std::size_t i = 0; i < kWordsThatCount.size(); ++i) {
      const std::vector<double> expected = direction(kWordsThatCount[i]);
      for (std::size_t c = 0; c < expected.size(); ++c)
        CHECK(keys.at(static_cast<Index>(i), static_cast<Index>(c)) == doctest::Approx(expected[c]).epsilon(1e-4));
      CHECK(scores.at(static_cast<Index>(i), 0) == doctest::Approx(cosine(kWordsThatCount[i], {"colour", "ball"})).epsilon(1e-4));
      double total = 0;
      for (Index c = 0; c < averaging.cols(); ++c) total += static_cast<double>(averaging.at(static_cast<Index>(i), c));
      CHECK(total == doctest::Approx(1));
    }
    for (Index c = 21; c < 25; ++c) CHECK(averaging.at(6, c) == 0.25f);
    CHECK(node(trace, "averaging").cols.labels[21] == "king");
    const LessonInfo& info = lesson_named("retrieval").info;
    const auto step = std::find_if(info.steps.begin(), info.steps.end(), [](const Step& candidate) { return candidate.id == "mean"; });
    const Trace three = run_with_files(with_example(info, {info.id}, step->example));
    for (const Cell& blank : step->exercise->cells) CHECK(value(three, "averaging").at(blank) == 0.25f);
    CHECK(node(three, "averaging").cols.labels[3] == "max");
  }

  TEST_CASE("contrastive learning: the loss by plain loops, its slope by finite differences, and what the hat's note is pushed away by") {
    const auto loss_of = [](const std::vector<double>& cosines, std::size_t own, double temperature) {
      double all = 0;
      for (const double cosine : cosines) all += std::exp(cosine / temperature);
      return std::log(all) - cosines[own] / temperature;
    };
    struct Case {
      const char* question;
      std::vector<std::string> words;
      std::size_t own;
    };
    for (const Case& test_case : {Case{"What colour is the hat?", {"colour", "hat"}, 11}, Case{"Who was happy?", {"happy"}, 2}})
      for (const double temperature : {0.05, 0.1, 1.0}) {
        CAPTURE(test_case.question);
        CAPTURE(temperature);
        const Trace trace =
            run({{"question", word(test_case.question)}, {"own", static_cast<double>(test_case.own + 1)}, {"temperature", temperature}});
        std::vector<double> cosines;
        for (const std::vector<std::string>& note : kWordsThatCount) cosines.push_back(cosine(note, test_case.words));
        CHECK(static_cast<double>(value(trace, "contrast.loss").at(0, 0)) ==
              doctest::Approx(loss_of(cosines, test_case.own, temperature)).epsilon(1e-3));
        const Tensor& gradient = value(trace, "contrast.gradient");
        REQUIRE(gradient.shape() == matrix_shape(12, 1));
        for (std::size_t i = 0; i < cosines.size(); ++i) {
          std::vector<double> more = cosines, less = cosines;
          more[i] += 1e-5;
          less[i] -= 1e-5;
          const double slope = (loss_of(more, test_case.own, temperature) - loss_of(less, test_case.own, temperature)) / 2e-5;
          CHECK(std::fabs(static_cast<double>(gradient.at(static_cast<Index>(i), 0)) - slope) < 1e-3 * (1 + std::fabs(slope)));
        }
      }
    // A step down the slope raises the cosine of its own note and lowers all others, that of the nearest wrong one most.
    const Trace hat = run.preset("hat-by-vectors", {{"own", 12.0}}),
                sharp = run.preset("hat-by-vectors", {{"own", 12.0}, {"temperature", 0.01}});
    const Tensor& pushed = value(hat, "contrast.gradient");
    for (Index i = 0; i < 12; ++i) CHECK((pushed.at(i, 0) < 0) == (i == 11));
    CHECK(*std::max_element(pushed.data(), pushed.data() + 12) == pushed.at(10, 0));
    CHECK(pushed.at(5, 0) < pushed.at(10, 0) / 2);
    CHECK(value(sharp, "contrast.chances").at(5, 0) < 1e-4f);
    CHECK(value(sharp, "contrast.chances").at(10, 0) > 0.3f);
    CHECK(run({{"own", 13.0}}).find("contrast.loss") < 0);
  }

  TEST_CASE("words that are shared are counted, little ones only where they are let") {
    const Trace trace = run.preset("hat-by-words");
    for (Index i = 0; i < 12; ++i) CHECK(value(trace, "overlap").at(i, 0) == (i == 11 ? 0.5f : 0.0f));
    // what, colour, is, the, hat: the last sentence has two of five.
    const Trace little = run({{"question", word("What colour is the HAT?")}, {"little", true}});
    CHECK(value(little, "overlap").at(11, 0) == 0.4f);
    CHECK(value(little, "overlap").at(1, 0) == 0.4f);
    CHECK(value(little, "overlap").at(0, 0) == 0);
  }

  TEST_CASE("the k best that score above 0 are kept, and their shares are a softmax of ten times their scores") {
    const Trace trace = run({{"k", 3.0}});
    std::vector<std::pair<double, Index>> order;
    for (Index i = 0; i < 12; ++i) order.emplace_back(-static_cast<double>(value(trace, "scores").at(i, 0)), i);
    std::sort(order.begin(), order.end());
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += std::exp(-10 * order[i].first);
    for (std::size_t i = 0; i < 12; ++i) {
      const auto [minus_score, place] = order[i];
      CHECK(value(trace, "kept").at(place, 0) == (i < 3 ? 1.0f : 0.0f));
      CHECK(value(trace, "shares").at(place, 0) == doctest::Approx(i < 3 ? std::exp(-10 * minus_score) / sum : 0).epsilon(1e-4));
    }
    // Only one sentence shares words with the question: no other is kept, whatever k is.
    const Trace words = run({{"question", word("What colour is the hat?")}, {"by", word("words")}, {"k", 5.0}});
    for (Index i = 0; i < 12; ++i) CHECK(value(words, "shares").at(i, 0) == (i == 11 ? 1.0f : 0.0f));
    const Trace both = run.preset("hat-by-both");
    for (Index i = 0; i < 12; ++i) CHECK(value(both, "both").at(i, 0) == value(both, "scores").at(i, 0) + value(both, "overlap").at(i, 0));
    CHECK(value(both, "kept").at(11, 0) == 1);
  }

  TEST_CASE("the prompt is what was found, the best first, the question, and how the answer begins") {
    const std::string end = " What colour is the ball? The ball is";
    CHECK(text_in(run(), "prompt") == " Tim has a red ball." + end);
    CHECK(text_in(run.preset("eight"), "prompt") ==
          " Tim has a red ball. The phone began to ring. The moon shines at night. My aunt made a cake with honey. Lucy played at the "
          "lake. The key is under the bed. Emma was glad in the evening. Anna has a green coat." +
              end);
    // Held scores lead to another prompt.
    CHECK(text_in(run({}, {{"scores", {0, 8, 0}, 0.9f}}), "prompt") == " The moon shines at night." + end);
    CHECK(text_in(run({{"begin", word("")}}), "prompt") == " Tim has a red ball. What colour is the ball?");
  }

  TEST_CASE("another question is answered with the thing that it asks after, or without a beginning") {
    const Lesson& lesson = lesson_named(kLesson);
    const auto begin_of = [&](const char* question) {
      Inputs after{{"question", word(question)}};
      lesson.adapt(lesson.info, {}, "question", after);
      return std::get<std::string>(after.at("begin"));
    };
    CHECK(begin_of("Where is the key?") == "The key is");
    CHECK(begin_of("what colour is the kite") == "The kite is");
    CHECK(begin_of("Who was happy?").empty());
    CHECK(begin_of("the cat").empty());
    Inputs others{{"k", 2.0}};
    lesson.adapt(lesson.info, {}, "k", others);
    CHECK_FALSE(others.contains("begin"));
  }

  TEST_CASE("the next words are those of one pass of the model, alone and behind the found sentences") {
    const Trace trace = run();
    for (const char* piece : {"Ġred", "Ġyellow", "Ġgreen", "Ġunder"}) {
      CHECK(said_of(trace, 0, piece) == doctest::Approx(likely(" What colour is the ball? The ball is", piece)).epsilon(1e-3));
      CHECK(said_of(trace, 1, piece) ==
            doctest::Approx(likely(" Tim has a red ball. What colour is the ball? The ball is", piece)).epsilon(1e-3));
    }
    const std::vector<int> said =
        go_on(tales(), ids_of(tales(), " Tim has a red ball. What colour is the ball? The ball is"), 2, {.temperature = 0}, 0);
    CHECK(text_in(trace, "said") == text_of(tales(), said));
    const auto reply = std::find_if(trace.notes.begin(), trace.notes.end(), [](const Note& note) { return note.id == "replies"; });
    REQUIRE(reply != trace.notes.end());
    CHECK(reply->words.back().second == "red.");
  }

  TEST_CASE("the captions about the shipped model are true") {
    const Trace ball = run(), glad = run.preset("other-words"), hat = run.preset("hat-by-vectors"), eight = run.preset("eight");
    for (const char* colour : {"Ġred", "Ġyellow", "Ġgrey"}) CHECK(said_of(ball, 0, "Ġgreen") > said_of(ball, 0, colour));
    CHECK(said_of(ball, 1, "Ġred") > 0.9);
    const Tensor& scores = value(glad, "scores");
    CHECK(*std::max_element(scores.data(), scores.data() + 12) == scores.at(2, 0));
    CHECK(value(glad, "overlap").at(2, 0) == 0);
    CHECK(said_of(glad, 1, "ĠEmma") > 0.9);
    CHECK(said_of(hat, 1, "Ġgrey") < 0.1);
    CHECK(said_of(run.preset("hat-by-words"), 1, "Ġgrey") > 0.9);
    CHECK(said_of(run.preset("hat-by-both"), 1, "Ġgrey") > 0.9);
    CHECK(said_of(eight, 1, "Ġred") < 0.1);
    CHECK(said_of(eight, 1, "Ġgreen") > 0.5);
    CHECK(text_in(run.preset("little-words"), "found_pieces") == " The key is under the bed.");
  }

  TEST_CASE("lists: every row stands in that of the nearest centre, and centres are the middles of their rows") {
    const Tensor rows = heaps(200, 5);
    const InvertedLists index = inverted_lists(rows, 5, 1, nullptr);
    REQUIRE(index.list_of.size() == 200);
    CHECK(std::accumulate(index.sizes.begin(), index.sizes.end(), Index{0}) == 200);
    for (Index r = 0; r < 200; ++r)
      for (Index i = 0; i < 5; ++i)
        CHECK(dot(rows.row(r), index.centres.row(i), 6) <=
              dot(rows.row(r), index.centres.row(index.list_of[static_cast<std::size_t>(r)]), 6) + 1e-5);
    for (Index i = 0; i < 5; ++i) CHECK(dot(index.centres.row(i), index.centres.row(i), 6) == doctest::Approx(1).epsilon(1e-4));
    const InvertedLists again = inverted_lists(rows, 5, 1, nullptr);
    CHECK(same_values(index.centres, again.centres));
    CHECK(index.list_of == again.list_of);
  }

  TEST_CASE("read and found sentences are counted row by row, and all lists find all") {
    const Tensor rows = heaps(120, 7), questions = heaps(9, 3);
    const InvertedLists index = inverted_lists(rows, 6, 2, nullptr);
    const std::vector<ListsLookedAt> tried = trade_off(rows, index, questions, 4, {1, 2, 6});
    REQUIRE(tried.size() == 3);
    CHECK(tried[2].recall == 1);
    CHECK(tried[2].read == doctest::Approx(126.0 / 120));
    for (std::size_t t = 0; t < 2; ++t) {
      double read = 0, found = 0;
      for (Index q = 0; q < 9; ++q) {
        std::vector<std::pair<double, Index>> lists, all;
        for (Index i = 0; i < 6; ++i) lists.emplace_back(-dot(questions.row(q), index.centres.row(i), 6), i);
        for (Index r = 0; r < 120; ++r) all.emplace_back(-dot(questions.row(q), rows.row(r), 6), r);
        std::sort(lists.begin(), lists.end());
        std::sort(all.begin(), all.end());
        std::set<Index> open;
        for (Index i = 0; i < tried[t].lists; ++i) open.insert(lists[static_cast<std::size_t>(i)].second);
        for (Index r = 0; r < 120; ++r) read += open.contains(index.list_of[static_cast<std::size_t>(r)]) ? 1 : 0;
        for (std::size_t b = 0; b < 4; ++b) found += open.contains(index.list_of[static_cast<std::size_t>(all[b].second)]) ? 1 : 0;
      }
      CHECK(tried[t].read == doctest::Approx((read / 9 + 6) / 120));
      CHECK(tried[t].recall == doctest::Approx(found / 36));
    }
  }

  TEST_CASE("rows to compare: every key, or the centres and the keys of the lists that are read") {
    for (const double probe : {1.0, 2.0, 100.0}) {
      const Trace trace = run({{"probe", probe}});
      const Tensor &lists = value(trace, "index.lists"), &probed = value(trace, "index.probed");
      REQUIRE(lists.rows() == 13);
      float in_lists = 0;
      for (Index i = 0; i < 12; ++i)
        for (Index c = 0; c < lists.cols(); ++c) in_lists += lists.at(i, c) * probed.at(0, c);
      CHECK(value(trace, "index.rows_read").at(0, 0) == 12);
      CHECK(value(trace, "index.rows_read").at(1, 0) == static_cast<float>(lists.cols()) + in_lists);
      CHECK(value(trace, "index.multiplications").at(1, 0) == 128 * value(trace, "index.rows_read").at(1, 0));
      if (probe == 100) CHECK(value(trace, "index.recall").at(0, 0) == 1);
    }
  }

  TEST_CASE("ten thousand sentences: the best of all are found by comparing every one, and few rows find most of them") {
    const Trace trace = run.preset("ten-thousand");
    CHECK(value(trace, "index.before").at(0, 0) == 10012);
    CHECK(value(trace, "index.before").at(1, 0) == 100);
    const Tensor &best = value(trace, "index.best"), &read = value(trace, "index.read_by_lists"),
                 &recall = value(trace, "index.recall_by_lists");
    REQUIRE(best.rows() == 5);
    std::vector<double> scores;
    for (Index i = 0; i < 12; ++i) scores.push_back(static_cast<double>(value(trace, "scores").at(i, 0)));
    for (std::size_t part = 0; part < 40; ++part) {
      const SentenceRows sentence_rows = rows_of_sentences(tales(), made_sentences(1, part, 250), false);
      for (Index r = 0; r < 250; ++r) scores.push_back(dot(sentence_rows.rows.row(r), value(trace, "query").row(0), 128));
    }
    std::sort(scores.rbegin(), scores.rend());
    for (Index i = 0; i < 5; ++i) CHECK(best.at(i, 0) == doctest::Approx(scores[static_cast<std::size_t>(i)]).epsilon(1e-4));
    for (Index i = 1; i < read.rows(); ++i) {
      CHECK(read.at(i, 0) > read.at(i - 1, 0));
      CHECK(recall.at(i, 0) >= recall.at(i - 1, 0));
    }
    CHECK(read.at(0, 0) < 0.1f);
    CHECK(recall.at(0, 0) < 1);
    CHECK(recall.at(3, 0) > 0.8f);
    CHECK(read.at(3, 0) < 0.3f);
    CHECK(recall.at(recall.rows() - 1, 0) == 1);
  }

  TEST_CASE("made sentences are of the model's words, and a part of them is the same whenever it is made") {
    const std::vector<std::string> some = made_sentences(1, 3, 50);
    CHECK(some == made_sentences(1, 3, 50));
    CHECK(some != made_sentences(1, 4, 50));
    CHECK(std::set<std::string>(some.begin(), some.end()).size() > 45);
    for (const std::string& sentence : some) {
      const std::vector<CountedWord> words = counted_words(tales(), sentence, false);
      CHECK(words.size() >= 3);
    }
  }

  TEST_CASE("the row of a sentence is the same beside other sentences with its words in small letters and in capitals") {
    const std::vector<std::string> texts = {"Mia has a red ball.", "mia has a Red ball, a red ball!", "It has a RED hat.", "The."};
    for (const bool little : {false, true}) {
      const SentenceRows together = rows_of_sentences(tales(), texts, little);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        CAPTURE(texts[i]);
        const SentenceRows alone = rows_of_sentences(tales(), {texts[i]}, little);
        const float *row = together.rows.row(static_cast<Index>(i)), *expected = alone.rows.row(0);
        CHECK(std::equal(row, row + alone.rows.cols(), expected));
      }
    }
  }

  TEST_CASE("a question without a word that counts finds nothing, and is asked all the same") {
    const Trace trace = run({{"question", word("Who is it?")}, {"begin", word("")}});
    CHECK(has_note(trace, "nothing_asked"));
    CHECK_FALSE(trace.first_not_finite);
    CHECK(trace.find("found_pieces") < 0);
    CHECK(text_in(trace, "prompt") == " Who is it?");
    for (Index i = 0; i < 12; ++i) CHECK(value(trace, "shares").at(i, 0) == 0);
  }

  TEST_CASE("words that the table has not whole are read in pieces, and that is said") {
    CHECK(has_note(run({{"question", word("xyzzy 吃 \xF0\x9F\x8D\x8E")}}), "in_pieces"));
    CHECK_FALSE(has_note(run(), "in_pieces"));
  }

  TEST_CASE("a sentence without a word that counts has a row of zeros, and is never kept") {
    const Trace trace = run({{"sentences", word("It is so.\nTim has a red ball.")}, {"k", 5.0}});
    CHECK(has_note(trace, "empty_sentence"));
    CHECK(has_note(trace, "all_kept"));
    CHECK_FALSE(trace.first_not_finite);
    for (Index c = 0; c < 128; ++c) CHECK(value(trace, "key").at(0, c) == 0);
    CHECK(value(trace, "kept").at(0, 0) == 0);
    CHECK(value(trace, "kept").at(1, 0) == 1);
  }

  TEST_CASE("one sentence alone, and one many times") {
    CHECK_FALSE(run({{"sentences", word("Tim has a red ball.")}}).first_not_finite);
    std::string same;
    for (int i = 0; i < 48; ++i) same += "Tim has a red ball.\n";
    const Trace trace = run({{"sentences", word(same)}, {"k", 12.0}});
    CHECK_FALSE(trace.first_not_finite);
    for (Index i = 0; i < 48; ++i) CHECK(value(trace, "kept").at(i, 0) == (i < 12 ? 1.0f : 0.0f));
    for (Index i = 0; i < 12; ++i) CHECK(value(trace, "shares").at(i, 0) == doctest::Approx(1.0 / 12));
    CHECK(has_note(trace, "forgotten") == (value(trace, "prompt").cols() > 100));
  }

  TEST_CASE("pieces that are held at what no piece has are padding") {
    // The model reads the held value of a token of the prompt.
    const auto green = static_cast<float>(tales().vocabulary.find("Ġgreen"));
    CHECK(said_of(run({}, {{"prompt", {0, 0, 4}, green}}), 1, "Ġgreen") > 0.9);
    CHECK_NOTHROW(run({}, {{"found_pieces", {0, 0, 0}, 99999.0f}, {"prompt", {0, 0, 2}, -3.0f}, {"value", {0, 0, 1}, 1e9f}}));
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(refusal_of(kLesson, {{"sentences", word(" \n ")}}) == "sentences: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"question", word(" ")}}) == "question: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"sentences", word("It is.")}, {"question", word("Is it?")}}) == "sentences: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"k", 0.0}}) == "k: expected a number from 1 to 12, got 0.");
    CHECK(refusal_of(kLesson, {{"made", 10001.0}}) == "made: expected a number from 0 to 10000, got 10001.");
    CHECK(refusal_of(kLesson, {{"question", word("\xff\xfe")}}) == "question: expected text in UTF-8; these bytes are something else.");
    std::string thousand, wide;
    for (int i = 0; i < 1000; ++i) {
      thousand += "Tim has a red ball.\n";
      wide += "ball ";
    }
    CHECK(refusal_of(kLesson, {{"sentences", word(thousand)}}) == "sentences: expected at most 48 lines.");
    CHECK(refusal_of(kLesson, {{"sentences", word(wide)}}) == "sentences: expected at most 300 tokens, got 1000.");
    CHECK(refusal_of(kLesson, {{"question", word(wide)}}) == "question: expected at most 40 tokens, got 1000.");
  }
}

}  // namespace retrieval_test
