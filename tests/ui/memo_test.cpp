#include "ui/memo.h"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/trace.h"

using namespace gf;
using ui::Lent;
using ui::Memo;
using ui::MemoTable;

namespace memo_test {
namespace {

struct Key {
  std::shared_ptr<const Trace> trace;
  int node = 0;
  std::string path;
  Lent<std::vector<int>> cells;
  const char* fixed = "";  // stands for what lives as long as the memo
  bool operator==(const Key&) const = default;
};

// The memos and the state of a test. `make` may not capture them.
int makes = 0;
bool fails = false;

std::string make(const Key& key) {
  ++makes;
  if (fails) throw std::runtime_error("no value");
  std::string made = (key.trace ? key.trace->lesson : "no trace") + " " + std::to_string(key.node) + " " + key.path + key.fixed;
  for (const int cell : *key.cells) made += " " + std::to_string(cell);
  return made;
}

struct Fresh {
  Fresh() { makes = 0, fails = false; }
};

std::shared_ptr<const Trace> trace_of(const std::string& lesson) {
  auto trace = std::make_shared<Trace>();
  trace->lesson = lesson;
  return trace;
}

}  // namespace

TEST_SUITE("ui/memo") {
  TEST_CASE_FIXTURE(Fresh, "the value is made once for equal keys, and anew where any field is another") {
    const std::shared_ptr<const Trace> trace = trace_of("softmax"), equal = trace_of("softmax");
    const std::vector<int> cells{1, 2}, same_cells{1, 2}, more_cells{1, 2, 3};
    Memo<Key, std::string> memo;
    CHECK(memo.get({trace, 4, "at", cells}, make) == "softmax 4 at 1 2");
    CHECK(memo.get({trace, 4, "at", same_cells}, make) == "softmax 4 at 1 2");
    CHECK(makes == 1);
    const Key others[] = {{equal, 4, "at", cells},
                          {equal, 5, "at", cells},
                          {equal, 5, "on", cells},
                          {equal, 5, "on", more_cells},
                          {equal, 5, "on", more_cells, "!"}};
    int expected = 1;
    for (const Key& key : others) {
      CAPTURE(expected);
      const std::string value = memo.get(key, make);
      CHECK(makes == ++expected);
      CHECK(memo.get(key, make) == value);
      CHECK(makes == expected);
    }
    CHECK(memo.value() == "softmax 5 on! 1 2 3");
  }

  TEST_CASE_FIXTURE(Fresh, "only the last value is kept") {
    const std::vector<int> none;
    Memo<Key, std::string> memo;
    for (const int node : {1, 2, 1}) memo.get({nullptr, node, "", none}, make);
    CHECK(makes == 3);
  }

  TEST_CASE_FIXTURE(Fresh, "an empty memo has the value of its type that is made of nothing, and holds no key") {
    struct NoKey {
      bool operator==(const NoKey&) const = default;
    };
    Memo<NoKey, int> memo;
    CHECK(memo.value() == 0);
    CHECK(memo.get({}, [](const NoKey&) { return 7; }) == 7);
    CHECK(memo.get({}, [](const NoKey&) { return 8; }) == 7);
    memo = {};
    CHECK(memo.value() == 0);
    CHECK(memo.get({}, [](const NoKey&) { return 8; }) == 8);
  }

  TEST_CASE_FIXTURE(Fresh, "a throwing make leaves the memo as it was") {
    const std::vector<int> none;
    Memo<Key, std::string> memo;
    memo.get({nullptr, 1, "", none}, make);
    fails = true;
    CHECK_THROWS_AS(memo.get({nullptr, 2, "", none}, make), std::runtime_error);
    CHECK(memo.value() == "no trace 1 ");
    CHECK(memo.get({nullptr, 1, "", none}, make) == "no trace 1 ");
    CHECK(makes == 2);
    fails = false;
    CHECK(memo.get({nullptr, 2, "", none}, make) == "no trace 2 ");
  }

  TEST_CASE_FIXTURE(Fresh, "another object at the address of one that is gone is not taken for it") {
    const std::vector<int> none;
    Memo<Key, std::string> memo;
    std::shared_ptr<const Trace> trace = trace_of("softmax");
    const std::weak_ptr<const Trace> first = trace;
    memo.get({trace, 1, "", none}, make);
    trace.reset();
    CHECK_FALSE(first.expired());  // so that its address is no other trace's
    memo.get({trace_of("lora"), 1, "", none}, make);
    CHECK(first.expired());
    // A lent field is compared by its value: another value may stand at the same address later.
    alignas(std::vector<int>) std::byte place[sizeof(std::vector<int>)];
    const auto lend = [&](std::vector<int> cells) {
      auto* lent = new (place) std::vector<int>(std::move(cells));
      memo.get({nullptr, 1, "", *lent}, make);
      lent->assign(100, -1);
      lent->~vector();
    };
    makes = 0;
    lend({1, 2});
    lend({1, 2});
    CHECK(makes == 1);
    lend({1, 3});
    CHECK(makes == 2);
    CHECK(memo.value() == "no trace 1  1 3");
  }

  TEST_CASE_FIXTURE(Fresh, "a copy has the value, and goes its own way") {
    Memo<Key, std::string> memo, copy;
    {
      const std::vector<int> cells{1};
      memo.get({nullptr, 1, "", cells}, make);
    }
    copy = memo;
    memo = {};
    const std::vector<int> cells{1};
    CHECK(copy.get({nullptr, 1, "", cells}, make) == "no trace 1  1");
    CHECK(makes == 1);
    Memo<Key, std::string> second = copy;
    second.get({nullptr, 2, "", cells}, make);
    CHECK(copy.value() == "no trace 1  1");
  }

  TEST_CASE_FIXTURE(Fresh, "arguments of make beside the key do not decide whether the value is made") {
    const std::vector<int> none;
    Memo<Key, std::string> memo;
    const auto make_with = +[](const Key& key, const std::string& before, int& count) {
      ++count;
      return before + key.path;
    };
    const std::string before = "a", other = "b";
    int count = 0;
    CHECK(memo.get_with({nullptr, 0, "x", none}, make_with, before, count) == "ax");
    CHECK(memo.get_with({nullptr, 0, "x", none}, make_with, other, count) == "ax");
    CHECK(memo.get_with({nullptr, 0, "y", none}, make_with, other, count) == "by");
    CHECK(count == 2);
  }

  TEST_CASE_FIXTURE(Fresh, "a table keeps every value of its scope, and lets all go with it") {
    MemoTable<std::shared_ptr<const Trace>, int, std::string> table;
    const auto tell = [](const std::shared_ptr<const Trace>& trace, const int& node) {
      ++makes;
      if (fails) throw std::runtime_error("no value");
      return trace->lesson + std::to_string(node);
    };
    const std::shared_ptr<const Trace> softmax = trace_of("softmax"), lora = trace_of("lora");
    for (int again = 0; again < 2; ++again)
      for (const int node : {1, 2}) CHECK(table.get(softmax, node, tell) == "softmax" + std::to_string(node));
    CHECK(makes == 2);
    fails = true;
    CHECK_THROWS_AS(table.get(lora, 1, tell), std::runtime_error);
    CHECK(table.get(softmax, 1, tell) == "softmax1");
    CHECK(makes == 3);
    fails = false;
    CHECK(table.get(lora, 1, tell) == "lora1");
    CHECK(table.get(softmax, 1, tell) == "softmax1");
    CHECK(makes == 5);
  }
}
}  // namespace memo_test
