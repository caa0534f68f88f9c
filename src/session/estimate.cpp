#include "session/estimate.h"

#include <algorithm>
#include <cmath>

#include "core/node_name.h"
#include "core/problem.h"
#include "lessons/run.h"
#include "session/problem_of.h"

namespace gf {
namespace {

constexpr const char* kLoss = "loss";

const TraceNode& node_of(const Trace& trace, const std::string& name) { return trace.at(name, "gradient"); }

double loss_with(const EstimateJob& job, float value, Replay& replay) {
  Document document = job.document;
  std::erase_if(document.pins, [&](const Pin& pin) { return pin.node == job.of && pin.cell == job.cell; });
  document.pins.push_back({job.of, job.cell, value});
  const Trace trace = trace_of(*job.lesson, document, job.context, &replay);
  return static_cast<double>(node_of(trace, kLoss).value->at(0, 0, 0));
}

GradientEstimate estimate(const EstimateJob& job, Replay& replay) {
  const double x = static_cast<double>(job.value), h = 0.01 * std::max(1.0, std::abs(x));
  const float above = static_cast<float>(x + h), below = static_cast<float>(x - h);
  GradientEstimate result;
  result.node = job.node;
  result.cell = job.cell;
  result.gradient = job.gradient;
  result.h = (static_cast<double>(above) - static_cast<double>(below)) / 2;
  result.loss_above = replay.once([&] { return loss_with(job, above, replay); });
  result.loss_below = replay.once([&] { return loss_with(job, below, replay); });
  result.estimate = (result.loss_above - result.loss_below) / (2 * result.h);
  return result;
}

}  // namespace

EstimateJob estimate_job(const Trace& trace, const std::string& node, const Cell& cell) {
  const TraceNode& gradient = node_of(trace, node);
  if (!is_gradient(node)) throw InputError({"not_a_gradient", {{"node", node}}});
  EstimateJob job;
  job.node = node;
  job.of = gradient_of(node);
  job.cell = cell;
  if (trace.find(kLoss) < 0) throw InputError({"no_loss", {{"node", node}}});
  const TraceNode& of = node_of(trace, job.of);
  if (!gradient.value->contains(cell) || !of.value->contains(cell))
    throw InputError({"unknown_cell",
                      {{"node", node}, {"got", to_string(cell, gradient.value->shape())}, {"shape", to_string(gradient.value->shape())}}});
  job.gradient = gradient.value->at(cell);
  job.value = of.value->at(cell);
  return job;
}

EstimateResult run_estimate(const EstimateJob& job, Replay& replay) {
  EstimateResult result;
  result.sequence = job.sequence;
  result.problem = problem_of([&] { result.estimate = estimate(job, replay); });
  return result;
}

}  // namespace gf
