#include "protocol/document.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "protocol/link.h"
#include "support.h"

using namespace gf;
using nlohmann::json;

namespace document_test {
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
  document.look.folded = {"scores"};
  document.look.opened = {"encoder", "encoder.0"};
  document.look.views = {{"weights", View::arcs}, {"query", View::heatmap}};
  document.look.matrices = {{"scores", 2}, {"encoder.0.self_attention.query", 0}};
  document.look.camera = CameraLook{0.1234, 1, 2.5};
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

  TEST_CASE("a look that differs from the first is written, and links made before are read") {
    Document document{"softmax"};
    CHECK(to_json(document).dump() == R"({"inputs":{},"lesson":"softmax"})");
    document.look = {.opened = {"encoder"}, .views = {{"z", View::heatmap}}, .matrices = {{"z", 1}}, .camera = CameraLook{0.5, 0.25, 2}};
    CHECK(
        to_json(document).dump() ==
        R"({"camera":{"x":0.5,"y":0.25,"zoom":2.0},"inputs":{},"lesson":"softmax","matrices":{"z":1},"opened":["encoder"],"views":{"z":"heatmap"}})");
    const Document before = document_from_json({{"lesson", "softmax"}, {"step", 2}, {"folded", {"weights"}}});
    CHECK(before.look == Look{.step = 2, .folded = {"weights"}});
    CHECK(decode_link("W5SWmVdQWlK8IC0ntbg4Py-9OD-tJDexAgA") == Document{"softmax"});
  }

  TEST_CASE("a camera beside the picture, and ways of drawing that there are not, are refused with what was expected") {
    const auto with = [](const char* name, const json& value) { return problem_of({{"lesson", "softmax"}, {name, value}}); };
    CHECK(with("camera", {{"x", 0}, {"y", 1}, {"zoom", 10000}}) == "no problem");
    CHECK(with("camera", {{"x", 0.5}, {"y", 0.5}}) == "document.camera: expected a field named “zoom”.");
    CHECK(with("camera", {{"x", 0.5}, {"y", 0.5}, {"zoom", 0}}).starts_with("document.camera.zoom: expected a number from"));
    CHECK(with("camera", {{"x", -0.1}, {"y", 0.5}, {"zoom", 1}}) == "document.camera.x: expected a number from 0 to 1, got −0.1.");
    CHECK(with("camera", {{"x", 0.5}, {"y", 1e300}, {"zoom", 1}}).starts_with("document.camera.y: expected a number from 0 to 1, got 1"));
    CHECK(with("camera", {{"x", 0.5}, {"y", "a"}, {"zoom", 1}}) == "document.camera.y: expected a number, got a text.");
    CHECK(with("camera", {{"x", 0.5}, {"y", 0.5}, {"zoom", 1}, {"roll", 1}}) == "document.camera: there is no field named “roll”.");
    CHECK(with("camera", 3) == "document.camera: expected an object, got a number.");
    CHECK(with("views", {{"z", "hologram"}}).starts_with("document.views: expected one of tokens, matrix, heatmap,"));
    CHECK(with("views", {{"z", 3}}) == "document.views: expected a text in quotes, got a number.");
    CHECK(with("views", json::array()) == "document.views: expected an object, got a list.");
    CHECK(with("matrices", {{"z", -1}}).starts_with("document.matrices: expected"));
    CHECK(with("matrices", {{"z", 1.5}}).starts_with("document.matrices: expected"));
    CHECK(with("matrices", json::array({1})) == "document.matrices: expected an object, got a list.");
    CHECK(with("scene", "z -> exponentials / sum* | probabilities as curve") == "no problem");
    for (const char* line : {"z exponentials", "z ->", "z as hologram", "z* -> sum*"})
      CHECK(with("scene", line).starts_with("document.scene: expected a scene such as “query / key -> scores -> weights*”"));
    json many = json::object();
    for (int i = 0; i < 257; ++i) many[std::to_string(i)] = "arcs";
    CHECK(with("views", many) == "document.views: expected views of at most 256 nodes, got an object.");
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

  TEST_CASE("a link of 36 characters that holds ten thousand lists inside each other, and one of bytes that are no text") {
    for (const char* link :
         {"7cEBCQAAAAKgrve8HYHaAgAAAAAAAAAAwL8M", "7cEhAQAAAAIgr_vcFTagBQAAAADeMg", "W5SWk1pcnJ-XXpyfVpKbWJGWlp-TkprSmPgfAA"}) {
      CAPTURE(link);
      CHECK(link_problem(link) == "link_broken");
    }
  }

  TEST_CASE("names have a limit of 200 bytes and are UTF-8, wherever they stand; so have the lists of what is folded and opened one") {
    const auto all_with = [](const std::string& name) {
      std::vector<json> documents;
      documents.push_back({{"lesson", name}});
      documents.push_back({{"lesson", "softmax"}, {"pins", {{{"node", name}, {"cell", {0, 0}}, {"value", 1}}}}});
      documents.push_back({{"lesson", "softmax"}, {"selection", {{"node", name}, {"cell", {0, 0}}}}});
      documents.push_back({{"lesson", "softmax"}, {"folded", {name}}});
      documents.push_back({{"lesson", "softmax"}, {"opened", {name}}});
      documents.push_back({{"lesson", "softmax"}, {"views", {{name, "arcs"}}}});
      return documents;
    };
    const auto id_of = [](const json& document) {
      try {
        document_from_json(document);
      } catch (const InputError& error) {
        return error.problem().id;
      }
      return std::string("taken");
    };
    for (const json& document : all_with(std::string(200, 'n'))) CHECK(id_of(document) == "taken");
    for (const json& document : all_with(std::string(201, 'n'))) CHECK(id_of(document) == "text_too_long");
    for (const json& document : all_with("\xff")) CHECK(id_of(document) == "not_utf8");
    for (const std::string list : {"folded", "opened"}) {
      json document{{"lesson", "softmax"}};
      for (int i = 0; i < 257; ++i) document[list].push_back(std::to_string(i));
      CHECK(problem_of(document) == "document." + list + ": expected a list of at most 256 names of sections, got a list.");
    }
  }

  TEST_CASE("a cell that is held at what is not finite is held so after a link, too") {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const Document document{"softmax", {}, {{"scaled", {0, 0, 0}, kInfinity}, {"scaled", {0, 0, 1}, -kInfinity}}};
    CHECK(decode_link(encode_link(document)) == document);
    const Document unknown{"softmax", {}, {{"scaled", {0, 0, 0}, std::nanf("")}}};
    CHECK(std::isnan(decode_link(encode_link(unknown)).pins.at(0).value));
    CHECK(decode_link(encode_link(unknown)) == unknown);
  }

  TEST_CASE("numbers beyond every whole number are written as they are") {
    for (const double value : {1e300, -1e300, 9007199254740992.0, 0.0, -3.0}) CHECK(to_json(InputValue(value)).get<double>() == value);
    CHECK(to_json(InputValue(3.0)).dump() == "3");
  }

  TEST_CASE("a text that is no document is refused with the place and the expectation") {
    CHECK(problem_of(json::parse("[]")) == "document: expected an object, got a list.");
    CHECK(problem_of(json::parse("{}")) == "document: expected a field named “lesson”.");
    CHECK(problem_of({{"lesson", 3}}) == "document.lesson: expected a text in quotes, got a number.");
    CHECK(problem_of({{"lesson", "softmax"}, {"other", 1}}) == "document: there is no field named “other”.");
    CHECK(problem_of({{"lesson", "softmax"}, {"inputs", {{"z", {{1, 2}, {3}}}}}}) ==
          "z: expected rows of equal length, but row 1 has one value and row 0 has 2.");
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

}  // namespace document_test
