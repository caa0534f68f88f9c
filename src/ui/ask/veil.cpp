#include "ui/ask/veil.h"

#include <algorithm>

#include "core/veil.h"
#include "protocol/step.h"

namespace gf::ui {

namespace {

bool is_veiled(const Tensor& value) { return std::any_of(value.data(), value.data() + value.size(), is_veil); }

void follow(Veil& veil, const Snapshot& snapshot, const Step& step) {
  if (veil.of == snapshot.trace && veil.step == &step && veil.snapshot.trace) {
    std::shared_ptr<const Trace> known = std::move(veil.snapshot.trace);
    veil.snapshot = snapshot;
    veil.snapshot.trace = std::move(known);
    return;
  }
  veil = {snapshot.trace, &step, {}, snapshot};
  Trace trace = with_veil(*snapshot.trace, step);
  for (std::size_t node = 0; node < trace.nodes.size(); ++node)
    if (trace.nodes[node].value != snapshot.trace->nodes[node].value && is_veiled(*trace.nodes[node].value))
      veil.nodes.push_back(static_cast<int>(node));
  veil.snapshot.trace = std::make_shared<const Trace>(std::move(trace));
}

}  // namespace

const Snapshot& veiled(const Snapshot& snapshot, const FrameOptions& options, Veil& veil) {
  const Step* step = asking_step(snapshot);
  if (!step || options.hides(ScreenPart::steps) || !snapshot.trace || snapshot.trace->lesson != snapshot.document.lesson ||
      snapshot.guesses.contains(step->id)) {
    veil = {};
    if (step && snapshot.guesses.contains(step->id)) veil.answered = step;
    return snapshot;
  }
  follow(veil, snapshot, *step);
  return veil.snapshot;
}

bool has_veil(const Frame& frame, int node) {
  const std::vector<int>& nodes = frame.state.veil.nodes;
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

const Step* asking_step(const Snapshot& snapshot) {
  const Step* step = step_of(snapshot.lesson(), snapshot.document);
  return step && step->ask ? step : nullptr;
}

const Guess* guess_made(const Frame& frame) {
  const Step* step = asking_step(frame.snapshot);
  if (!step) return nullptr;
  const auto made = frame.snapshot.guesses.find(step->id);
  return made == frame.snapshot.guesses.end() ? nullptr : &made->second;
}

}  // namespace gf::ui
