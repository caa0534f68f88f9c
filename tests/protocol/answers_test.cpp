#include "protocol/answers.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/problem.h"

using namespace gf;

namespace answers_test {
namespace {

// Guesses of each kind, and their JSON, which stays the same in all versions.
const Answers kAll{{{"chosen", Choice{2}},
                    {"number", Number{0.5}},
                    {"place", PlaceInPlane{-1, 2.5}},
                    {"shares", Shares{{0.5, 0.25, 0.25}}},
                    {"shown", NoGuess{}}},
                   {{{"sum", {0, 0, 0}}, {11.0, 11.25, false}},
                    {{"weights", {0, 1, 2}}, {std::nullopt, 0.75, true}},
                    {{"weights", {3, 1, 2}}, {0.5, 0.75, true}}}};
constexpr const char* kWritten = R"({"chosen":[2.0],"number":[0.5],"place":[-1.0,2.5],"shares":[0.5,0.25,0.25],"shown":[],)"
                                 R"("sum[0,0]":[11.0,11.25],"weights[0,1,2]":[0.75],"weights[3,1,2]":[0.5,0.75]})";

}  // namespace

TEST_SUITE("protocol/answers") {
  TEST_CASE("answers of every kind are written as they were before each had a type of its own") {
    CHECK(to_json(written_answers(kAll)).dump() == kWritten);
    const WrittenAnswers read = answers_from_json(nlohmann::json::parse(kWritten));
    CHECK(read == written_answers(kAll));
    CHECK(fillings_in(read) == kAll.fillings);
  }

  TEST_CASE("a filling is what stands under the name of a cell, with one or two numbers") {
    CHECK(fillings_in({{"encoder.0.weights[1,2,3]", {1}}}) == Fillings{{{"encoder.0.weights", {1, 2, 3}}, {std::nullopt, 1, true}}});
    for (const char* name :
         {"sum", "sum[0]", "sum[0,0", "sum[0,0,0,0]", "sum[a,0]", "sum[,0]", "sum[-1,0]", "sum[0,9999999999]", "[", "]", ""})
      CHECK_MESSAGE(fillings_in({{name, {1, 2}}}).empty(), name);
    CHECK(fillings_in({{"sum[0,0]", {}}}).empty());
    CHECK(fillings_in({{"sum[0,0]", {1, 2, 3}}}).empty());
  }

  TEST_CASE("what is no list of numbers by name is refused") {
    for (const char* text : {"[]", R"({"shares": 1})", R"({"shares": ["a"]})", R"({"shares": [null]})"})
      CHECK_THROWS_AS(answers_from_json(nlohmann::json::parse(text)), InputError);
  }
}

}  // namespace answers_test
