// Draws heat maps as filled boxes, for programs without GL that make pictures.
#include "render/heatmap.h"

#include "render/heatmap_boxes.h"

namespace gf {

struct HeatmapRenderer::State {};

HeatmapRenderer::HeatmapRenderer(const std::string&, const std::string&) : state_(std::make_unique<State>()) {}
HeatmapRenderer::~HeatmapRenderer() = default;
void HeatmapRenderer::end_frame() {}
void HeatmapRenderer::context_lost() {}

void HeatmapRenderer::draw(ImDrawList* list, std::shared_ptr<const Tensor> tensor, Index outer, float x0, float y0, float x1, float y1,
                           const HeatmapStyle& style) {
  draw_as_boxes(list, *tensor, outer, x0, y0, x1, y1, style);
}
void HeatmapRenderer::use_boxes(bool) {}

}  // namespace gf
