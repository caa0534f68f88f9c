#include "session/estimate.h"

#include <algorithm>
#include <cmath>

#include "core/node_name.h"
#include "core/problem.h"
#include "lessons/run.h"
#include "session/finite_difference.h"
#include "session/problem_of.h"

namespace gf {
namespace {

constexpr const char* kLoss = "loss";

const TraceNode& node_of(const Trace& trace, const std::string& name) { return trace.at(name, "gradient"); }

double loss_with(const EstimateJob& job, float value, Replay& replay) {
  Document document = job.document;
  std::erase_if(document.pins, [&](const Pin& pin) { return pin.node == job.value_node && pin.cell == job.cell; });
  document.pins.push_back({job.value_node, job.cell, value});
  const Trace trace = trace_of(*job.lesson, document, job.context, &replay);
  return static_cast<double>(node_of(trace, kLoss).value->at(0, 0, 0));
}

// Returns the magnitude of `value` or the root mean square of the tensor, whichever is larger; 1 if that is 0 or not finite.
double scale_of(const Tensor& tensor, float value) {
  double squares = 0;
  for (Index i = 0; i < tensor.size(); ++i) squares += static_cast<double>(tensor.data()[i]) * static_cast<double>(tensor.data()[i]);
  const double scale = std::max(std::sqrt(squares / static_cast<double>(tensor.size())), std::abs(static_cast<double>(value)));
  return scale > 0 && std::isfinite(scale) ? scale : 1;
}

GradientEstimate estimate(const EstimateJob& job, Replay& replay) {
  const auto loss = [&](float value) { return replay.once([&] { return loss_with(job, value, replay); }); };
  const auto [difference, verdict] = check_gradient(loss, job.value, job.scale, static_cast<double>(job.gradient));
  GradientEstimate result;
  result.node = job.node;
  result.cell = job.cell;
  result.gradient = job.gradient;
  result.h = difference.h;
  result.loss_above = difference.above;
  result.loss_below = difference.below;
  result.estimate = difference.slope;
  result.uncertainty = difference.uncertainty;
  result.verdict = verdict;
  return result;
}

}  // namespace

EstimateJob estimate_job(const Trace& trace, const std::string& node, const Cell& cell) {
  const TraceNode& gradient = node_of(trace, node);
  if (!gradient.gradient.is_whole()) throw InputError({"not_a_gradient", {{"node", node}}});
  EstimateJob job;
  job.node = node;
  const TraceNode& values = trace.node(gradient.gradient.node);
  job.value_node = values.name;
  job.cell = cell;
  if (trace.find(kLoss) < 0) throw InputError({"no_loss", {{"node", node}}});
  if (!gradient.value->contains(cell) || !values.value->contains(cell))
    throw InputError({"unknown_cell",
                      {{"node", node}, {"got", to_string(cell, gradient.value->shape())}, {"shape", to_string(gradient.value->shape())}}});
  job.gradient = gradient.value->at(cell);
  job.value = values.value->at(cell);
  job.scale = scale_of(*values.value, job.value);
  return job;
}

EstimateResult run_estimate(const EstimateJob& job, Replay& replay) {
  EstimateResult result;
  result.sequence = job.sequence;
  result.problem = problem_of([&] { result.estimate = estimate(job, replay); });
  return result;
}

}  // namespace gf
