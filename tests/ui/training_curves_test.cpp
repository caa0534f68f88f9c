// The scales, ticks and areas of the plots of a training run.
#include "core/number_text.h"
#include "ui/training/curves.h"

#include <cmath>
#include <limits>

#include "support.h"
#include "ui/training/samples.h"

using namespace gf;
using namespace gf::ui;

namespace training_curves_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Extent extent_of(const std::vector<double>& values) {
  Extent extent;
  for (const double value : values) extent.take(value);
  return extent;
}

std::vector<CurvePoint> wave(int count) {
  std::vector<CurvePoint> points;
  for (int i = 0; i < count; ++i) points.push_back({static_cast<double>(i), std::sin(0.7 * i)});
  return points;
}

std::vector<RunRecord> records_at(const std::vector<Index>& steps) {
  std::vector<RunRecord> records(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) records[i].step = steps[i];
  return records;
}

}  // namespace

TEST_SUITE("ui/training_curves") {
  TEST_CASE("the extent leaves out what isn't finite") {
    const Extent extent = extent_of({kNan, 3, kInf, -2, 0, 0.5, -kInf});
    CHECK(extent.seen);
    CHECK(extent.least == -2);
    CHECK(extent.most == 3);
    CHECK(extent.least_positive == 0.5);
    CHECK_FALSE(extent_of({kNan, kInf}).seen);
  }

  TEST_CASE("the axis of steps ends at a round number that holds the last record, and never beyond the plan") {
    CHECK(scale_of_steps(0, 2000).most == 500);
    CHECK(scale_of_steps(340, 2000).most == 500);
    CHECK(scale_of_steps(501, 2000).most == 1000);
    CHECK(scale_of_steps(1990, 2000).most == 2000);
    CHECK(scale_of_steps(2000, 2000).most == 2000);
    CHECK(scale_of_steps(1960, 1970).most == 1970);
    CHECK(scale_of_steps(300, 200).most == 300);  // the kept run is longer than the present run will be
    CHECK(scale_of_steps(0, 0).most > 0);
    for (Index last = 1; last < 5000; last += 7) CHECK(scale_of_steps(last, 100000).place(static_cast<double>(last)) <= 1);
  }

  TEST_CASE("losses over more than two decades are shown logarithmically, unless it was chosen") {
    CHECK_FALSE(scale_of_losses(extent_of({2.3, 0.03}), {}).logarithmic);
    const Scale wide = scale_of_losses(extent_of({2.3, 0.003}), {});
    CHECK(wide.logarithmic);
    CHECK(wide.least == doctest::Approx(1e-3));
    CHECK(wide.most == doctest::Approx(10));
    CHECK(wide.place(1e-3) == doctest::Approx(0));
    CHECK(wide.place(0.1) == doctest::Approx(0.5));
    CHECK(wide.place(0) == 0);
    CHECK(wide.place(-1) == 0);
    CHECK_FALSE(scale_of_losses(extent_of({2.3, 0.003}), false).logarithmic);
    CHECK(scale_of_losses(extent_of({2.3, 2.1}), true).logarithmic);
    const Scale linear = scale_of_losses(extent_of({2.3, 0.4}), {});
    CHECK(linear.least == 0);
    CHECK(linear.most == doctest::Approx(2.5));
  }

  TEST_CASE("any extent gives a scale on which ticks and places are finite") {
    for (const auto& values : std::vector<std::vector<double>>{
             {}, {kNan}, {0}, {0, 0}, {5}, {-3}, {-3, 8}, {1e-308, 1e308}, {1e300}, {5e-324}, {-1e308, 1e308}, {1e-12, 1e-12}})
      for (const std::optional<bool> logarithmic : {std::optional<bool>{}, std::optional<bool>{true}, std::optional<bool>{false}}) {
        const Extent extent = extent_of(values);
        const Scale scale = scale_of_losses(extent, logarithmic);
        CAPTURE(extent.least);
        CAPTURE(extent.most);
        CHECK(scale.most > scale.least);
        CHECK(std::isfinite(scale.place(extent.most)));
        const std::vector<double> ticks = ticks_of(scale, 5);
        CHECK(ticks.size() <= 8);
        for (const double tick : ticks) CHECK(std::isfinite(scale.place(tick)));
      }
  }

  TEST_CASE("ticks are 1, 2 or 5 times a power of ten apart and lie in the scale") {
    CHECK(ticks_of({0, 1, false}, 5) == std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
    CHECK(ticks_of({0, 2000, false}, 4) == std::vector<double>{0, 500, 1000, 1500, 2000});
    CHECK(ticks_of({0, 1970, false}, 4) == std::vector<double>{0, 500, 1000, 1500});
    const std::vector<double> decades = ticks_of({1e-3, 10, true}, 5);
    REQUIRE(decades.size() == 5);
    for (std::size_t i = 0; i < decades.size(); ++i) CHECK(decades[i] == doctest::Approx(std::pow(10.0, static_cast<double>(i) - 3)));
    CHECK(ticks_of({0.1, 1, true}, 5).size() == 4);  // 0.1, 0.2, 0.5, 1
    CHECK(ticks_of({1e-12, 1e3, true}, 5).size() <= 6);
  }

  TEST_CASE("quantities are written short") {
    const auto text = [](double value) { return quantity_text(value, ","); };
    CHECK(text(0) == "0");
    CHECK(text(0.6000000000000001) == "0.6");
    CHECK(text(0.0035) == "0.0035");
    CHECK(text(2000) == "2,000");
    CHECK(text(123456) == "123,456");
    CHECK(text(1e9) == "1e9");
    CHECK(text(2.5e-7) == "2.5e-7");
    CHECK(text(-1500) == "-1,500");
    CHECK(text(kNan) == "NaN");
    CHECK(text(kInf) == "∞");
    CHECK(count_text(1234567, ",") == "1,234,567");
    CHECK(count_text(12, ",") == "12");
  }

  TEST_CASE("a line keeps its peaks when it is made of fewer points than records") {
    std::vector<CurvePoint> points = wave(5000);
    points[2345].value = 40;
    points[3456].value = -40;
    const std::vector<CurvePoint> few = decimated(points, {0, 5000, false}, 200);
    CHECK(few.size() <= 4 * 201);
    CHECK(few.size() > 200);
    CHECK(few.front() == points.front());
    CHECK(few.back() == points.back());
    const auto has = [&](const CurvePoint& point) { return std::find(few.begin(), few.end(), point) != few.end(); };
    CHECK(has(points[2345]));
    CHECK(has(points[3456]));
    for (std::size_t i = 1; i < few.size(); ++i) CHECK(few[i - 1].step < few[i].step);
    CHECK(decimated(wave(200), {0, 5000, false}, 200) == wave(200));
    CHECK(decimated({}, {0, 1, false}, 200).empty());
    CHECK(decimated(wave(3), {0, 1, false}, 0).size() <= 3);
  }

  TEST_CASE("gaps stay gaps, one point for each") {
    std::vector<CurvePoint> points = wave(1000);
    for (int i = 300; i < 700; ++i) points[static_cast<std::size_t>(i)].value = i % 2 == 0 ? kNan : kInf;
    points[800].value = kNan;
    int gaps = 0;
    for (const CurvePoint& point : decimated(points, {0, 1000, false}, 100)) gaps += std::isfinite(point.value) ? 0 : 1;
    CHECK(gaps == 2);
  }

  TEST_CASE("a strip shows the largest value of a column, holds it where there is none, and ends with the run") {
    const std::vector<CurvePoint> points{{0, 1}, {1, 5}, {2, 3}, {40, 2}, {60, kNan}, {61, 9}};
    const auto strip = strip_of(points, {0, 100, false}, 10);
    REQUIRE(strip.size() == 10);
    CHECK(strip[0] == 5);
    CHECK(strip[3] == 5);
    CHECK(strip[4] == 2);
    CHECK(strip[5] == 2);
    REQUIRE(strip[6].has_value());
    CHECK(std::isnan(*strip[6]));
    CHECK_FALSE(strip[7].has_value());
    CHECK_FALSE(strip_of({}, {0, 100, false}, 10)[0].has_value());
    CHECK_FALSE(strip_of({{50, 1}}, {0, 100, false}, 10)[4].has_value());
  }

  TEST_CASE("the record near a step") {
    const std::vector<RunRecord> records = records_at({0, 10, 20, 100});
    CHECK(record_near(records, -5) == 0);
    CHECK(record_near(records, 4) == 0);
    CHECK(record_near(records, 6) == 1);
    CHECK(record_near(records, 59) == 2);
    CHECK(record_near(records, 61) == 3);
    CHECK(record_near(records, 1e9) == 3);
    CHECK(record_near({}, 3) == -1);
  }

  TEST_CASE("the shown record: the viewed one, the last one, none") {
    RunView run;
    CHECK(shown_record(run) == -1);
    run.records = records_at({0, 10, 20});
    CHECK(shown_record(run) == 2);
    run.viewed = 1;
    CHECK(shown_record(run) == 1);
    run.viewed = 7;
    CHECK(shown_record(run) == 2);
  }

  TEST_CASE("the words of an answer that aren't the expected ones") {
    using Words = std::vector<AnswerWord>;
    CHECK(compared("the cat is on it", "the cat is under it") ==
          Words{{"the", false}, {"cat", false}, {"is", false}, {"on", true}, {"it", false}});
    // A word that is left out does not shift the words after it.
    CHECK(compared("cat is under", "the cat is under") == Words{{"cat", false}, {"is", false}, {"under", false}});
    CHECK(compared("4 1 3 3", "4 1 3") == Words{{"4", false}, {"1", false}, {"3", false}, {"3", true}});
    CHECK(compared("(é)", "(e)") == Words{{"(", false}, {"é", true}, {")", false}});
    CHECK(compared("", "4 1").empty());
    CHECK(compared("4", "") == Words{{"4", true}});
  }
}

}  // namespace training_curves_test
