// The declarations of inputs with their properties, and panels of nodes.
#include "lessons/build.h"

#include "autograd/ops.h"
#include "lessons/shared/input_specs.h"
#include "support.h"

using namespace gf;

TEST_SUITE("lessons/build") {
  TEST_CASE("a panel shows the nodes that are there, and where there are none there is no panel") {
    LessonBuild out({});
    const NodeId a = constant(out.tape, Tensor::from_rows({{1}}), "a");
    constant(out.tape, Tensor::from_rows({{2}}), "b");
    out.show(View::matrix, a, "first");
    out.show(View::matrix, "missing", "first");
    out.show_each(View::heatmap, {"b", "missing", "a"}, "second");
    out.show_together(View::softmax_rows, {"a", "missing", "b"}, "third");
    out.show_together(View::softmax_rows, {"missing"}, "third");
    REQUIRE(out.panels.size() == 4);
    CHECK(out.panels[0].nodes == std::vector<std::string>{"a"});
    CHECK(out.panels[0].section == "first");
    CHECK(out.panels[1].nodes == std::vector<std::string>{"b"});
    CHECK(out.panels[2].nodes == std::vector<std::string>{"a"});
    CHECK(out.panels[2].view == View::heatmap);
    CHECK(out.panels[3].nodes == std::vector<std::string>{"a", "b"});
  }

  TEST_CASE("the properties of a declared input are kept in its declaration") {
    const std::vector<InputSpec> inputs{text_input("phrases", "one").lines(),
                                        number_input("width", 4, 2, 512).logarithmic(),
                                        choice_input("norm", "before, after", "after").only_with("mode", "taught, alone"),
                                        toggle_input("shown", true).only_with("dropout"),
                                        seed_input(42),
                                        number_input("rows", 1, 1, 8)};
    CHECK(inputs[0].lines);
    CHECK(inputs[1].logarithmic);
    CHECK(inputs[2].only_with->input == "mode");
    CHECK(inputs[2].only_with->choices.text() == "taught, alone");
    CHECK(std::get<std::string_view>(inputs[2].initial) == "after");
    CHECK(inputs[3].only_with->choices.empty());
    CHECK(inputs[4].most == 4294967295.0);
    CHECK(inputs[4].logarithmic);
    CHECK_FALSE(inputs[5].logarithmic);
    CHECK_FALSE(inputs[5].only_with.has_value());
    CHECK_NOTHROW(check_input(inputs[4], 4294967295.0));
  }
}
