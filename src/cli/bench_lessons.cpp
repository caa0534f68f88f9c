// From an edit to the new trace: every input of every lesson is changed by a little, as a reader changes it, with a memo as a worker has
// it.
#include "autograd/trace_memo.h"
#include "cli/bench_times.h"
#include "core/explanation.h"  // json looks at all to_json
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "study/some_edit.h"
#include "train/run_model.h"
#include "train/trainer.h"

namespace gf {
namespace {

using nlohmann::json;

// Files are there already.
LessonContext context_of(const Document& document, const AssetReader& assets) {
  LessonContext context;
  for (const std::string& path : files_of(document))
    if (const auto content = assets(path)) context.files[path] = std::make_shared<const LessonFile>(*content);
  return context;
}

// As after an edit that leaves a training run as it is.
void begin_run(const Lesson& lesson, const Document& document, LessonContext& context) {
  const Trainer trainer(lesson.settings(InputReader(lesson.info, document.inputs, context)));
  context.run = std::make_shared<const RunModel>(
      RunModel{trainer.model(), trainer.shared_dataset(), std::make_shared<const NamedTensors>(trainer.weights())});
}

// A lesson as it is edited.
struct Edited {
  const Lesson& lesson;
  Document document;
  LessonContext context;
  Trace trace;  // of the document
  TraceMemo memo;
};

// The times of edits of one input, each of the same document: with what the trace before it has computed, and without.
struct EditTimes {
  std::vector<double> kept_ms, fresh_ms;
};

void time_edit(Edited& of, const Document& next, const LessonContext& context, EditTimes& times) {
  constexpr std::ptrdiff_t kFresh = 3;
  trace_of(of.lesson, of.document, of.context, nullptr, &of.memo);
  times.kept_ms.push_back(milliseconds_of([&] { trace_of(of.lesson, next, context, nullptr, &of.memo); }));
  if (std::ssize(times.fresh_ms) < kFresh) times.fresh_ms.push_back(milliseconds_of([&] { trace_of(of.lesson, next, context); }));
}

// If the lesson refuses an edit, there is nothing to measure: the next one may fit.
EditTimes times_of(Edited& of, const InputSpec& spec, const LessonContext& context, Index repeats) {
  EditTimes times;
  const auto now = of.trace.inputs.find(spec.name);
  if (now == of.trace.inputs.end()) return times;
  for (Index number = 0; number < 4 * repeats && std::ssize(times.kept_ms) < repeats; ++number) {
    Document next = of.document;
    next.inputs.insert_or_assign(spec.name, edited(spec, now->second, static_cast<std::uint32_t>(number)));
    if (of.lesson.adapt) of.lesson.adapt(of.lesson.info, of.document.inputs, spec.name, next.inputs);
    try {
      time_edit(of, next, context, times);
    } catch (const InputError&) {
      continue;
    }
  }
  return times;
}

// Inputs that leave a run as it is, or the others, which make its data anew.
void measure_inputs(Edited& of, const std::string& size, bool new_run, Index repeats, json& list) {
  LessonContext context = of.context;
  if (new_run) context.run = nullptr;
  for (const InputSpec& spec : of.lesson.info.inputs) {
    const bool runs_on = !of.lesson.settings || of.lesson.looking.contains(spec.name);
    if (runs_on == new_run || !matters(of.lesson.info, of.trace.inputs, spec)) continue;
    const EditTimes times = times_of(of, spec, context, repeats);
    if (times.kept_ms.empty()) continue;
    json result = summary_of(of.lesson.info.id, times.kept_ms);
    result["size"] = new_run ? size + ", new run" : size;
    result["input"] = spec.name;
    result["fresh_ms"] = times.fresh_ms;
    list.push_back(std::move(result));
  }
}

}  // namespace

json bench_lessons(const BenchOptions& options, const AssetReader& assets) {
  json list = json::array();
  if (!options.lesson.empty()) lesson_named(options.lesson);  // or it is said that there is none
  for (const Lesson& lesson : lessons())
    for (const bool largest : {false, true}) {
      if ((largest && lesson.largest.empty()) || (!options.lesson.empty() && options.lesson != lesson.info.id)) continue;
      Document document{lesson.info.id, largest ? inputs_of(lesson.largest) : Inputs{}};
      LessonContext context = context_of(document, assets);
      if (lesson.settings) begin_run(lesson, document, context);
      Trace trace = trace_of(lesson, document, context);
      Edited of{lesson, std::move(document), std::move(context), std::move(trace), {}};
      for (const bool new_run : {false, true}) measure_inputs(of, largest ? "largest" : "default", new_run, options.repeats, list);
    }
  return list;
}

}  // namespace gf
