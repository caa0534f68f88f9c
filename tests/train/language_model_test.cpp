// The shipped language model, its tokens, and the texts that it writes.
#include "train/language_model.h"

#include <algorithm>
#include <cmath>

#include "core/problem.h"
#include "model/safetensors.h"
#include "support.h"
#include "train/default_settings.h"
#include "train/evaluation.h"

using namespace gf;

namespace language_model_test {
namespace {

constexpr const char* kPath = "assets/models/tales.safetensors";

const LanguageModel& tales() {
  static const LanguageModel model = language_model(test::read_source_file(kPath), kPath);
  return model;
}

std::string goes_on(const std::string& text, Index tokens) {
  return text_of(tales(), go_on(tales(), ids_of(tales(), text), tokens, {.temperature = 0}, 1));
}

BpeTokenizer small_tokenizer() {
  return learn_bpe(byte_row(byte_tokenizer(), "the sun. the sun. the moon. the sun, the moon, the sun.", BpeSplit::pieces), 12);
}

}  // namespace

TEST_SUITE("train/language_model") {
  TEST_CASE("it goes on with what is so") {
    CHECK(goes_on("once upon a", 1) == " time");
    CHECK(goes_on("the sun is a", 1) == " star");
    CHECK(goes_on("the capital of France is", 1) == " Paris");
    CHECK(goes_on("the capital of Spain is", 1) == " Madrid");
  }

  TEST_CASE("it tells an apple that is eaten from one that makes phones") {
    // The probability that the next sentence is about a fruit, or about a phone.
    const auto likelihood = [](const std::string& text, const std::string& next) {
      std::vector<int> ids = ids_of(tales(), text);
      const auto before = static_cast<Index>(ids.size());
      for (const int id : ids_of(tales(), text + next)) ids.push_back(id);
      ids.erase(ids.begin(), ids.begin() + before);
      const Tensor logits = Decoding(tales().config, tales().weights).read(ids);
      double sum = 0;
      for (Index t = before; t < static_cast<Index>(ids.size()); ++t)
        sum += std::log(sampling_shares(logits.row(t - 1), logits.cols(), {})[static_cast<std::size_t>(ids[static_cast<std::size_t>(t)])]);
      return sum;
    };
    const std::string fruit = "I ate a banana and an apple", phone = "I got a new phone from apple";
    CHECK(likelihood(fruit, ". It was sweet.") > likelihood(fruit, ". It has a big screen.") + 3);
    CHECK(likelihood(phone, ". It has a big screen.") > likelihood(phone, ". It was sweet.") + 3);
  }

  TEST_CASE("its configuration is the task's defaults, and on held-out texts it achieves what its file says" *
            doctest::test_suite("learning")) {
    const TrainSettings settings = settings_from_json(test::read_source_file("assets/models/tales.json"));
    CHECK(settings == default_settings("tales"));
    const ShippedModel model = shipped_model(test::read_source_file(kPath), kPath);
    const Dataset data = make_dataset("tales", settings.seed);
    CHECK(model.source.tokens() == data.source.tokens());
    const Evaluation found = evaluate(data, model.settings.model, model.weights, true, 100, 0);
    // The test takes a hundred of the thousand held-out windows.
    CHECK(found.loss == doctest::Approx(std::stod(model.weights.metadata.at("held_out_loss"))).epsilon(0.1));
    CHECK(found.token_accuracy > 0.8);
    CHECK(test::read_source_file(kPath).size() < 3'000'000);
  }

  TEST_CASE("trained further on a novel, it is better at what it has not read of it, and as good as its file says" *
            doctest::test_suite("learning")) {
    const TrainSettings settings = settings_from_json(test::read_source_file("assets/models/novel.json"));
    CHECK(settings == default_settings("novel"));
    const Dataset data = make_dataset("novel", settings.seed, test::read_asset("assets/books/" + settings.book.name));
    const std::string path = "assets/models/novel.safetensors", bytes = test::read_source_file(path);
    const ShippedModel model = shipped_model(bytes, path), before = shipped_model(test::read_source_file(kPath), kPath);
    CHECK(model.source.tokens() == data.source.tokens());
    CHECK(bytes.size() < 3'000'000);
    const auto loss = [&](const ShippedModel& of) { return evaluate(data, of.settings.model, of.weights, true, 100, 0).loss; };
    // The test takes a hundred of the held-out windows.
    CHECK(loss(model) == doctest::Approx(std::stod(model.weights.metadata.at("held_out_loss"))).epsilon(0.1));
    CHECK(loss(model) < 0.5 * loss(before));
  }

  TEST_CASE("a novel is read in windows of whole sentences, and one in ten is held out") {
    std::string book = "# about it\nIt is a truth. \"What is his name?\" said she.\n\nBingley.\n" + std::string(200, '!') + "\n";
    for (int i = 0; i < 600; ++i) book += "Sentence " + std::to_string(i) + " has an end. And so has this one!\n";
    const Dataset data = make_dataset("novel", 1, book);
    const auto text_of = [](const Example& window) {
      std::string text;
      for (const std::string& piece : window.answer) text += bytes_of_token(piece);
      return text;
    };
    std::size_t sentences = 0;
    for (const auto* side : {&data.training, &data.held_out})
      for (const Example& window : *side) {
        CHECK(window.answer.size() <= 127);
        const std::string text = text_of(window);
        CHECK((text.ends_with("end.") || text.ends_with("one!") || text.ends_with("Bingley.")));
        CHECK(text.find('#') == std::string::npos);
        for (std::size_t at = text.find("end."); at != std::string::npos; at = text.find("end.", at + 1)) ++sentences;
      }
    CHECK(sentences == 600);  // each sentence once
    CHECK(data.held_out.size() * 4 > data.training.size() * 4 / 20);
    CHECK(data.held_out.size() < data.training.size() / 4);
    CHECK(data.target.tokens() == tales().vocabulary.tokens());
    const std::vector<Example>& windows = data.training;
    CHECK(std::any_of(windows.begin(), windows.end(), [&](const Example& window) {
      return text_of(window).starts_with("It is a truth. \"What is his name?\" said she.\nBingley.");
    }));
    CHECK_THROWS_AS(make_dataset("novel", 1, "# nothing"), InputError);
  }

  TEST_CASE("with weights of 8 bits, the likeliest next token is the same after 99 of 100 tokens of texts that it has not learnt" *
            doctest::test_suite("learning")) {
    const Dataset data = make_dataset("tales", default_settings("tales").seed);
    int same = 0, all = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      std::vector<int> ids{Vocabulary::kStart};
      for (const std::string& piece : data.held_out[i].answer) ids.push_back(tales().vocabulary.find(piece));
      const Tensor exact = Decoding(tales().config, tales().weights).read(ids);
      const Tensor rounded = Decoding(tales().config, tales().weights, WeightFormat::int8).read(ids);
      for (Index t = 0; t < exact.rows(); ++t) {
        const auto likeliest = [&](const Tensor& logits) {
          return std::max_element(logits.row(t), logits.row(t) + logits.cols()) - logits.row(t);
        };
        same += likeliest(exact) == likeliest(rounded);
        ++all;
      }
    }
    CHECK(all > 2000);
    CHECK(same >= 0.99 * all);
  }

  TEST_CASE("any bytes are read, and come back") {
    for (const std::string& text : {std::string("Zoë 吃 🍎"), std::string("\xff\xfe\0a", 4), std::string(), std::string(3000, 'q')})
      CHECK(text_of(tales(), ids_of(tales(), text)) == text);
  }

  TEST_CASE("seeded, it says the same again; another seed says something else; it ends where the text ends, or where it is told to") {
    const std::vector<int> prompt = ids_of(tales(), "Once upon a time");
    const auto written_text = [&](std::uint32_t seed) { return go_on(tales(), prompt, 40, {.temperature = 1}, seed); };
    CHECK(written_text(1) == written_text(1));
    CHECK(written_text(1) != written_text(2));
    CHECK(go_on(tales(), prompt, 400, {.temperature = 0}, 1).size() < 400);
    int heard = 0;
    CHECK(go_on(tales(), prompt, 40, {}, 1, [&](int) { return ++heard < 3; }).size() == 3);
    // After a text of its own the model goes on as before.
    std::vector<int> all = written_text(1), longer = prompt;
    longer.insert(longer.end(), all.begin(), all.begin() + 5);
    CHECK(go_on(tales(), longer, 35, {.temperature = 1}, 1) == std::vector<int>(all.begin() + 5, all.end()));
  }

  TEST_CASE("when the window is full, the oldest tokens fall out, and the text goes on") {
    Writer writer(tales());
    const std::vector<int> long_text = ids_of(tales(), std::string(150, 'x') + " the sun is a");
    const std::vector<float> logits = writer.read(long_text);
    CHECK(writer.window().size() == 128);
    CHECK(writer.forgotten() == static_cast<Index>(long_text.size()) - 128);
    Decoding last(tales().config, tales().weights);
    const Tensor at_once = last.read({long_text.end() - 128, long_text.end()});
    CHECK(std::equal(logits.begin(), logits.end(), at_once.row(127)));
    writer.read({5});
    CHECK(writer.window().back() == 5);
    CHECK(writer.window().size() == 128);
    Writer narrow(tales().config, tales().weights, 4);
    narrow.read({7, 8, 9});
    narrow.read({10, 11});
    CHECK(narrow.window() == std::vector<int>{8, 9, 10, 11});
    CHECK(narrow.read_in_all() == 5);
    for (const Index window : {0, -1, 129}) CHECK_THROWS_AS(Writer(tales().config, tales().weights, window), std::invalid_argument);
  }

  TEST_CASE("pieces: words with their space, marks apart, and a token for each speaker") {
    const BpeTokenizer tokenizer = small_tokenizer();
    CHECK(pieces_of(tokenizer, "the sun.") == std::vector<std::string>{"the", "Ġsun", "."});
    CHECK(pieces_of(tokenizer, "@user the sun@assistant the moon") ==
          std::vector<std::string>{"<user>", "the", "Ġsun", "<assistant>", "the", "Ġmoon"});
    CHECK(turns_of("a@b").size() == 1);
    CHECK(turns_of("@user@assistant").size() == 2);
    const BpeTokenizer again = tokenizer_of(merges_text(tokenizer));
    CHECK(again.merges == tokenizer.merges);
    CHECK(again.pieces == tokenizer.pieces);
    CHECK_THROWS_AS(tokenizer_of("ab"), std::invalid_argument);
    CHECK_THROWS_AS(tokenizer_of("ab c"), std::invalid_argument);
    CHECK(byte_name(" the\n") == "ĠtheĊ");
    for (int byte = 0; byte < 256; ++byte)
      CHECK(bytes_of_name(byte_name(std::string(1, static_cast<char>(byte)))) == std::string(1, static_cast<char>(byte)));
    CHECK_THROWS_AS(bytes_of_name("吃"), std::invalid_argument);
  }

  TEST_CASE("another model, or half a file, is said") {
    const std::string other = "assets/models/reverse.safetensors";
    CHECK_THROWS_AS(language_model(test::read_source_file(other), other), InputError);
    const std::string whole = test::read_source_file(kPath);
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{5'000}, whole.size() / 2, whole.size() - 1})
      CHECK_THROWS_AS(language_model(whole.substr(0, size), kPath), InputError);
    NamedTensors broken = decode_safetensors(whole, kPath);
    broken.metadata["merges"] = "Ġ x\nnothing";
    CHECK_THROWS_AS(language_model(encode_safetensors(broken, StoredAs::f16), kPath), InputError);
  }
}

}  // namespace language_model_test
