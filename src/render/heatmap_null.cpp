// Draws no heat maps, for tests, which have no GL.
#include "render/heatmap.h"

namespace gf {

struct HeatmapRenderer::State {};

HeatmapRenderer::HeatmapRenderer(const std::string&, const std::string&) : state_(std::make_unique<State>()) {}
HeatmapRenderer::~HeatmapRenderer() = default;
void HeatmapRenderer::draw(ImDrawList*, std::shared_ptr<const Tensor>, Index, float, float, float, float, const HeatmapStyle&) {}
void HeatmapRenderer::end_frame() {}
void HeatmapRenderer::context_lost() {}
void HeatmapRenderer::use_boxes(bool) {}

}  // namespace gf
