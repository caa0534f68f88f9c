#include "ui/views/view_table.h"

#include <algorithm>
#include <iterator>

namespace gf::ui {

const ViewRow& row_of(View view) {
  static constexpr const ViewRow* kRows[] = {&kTokensView, &kMatrixView, &kHeatmapView,   &kSoftmaxRowsView, &kAttentionView,
                                             &kArcsView,   &kCurveView,  &kHeadsView,     &kLinksView,       &kRankingView,
                                             &kPlaneView,  &kPiecesView, &kLikeliestView, &kHistogramView,   &kShortlistView,
                                             &kTreeView,   &kTreemapView};
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows), [&](const ViewRow* row) { return row->view == view; });
  return found == std::end(kRows) ? kMatrixView : **found;
}

}  // namespace gf::ui
