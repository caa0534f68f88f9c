#include "protocol/document.h"

#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "protocol/link.h"
#include "support.h"

using namespace gf;
using nlohmann::json;

namespace {

Document full_document() {
  Document document;
  document.lesson = "self-attention";
  document.inputs = {{"text", std::string("naïve “cat” 👩‍👧")},
                     {"width", 4.0},
                     {"causal", true},
                     {"w_q", Tensor::from_rows({{0.1f, -2.5e-8f}, {3e38f, 0}})}};
  document.pins = {{"weights", {0, 1, 2}, 0.3f}, {"scores", {2, 0, 1}, -1}};
  document.look.selection = Selection{"query", {0, 0, 2}};
  document.look.step = 3;
  return document;
}

std::string problem_of(const json& value) {
  try {
    document_from_json(value);
  } catch (const InputError& error) {
    return test::english().format(error.problem());
  }
  return "no problem";
}

std::string link_problem(std::string_view text) {
  try {
    decode_link(text);
  } catch (const InputError& error) {
    return error.problem().id;
  }
  return "no problem";
}

}  // namespace

TEST_SUITE("protocol/document") {
  TEST_CASE("JSON and back is the same document, to the last bit") {
    const Document document = full_document();
    CHECK(document_from_json(to_json(document)) == document);
    CHECK(document_from_json(json::parse(to_json(document).dump())) == document);
    Document other = document;
    other.inputs["width"] = 5.0;
    CHECK_FALSE(other == document);
  }

  TEST_CASE("floats are written in their shortest form") {
    Document document{"softmax", {{"z", Tensor::from_rows({{0.1f, 1.0f / 3}})}}};
    CHECK(to_json(document).dump() == R"({"inputs":{"z":[[0.1,0.33333334]]},"lesson":"softmax"})");
  }

  TEST_CASE("a link and back is the same document") {
    const Document document = full_document();
    const std::string link = encode_link(document);
    CHECK(decode_link(link) == document);
    CHECK(link.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos);
  }

  TEST_CASE("every truncation and every changed character of a link is refused or read, never worse") {
    const std::string link = encode_link(full_document());
    for (std::size_t length = 0; length < link.size(); ++length) CHECK(link_problem(link.substr(0, length)) != "no problem");
    for (std::size_t at = 0; at < link.size(); ++at) {
      std::string changed = link;
      changed[at] = changed[at] == 'A' ? 'B' : 'A';
      link_problem(changed);
    }
    CHECK(link_problem("") == "link_broken");
    CHECK(link_problem("not a link!") == "link_broken");
    CHECK(link_problem(std::string(3 << 20, 'A')) == "link_too_long");
  }

  TEST_CASE("what is not a document is refused with the place and what was expected") {
    CHECK(problem_of(json::parse("[]")) == "document: expected an object, got a list.");
    CHECK(problem_of(json::parse("{}")) == "document: expected a field named “lesson”.");
    CHECK(problem_of({{"lesson", 3}}) == "document.lesson: expected a text in quotes, got a number.");
    CHECK(problem_of({{"lesson", "softmax"}, {"other", 1}}) == "document: there is no field named “other”.");
    CHECK(problem_of({{"lesson", "softmax"}, {"inputs", {{"z", {{1, 2}, {3}}}}}}) ==
          "z: expected rows of equal length, but row 1 has 1 values and row 0 has 2.");
    CHECK(problem_of({{"lesson", "softmax"}, {"inputs", {{"z", json::parse("[[1, \"a\"]]")}}}}) ==
          "z[0,1]: expected a number, got a text.");
    CHECK(problem_of({{"lesson", "softmax"}, {"inputs", {{"z", json::array()}}}}).find("z: expected a matrix with at least one row") == 0);
    CHECK(problem_of({{"lesson", "softmax"}, {"pins", {{{"node", "z"}, {"cell", {0}}, {"value", 1}}}}}) ==
          "document.pins[0].cell: expected a cell such as [row, column], got a list.");
    CHECK(problem_of({{"lesson", "softmax"}, {"pins", {{{"node", "z"}, {"cell", {0, -1}}, {"value", 1}}}}})
              .find("expected a whole number from 0 up") != std::string::npos);
    CHECK(problem_of({{"lesson", "softmax"}, {"step", -1}}).find("document.step: expected a whole number") == 0);
  }
}
