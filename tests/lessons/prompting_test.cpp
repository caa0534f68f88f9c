// The lesson about prompting: the prompt, the answers of both models, their attention, the cost of a chat and the probability of an answer,
// against plain loops and texts composed by hand; and the claims of the steps about the shipped models.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "lessons/registry.h"
#include "train/dataset.h"
#include "train/default_settings.h"
#include "train/language_model.h"
#include "train/settings.h"

using namespace gf;
using namespace gf::test;

namespace prompting_test {
namespace {

constexpr const char* kLesson = "prompting";
const char* const kPath = "assets/models/conversations.safetensors";

const LanguageModel& answering() {
  static const LanguageModel model = language_model(read_source_file(kPath), kPath);
  return model;
}

InputValue word(const std::string& text) { return text; }

constexpr TestedLesson run{kLesson};

const Trace& preset(const std::string& name) { return trace_once({kLesson, preset_inputs(lesson_named(kLesson).info, name)}); }

std::vector<int> ids_in(const Trace& trace, const std::string& name) {
  const Tensor& row = value(trace, name);
  std::vector<int> ids;
  for (Index i = 0; i < row.cols(); ++i) ids.push_back(static_cast<int>(row.at(0, i)));
  return ids;
}

std::string said(const Trace& trace, const std::string& name = "said") { return text_of(answering(), ids_in(trace, name)); }

const std::string kSystem = "@system Answer in a sentence.", kPlaces = "The key is under the bed. The cup is behind the door.",
                  kWhere = "Where is the key?";
const std::string kPrompt = kSystem + " @user " + kPlaces + " " + kWhere + " @assistant";

// Returns the probabilities of the next token after tokens, in one pass.
std::vector<double> shares_after(const std::vector<int>& ids) {
  const Tensor logits = Decoding(answering().config, answering().weights).read(ids);
  const float* row = logits.row(logits.rows() - 1);
  std::vector<double> shares(row, row + logits.cols());
  double sum = 0;
  for (double& share : shares) sum += share = std::exp(share);
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace

TEST_SUITE("lessons/prompting") {
  TEST_CASE("the prompt is the messages with a token before each speaker, and each piece belongs to one") {
    const Trace& trace = preset("key");
    CHECK(ids_in(trace, "prompt") == ids_of(answering(), kPrompt));
    const Tensor& messages = value(trace, "messages");
    REQUIRE(node(trace, "messages").rows.labels == std::vector<std::string>{"@start", "@system", "@context", "@question", "@answer"});
    for (Index t = 0; t < messages.cols(); ++t) {
      Index of = 0;
      for (Index m = 0; m < messages.rows(); ++m) of += messages.at(m, t) == 1 ? 1 : 0;
      CHECK(of == 1);
    }
    const auto begins = [&](const std::string& text) { return static_cast<Index>(ids_of(answering(), text).size()); };
    CHECK(messages.at(1, 1) == 1);
    CHECK(messages.at(2, begins(kSystem)) == 1);
    CHECK(messages.at(3, begins(kSystem + " @user " + kPlaces)) == 1);
    CHECK(messages.at(3, begins(kSystem + " @user " + kPlaces) - 1) == 0);
    CHECK(messages.at(4, messages.cols() - 1) == 1);
    CHECK(text_of(answering(), ids_in(trace, "text")) == "Answer in a sentence. " + kPlaces + " " + kWhere);
  }

  TEST_CASE("it answers from what it reads, as it is told to, and says where it knows nothing") {
    CHECK(said(preset("key")) == "The key is under the bed.");
    CHECK(said(preset("name")) == "Your name is Anna.");
    CHECK(said(preset("name"), "said_before").find("Anna") == std::string::npos);
    CHECK(said(preset("no-context")) == "I do not know.");
    CHECK(said(preset("few-words")) == "Under the bed.");
    CHECK(said(preset("chat")) == "Your name is Anna.");
    CHECK(said(preset("no-memory")) == "I do not know.");
    CHECK(said(preset("small-window")).find("Anna") == std::string::npos);
    CHECK(said(run({{"question", word("Where is the cup?")}})) == "The cup is behind the door.");
    CHECK(said(preset("key"), "said_before").find("under the bed") == std::string::npos);
  }

  TEST_CASE("the head that copied in the base model copies in the answer: before it says bed it looks there") {
    const Trace& trace = preset("key");
    const std::vector<int> prompt = ids_in(trace, "prompt"), answer = ids_in(trace, "said");
    const int bed = answering().vocabulary.find("Ġbed");
    const auto in_prompt = std::find(prompt.begin(), prompt.end(), bed) - prompt.begin(),
               said_at = std::find(answer.begin(), answer.end(), bed) - answer.begin();
    const Tensor& weights = value(trace, "tuned.decoder.2.self_attention.weights");
    const float* row = weights.row(3, std::ssize(prompt) - 1 + said_at);
    CHECK(row[in_prompt] > 0.9f);
    const Tensor& copying = value(trace, "looks.copying");
    REQUIRE(copying.shape() == matrix_shape(std::ssize(answer), std::ssize(prompt)));
    CHECK(std::equal(copying.row(said_at), copying.row(said_at) + copying.cols(), row));
    for (const char* word : {"Ġkey", "Ġunder"}) {  // these rows attend most to the token that they predict, too
      CAPTURE(word);
      const int id = answering().vocabulary.find(word);
      const float* weights_of_word = copying.row(std::find(answer.begin(), answer.end(), id) - answer.begin());
      CHECK(prompt[static_cast<std::size_t>(std::max_element(weights_of_word, weights_of_word + copying.cols()) - weights_of_word)] == id);
    }
  }

  TEST_CASE("moved to another word, the attention of the copying head moves the answer") {
    const Trace& trace = preset("key");
    const std::vector<int> prompt = ids_in(trace, "prompt"), answer = ids_in(trace, "said");
    const int bed = answering().vocabulary.find("Ġbed"), door = answering().vocabulary.find("Ġdoor");
    const Index at_bed = std::find(prompt.begin(), prompt.end(), bed) - prompt.begin(),
                at_door = std::find(prompt.begin(), prompt.end(), door) - prompt.begin(),
                row = std::ssize(prompt) - 1 + (std::find(answer.begin(), answer.end(), bed) - answer.begin());
    const char* weights = "tuned.decoder.2.self_attention.weights";
    const float all = value(trace, weights).at(3, row, at_bed);
    const Trace moved = run({}, {{weights, {3, row, at_bed}, 0}, {weights, {3, row, at_door}, all}});
    const auto likeliest = [&](const Trace& of) {
      const Tensor& logits = value(of, "tuned.logits");
      return static_cast<int>(std::max_element(logits.row(row), logits.row(row) + logits.cols()) - logits.row(row));
    };
    CHECK(likeliest(trace) == bed);
    CHECK(likeliest(moved) == door);
  }

  TEST_CASE("how likely a first piece is, before and after, is a softmax of what each model says in one pass") {
    const Trace& trace = preset("key");
    const Tensor& found = value(trace, "answer.probabilities");
    const std::vector<double> expected = shares_after(ids_of(answering(), kPrompt));
    for (std::size_t token = 0; token < expected.size(); ++token)
      CHECK(std::fabs(static_cast<double>(found.at(1, static_cast<Index>(token))) - expected[token]) < 1e-5);
    const std::string before = "assets/models/tales.safetensors";
    const LanguageModel tales = language_model(read_source_file(before), before);
    const Tensor logits = Decoding(tales.config, tales.weights).read(ids_in(trace, "text"));
    const float* row = logits.row(logits.rows() - 1);
    const auto likeliest = std::max_element(row, row + logits.cols()) - row;
    CHECK(likeliest == std::max_element(found.row(0), found.row(0) + found.cols()) - found.row(0));
    CHECK(static_cast<int>(likeliest) == ids_in(trace, "said_before").front());
  }

  TEST_CASE("looks are means over all heads of all blocks, of the rows that say the answer, added up for each message") {
    const Trace& trace = preset("key");
    const Tensor &looks = value(trace, "looks.by_message"), &messages = value(trace, "messages");
    const Index prompt = messages.cols();
    REQUIRE(looks.shape() == matrix_shape(5, static_cast<Index>(ids_in(trace, "said").size())));
    for (Index m = 0; m < looks.rows(); ++m)
      for (Index piece = 0; piece < looks.cols(); ++piece) {
        double sum = 0;
        for (int block = 0; block < 4; ++block) {
          const Tensor& weights = value(trace, "tuned.decoder." + std::to_string(block) + ".self_attention.weights");
          for (Index head = 0; head < 4; ++head)
            for (Index t = 0; t < prompt; ++t)
              if (messages.at(m, t) == 1) sum += static_cast<double>(weights.row(head, prompt - 1 + piece)[t]);
        }
        CHECK(looks.at(m, piece) == doctest::Approx(sum / 16).epsilon(1e-4));
      }
  }

  TEST_CASE("a request sends all that was said before, or the last message alone; what is sent is read") {
    const std::vector<std::string> said_before{"@user My name is Anna.", "@assistant Hello, Anna.", "@user What does a cow eat?",
                                               "@assistant A cow eats grass.", "@user What is my name?"};
    const auto count = [](const std::string& text) { return static_cast<float>(ids_of(answering(), text + " @assistant").size()); };
    std::string all = kSystem;
    for (Index request = 0; request < 3; ++request) {
      if (request > 0) all += " " + said_before[static_cast<std::size_t>(2 * request - 1)];
      all += " " + said_before[static_cast<std::size_t>(2 * request)];
      CHECK(value(preset("chat"), "requests.read").at(request, 0) == count(all));
      CHECK(value(preset("no-memory"), "requests.read").at(request, 0) ==
            count(kSystem + " " + said_before[static_cast<std::size_t>(2 * request)]));
    }
    CHECK(ids_in(preset("chat"), "prompt") == ids_of(answering(), all + " @assistant"));
    CHECK(ids_in(preset("no-memory"), "prompt") == ids_of(answering(), kSystem + " " + said_before.back() + " @assistant"));
  }

  TEST_CASE("a prompt longer than the window is read from its last pieces, and a note says so") {
    const Trace& trace = preset("small-window");
    const std::vector<int> whole = ids_in(preset("chat"), "prompt");
    CHECK(ids_in(trace, "prompt") == std::vector<int>(whole.end() - 24, whole.end()));
    CHECK(has_note(trace, "forgotten"));
    CHECK_FALSE(has_note(preset("chat"), "forgotten"));
    const Trace least = run({{"window", 8.0}, {"question", word("Tell me where on earth the key is that I lost.")}});
    CHECK(value(least, "prompt").cols() == 8);
  }

  TEST_CASE("how likely an answer is behind a wording: the product of its pieces") {
    const Trace& trace = preset("key");
    const std::vector<std::string> wordings = node(trace, "wordings.chance").rows.labels;
    REQUIRE(wordings.size() == 3);
    std::vector<int> answer = ids_of(answering(), "The key is under the bed.");
    answer.erase(answer.begin());
    for (std::size_t w = 0; w < wordings.size(); ++w) {
      std::vector<int> ids = ids_of(answering(), kSystem + " @user " + kPlaces + " " + wordings[w] + " @assistant");
      double chance = 1;
      for (const int piece : answer) {
        chance *= shares_after(ids)[static_cast<std::size_t>(piece)];
        ids.push_back(piece);
      }
      CHECK(value(trace, "wordings.chance").at(static_cast<Index>(w), 0) == doctest::Approx(chance).epsilon(1e-3));
    }
    const Tensor& chances = value(trace, "wordings.chance");
    CHECK(chances.at(2, 0) > chances.at(1, 0) + 0.1f);
    CHECK(chances.at(1, 0) > chances.at(0, 0) + 0.2f);
  }

  TEST_CASE("marks in a question are turns; what has no mark was said by the user") {
    CHECK(ids_in(run({{"question", word("Where is the key? @assistant It is here. @user And the cup?")}}), "prompt") ==
          ids_of(answering(), kSystem + " @user " + kPlaces + " " + kWhere + " @assistant It is here. @user And the cup? @assistant"));
    CHECK(ids_in(run({{"chat", word("Hello.")}, {"context", word("")}}), "prompt") ==
          ids_of(answering(), kSystem + " @user Hello. @user " + kWhere + " @assistant"));
  }

  TEST_CASE("any text is asked, and what is no question is refused with what was expected") {
    CHECK(refusal_of(kLesson, {{"question", word("  ")}}) == "question: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"question", word("\xff\xfe")}}) == "question: expected text in UTF-8; these bytes are something else.");
    CHECK(refusal_of(kLesson, {{"window", 3.0}}) == "window: expected a number from 8 to 100, got 3.");
    std::string turns, lines;
    for (int i = 0; i < 30; ++i) {
      turns += "@user Hello. ";
      lines += "Where?\n";
    }
    CHECK(refusal_of(kLesson, {{"chat", word(turns)}}) == "chat: expected at most 24 lines.");
    CHECK(refusal_of(kLesson, {{"wordings", word(lines)}}) == "wordings: expected at most 8 lines.");
    CHECK(refusal_of(kLesson, {{"reply", word(std::string(200, 'x'))}}) == "reply: expected at most 20 tokens, got 200.");
    for (const std::string& odd : {std::string("@assistant"), std::string("@system @user"), std::string(300, 'x')})
      for (const char* input : {"question", "context", "system"}) CHECK(refusal_of(kLesson, {{input, word(odd)}}) == "no problem");
    const Trace none = run({{"wordings", word("")}, {"system", word("")}, {"context", word("")}});
    CHECK(none.find("wordings.chance") < 0);
    CHECK(node(none, "messages").rows.labels == std::vector<std::string>{"@start", "@question", "@answer"});
  }

  TEST_CASE("its configuration is the task's defaults, and it answers held-out conversations" * doctest::test_suite("learning")) {
    const TrainSettings settings = settings_from_json(read_source_file("assets/models/conversations.json"));
    CHECK(settings == default_settings("conversations"));
    const Dataset data = make_dataset("conversations", settings.seed);
    CHECK(answering().vocabulary.tokens() == data.target.tokens());
    std::size_t right = 0, asked = 0;
    for (const Example& example : data.held_out) {
      if (asked == 100) break;
      // The first conversation of a window.
      const auto end = std::find(example.answer.begin(), example.answer.end(), "<end>");
      const auto last = std::find(std::make_reverse_iterator(end), example.answer.rend(), "<assistant>").base();
      std::vector<int> ids{Vocabulary::kStart}, expected;
      for (auto piece = example.answer.begin(); piece != last; ++piece) ids.push_back(answering().vocabulary.find(*piece));
      for (auto piece = last; piece != end; ++piece) expected.push_back(answering().vocabulary.find(*piece));
      std::vector<int> answer = go_on(answering(), ids, 40, {.temperature = 0}, 1);
      answer.erase(std::find(answer.begin(), answer.end(), answering().vocabulary.find("<user>")), answer.end());
      right += answer == expected ? 1 : 0;
      ++asked;
    }
    CHECK(right >= 85);
    CHECK(read_source_file(kPath).size() < 3'000'000);
  }
}

}  // namespace prompting_test
