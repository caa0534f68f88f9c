#include "lessons/lesson_file.h"

#include <doctest/doctest.h>

#include "core/problem.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

TEST_SUITE("lessons/lesson_file") {
  TEST_CASE("what is read from a file is made once, each type for itself, and kept while somebody holds it") {
    auto file = std::make_shared<const LessonFile>("42");
    int made = 0;
    const auto number = [&](const std::string& bytes) { return ++made, std::stoi(bytes); };
    const std::shared_ptr<const int> read = file->decoded(number);
    CHECK(*read == 42);
    CHECK(file->decoded(number) == read);
    CHECK(made == 1);
    CHECK(*file->decoded([](const std::string& bytes) { return bytes + "!"; }) == "42!");
    CHECK(file->decoded(number) == read);
    file = nullptr;
    CHECK(*read == 42);
    CHECK(read.use_count() == 1);
  }

  TEST_CASE("bytes that can't be read are tried again") {
    const LessonFile file("rubbish");
    int tried = 0;
    const auto refuse = [&](const std::string&) -> int { throw InputError({"rubbish", {{"tried", std::to_string(++tried)}}}); };
    CHECK_THROWS_AS(file.decoded(refuse), InputError);
    CHECK_THROWS_AS(file.decoded(refuse), InputError);
    CHECK(tried == 2);
    CHECK(*file.decoded([](const std::string& bytes) { return static_cast<int>(bytes.size()); }) == 7);
  }

  TEST_CASE("two traces of the same file share the weights of the model, and those of another file with the same bytes do not") {
    for (const char* lesson : {"language-model", "generation", "sampling", "retrieval"}) {
      CAPTURE(lesson);
      const Document document{lesson};
      LessonContext other;
      for (const std::string& path : files_of(document)) other.files[path] = std::make_shared<const LessonFile>(read_asset(path));
      const auto table = [](const Trace& trace) { return trace.at("decoder.token_table").value; };
      const std::shared_ptr<const Tensor> first = table(run_with_files(document));
      CHECK(first == table(run_with_files(document)));
      CHECK(first != table(run_lesson(document, {}, other)));
    }
  }
}
