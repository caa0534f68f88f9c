#include "ui/stage/changes.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/veil.h"
#include "ui/cells/moments.h"
#include "ui/training/pace.h"

namespace gf::ui {

namespace {

constexpr double kSameHand_s = 0.5;  // edits that follow each other within this time count as one

bool comparable(const Trace& a, const Trace& b) {
  if (a.lesson != b.lesson || a.nodes.size() != b.nodes.size()) return false;
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), [](const TraceNode& left, const TraceNode& right) {
    return left.name == right.name && left.value->shape() == right.value->shape();
  });
}

// A veil that falls or is lifted changes no number.
bool is_same(float a, float b) { return a == b || (a != a && b != b) || is_veil(a) || is_veil(b); }

int differing_cells(const Tensor& a, const Tensor& b) {
  if (&a == &b) return 0;
  int count = 0;
  for (Index i = 0; i < a.size(); ++i) count += is_same(a.data()[i], b.data()[i]) ? 0 : 1;
  return count;
}

bool trains(const Frame& frame) { return frame.snapshot.training && is_played(frame); }

}  // namespace

void note_changes(const Frame& frame, Screen& screen) {
  Changes& changes = screen.state.lesson.changes;
  const double now = ImGui::GetTime();
  if (changes.after != frame.snapshot.trace) {
    const bool same_hand = changes.before && changes.since_s >= 0 && now - changes.since_s < kSameHand_s;
    std::shared_ptr<const Trace> before = same_hand ? changes.before : changes.after;
    changes = {std::move(before), frame.snapshot.trace, -1, {}, {}};
    if (changes.before && changes.after && !trains(frame) && comparable(*changes.before, *changes.after)) {
      changes.since_s = now;
      int rank = 0;
      for (std::size_t node = 0; node < changes.after->nodes.size(); ++node) {
        changes.count.push_back(differing_cells(*changes.before->nodes[node].value, *changes.after->nodes[node].value));
        changes.rank.push_back(changes.count.back() > 0 ? rank++ : -1);
      }
    }
  }
  // Frames follow each other only while cells glow. The count of changed cells goes with the next frame that something else draws.
  if (changes.since_s >= 0 && !frame.host.still && now - changes.since_s < kGlow_s + kMostDelay_s) screen.output.animating = true;
}

}  // namespace gf::ui
