#include "lessons/lesson_file.h"

#include <doctest/doctest.h>

#include "core/problem.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

TEST_SUITE("lessons/lesson_file") {
  TEST_CASE("a value from a file is made once, each type for itself, and kept while somebody holds it") {
    auto file = std::make_shared<const LessonFile>("42");
    int decoded_count = 0;
    const auto number = [&](const std::string& bytes) { return ++decoded_count, std::stoi(bytes); };
    const std::shared_ptr<const int> read = file->decoded(number);
    CHECK(*read == 42);
    CHECK(file->decoded(number) == read);
    CHECK(decoded_count == 1);
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

  TEST_CASE("no lesson takes the model of another task in place of the one that it asked for") {
    const std::map<std::string, std::string> swapped = {{"reverse", "sort"},
                                                        {"english-spanish", "french-english"},
                                                        {"french-english", "english-spanish"},
                                                        {"tales", "novel"},
                                                        {"conversations", "tales"},
                                                        {"novel", "conversations"}};
    const auto path_of = [](const std::string& task) { return "assets/models/" + task + ".safetensors"; };
    std::vector<Document> documents = {{"encoder-decoder", {{"weights", std::string("english-spanish")}}},
                                       {"encoder-decoder", {{"weights", std::string("french-english")}}}};
    for (const Lesson& lesson : lessons()) documents.push_back({lesson.info.id});
    int tried = 0;
    for (const Document& document : documents)
      for (const auto& [task, other] : swapped) {
        LessonContext context = context_with_files(document);
        const auto file = context.files.find(path_of(task));
        if (file == context.files.end()) continue;
        CAPTURE(document.lesson);
        CAPTURE(task);
        ++tried;
        file->second = std::make_shared<const LessonFile>(read_asset(path_of(other)));
        try {
          run_lesson(document, {}, context);
          FAIL_CHECK("it was taken");
        } catch (const InputError& error) {
          CHECK(error.problem().id == "model_of_other_task");
        }
      }
    CHECK(tried > 5);
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
