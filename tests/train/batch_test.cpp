#include "train/batch.h"

#include <doctest/doctest.h>

using namespace gf;

TEST_SUITE("train/batch") {
  const Example kShort{{"1", "2", "3"}, {"3", "2", "1"}};
  const Example kLong{{"4", "5", "6", "7"}, {"7", "6", "5", "4"}};

  TEST_CASE("a batch has the read and the asked tokens of each architecture") {
    Dataset data = make_dataset("reverse", 1);
    TransformerConfig config;
    const auto id = [&](const char* token) { return data.source.find(token); };
    const int pad = Vocabulary::kPad, start = Vocabulary::kStart, end = Vocabulary::kEnd;

    config.architecture = Architecture::encoder_decoder;
    fit_sizes(data, config);
    CHECK(config.vocabulary == 13);
    CHECK(config.target_vocabulary == 0);
    Batch batch = make_batch(data, config, {&kShort, &kLong});
    CHECK(batch.size == 2);
    CHECK(batch.source_length == 4);
    CHECK(batch.source == std::vector<int>{id("1"), id("2"), id("3"), pad, id("4"), id("5"), id("6"), id("7")});
    CHECK(batch.source_lengths == std::vector<Index>{3, 4});
    CHECK(batch.target == std::vector<int>{start, id("3"), id("2"), id("1"), pad, start, id("7"), id("6"), id("5"), id("4")});
    CHECK(batch.labels == std::vector<int>{id("3"), id("2"), id("1"), end, -1, id("7"), id("6"), id("5"), id("4"), end});
    CHECK(batch.target_lengths == std::vector<Index>{4, 5});

    config.architecture = Architecture::decoder_only;
    batch = make_batch(data, config, {&kShort, &kLong});
    CHECK(batch.source.empty());
    CHECK(batch.target_length == 9);
    CHECK(batch.target_lengths == std::vector<Index>{7, 9});
    CHECK(std::vector<int>(batch.target.begin(), batch.target.begin() + 9) ==
          std::vector<int>{id("1"), id("2"), id("3"), start, id("3"), id("2"), id("1"), pad, pad});
    CHECK(std::vector<int>(batch.labels.begin(), batch.labels.begin() + 9) ==
          std::vector<int>{-1, -1, -1, id("3"), id("2"), id("1"), end, -1, -1});

    config.architecture = Architecture::encoder_only;
    batch = make_batch(data, config, {&kShort});
    CHECK(data.longest_answer == 8);
    CHECK(batch.target == std::vector<int>{id("1"), id("2"), id("3"), start, start, start, start, start, start, start, start, start});
    CHECK(batch.labels == std::vector<int>{-1, -1, -1, id("3"), id("2"), id("1"), end, -1, -1, -1, -1, -1});

    const Example unknown{{"x"}, {"1"}};
    CHECK_THROWS_AS(make_batch(data, config, {&unknown}), std::invalid_argument);
  }

  TEST_CASE("in conversations the assistant's words and their end are asked for, in other texts all words") {
    Dataset data;
    for (const char* token : {"hello", "who", "me", "<system>", "<user>", "<assistant>", "@call", "@result"}) data.target.add(token);
    data.source = data.target;
    TransformerConfig config;
    config.architecture = Architecture::decoder_only;
    const auto labels = [&](const std::vector<std::string>& answer) {
      const Example example{{}, answer};
      return make_batch(data, config, {&example}).labels;
    };
    const auto id = [&](const char* token) { return data.target.find(token); };
    const int end = Vocabulary::kEnd, none = -1;
    CHECK(labels({"hello", "who"}) == std::vector<int>{id("hello"), id("who"), end});
    CHECK(labels({"<system>", "who", "<user>", "hello", "<assistant>", "me", "<user>", "who", "<assistant>", "me"}) ==
          std::vector<int>{none, none, none, none, none, id("me"), id("<user>"), none, none, id("me"), end});
    CHECK(labels({"<user>", "who", "<assistant>", "me", "<end>", "<user>", "who", "<assistant>", "hello", "<end>", "hello"}) ==
          std::vector<int>{none, none, none, id("me"), end, none, none, none, id("hello"), end, id("hello"), end});
    // A tool speaks after @result, and the assistant writes @result.
    CHECK(labels({"<user>", "who", "<assistant>", "@call", "who", "@result", "me", "<assistant>", "hello"}) ==
          std::vector<int>{none, none, none, id("@call"), id("who"), id("@result"), none, none, id("hello"), end});
  }

  TEST_CASE("two vocabularies for two stacks, one for one") {
    Dataset data = make_dataset("english-spanish", 1);
    TransformerConfig config;
    config.architecture = Architecture::encoder_decoder;
    fit_sizes(data, config);
    CHECK(config.vocabulary == data.source.size());
    CHECK(config.target_vocabulary == data.target.size());
    CHECK(data.source.find("gato") < 0);
    config.architecture = Architecture::decoder_only;
    join_vocabularies(data);
    fit_sizes(data, config);
    CHECK(config.target_vocabulary == 0);
    CHECK(data.source.find("gato") == data.target.find("gato"));
    CHECK(data.source.find("gato") > 0);
    CHECK(config.vocabulary < 700);
  }
}
