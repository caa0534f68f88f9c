// A heat map as boxes, as vector pictures have it.
#include "render/heatmap_boxes.h"

#include <algorithm>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

TEST_SUITE("ui/heat map boxes") {
  TEST_CASE("the boxes of a heat map end where it ends, also if several cells share a point") {
    Driver driver(200, 100);
    driver.show(snapshot_of("softmax"));
    for (const Shape& shape : {matrix_shape(7, 2), matrix_shape(2, 7), matrix_shape(7, 7), matrix_shape(2, 2)}) {
      CAPTURE(to_string(shape));
      ImGui::NewFrame();
      ImDrawList* list = ImGui::GetForegroundDrawList();
      const int before = list->VtxBuffer.Size;
      draw_as_boxes(list, Tensor::filled(shape, 1), 0, 10, 20, 13, 23, {});
      REQUIRE(list->VtxBuffer.Size > before);
      ImVec2 end(0, 0);
      for (const ImDrawVert* vertex = list->VtxBuffer.begin() + before; vertex != list->VtxBuffer.end(); ++vertex) {
        end.x = std::max(end.x, vertex->pos.x);
        end.y = std::max(end.y, vertex->pos.y);
      }
      CHECK(end.x == 13);
      CHECK(end.y == 23);
      ImGui::Render();
    }
  }
}
