// Measures the time from an edit to the new trace. Changes every input of every lesson a little, as a reader does, with a memo as a worker
// has one.
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

// Returns a context in which the files of a document are loaded.
LessonContext context_of(const Document& document, const AssetReader& assets) {
  LessonContext context;
  for (const std::string& path : files_of(document))
    if (const auto content = assets(path)) context.files[path] = std::make_shared<const LessonFile>(*content);
  return context;
}

// Puts a training run into the context, as after an edit that does not change the run.
void begin_run(const Lesson& lesson, const Document& document, LessonContext& context) {
  const Trainer trainer(lesson.settings(InputReader(lesson.info, document.inputs, context)));
  context.run = std::make_shared<const RunModel>(
      RunModel{trainer.model(), trainer.shared_dataset(), std::make_shared<const NamedTensors>(trainer.weights())});
}

// A lesson before an edit, with its trace.
struct Edited {
  const Lesson& lesson;
  Document document;
  LessonContext context;
  Trace trace;  // the trace of the document
  TraceMemo memo;
};

// The times of edits of an input, each from the same document: with the memo of the trace before, and without a memo.
struct EditTimes {
  std::vector<double> kept_ms, fresh_ms;
};

void time_edit(Edited& base, const Document& next, const LessonContext& context, EditTimes& times) {
  constexpr std::ptrdiff_t kFresh = 3;
  trace_of(base.lesson, base.document, base.context, nullptr, &base.memo);
  times.kept_ms.push_back(milliseconds_of([&] { trace_of(base.lesson, next, context, nullptr, &base.memo); }));
  if (std::ssize(times.fresh_ms) < kFresh) times.fresh_ms.push_back(milliseconds_of([&] { trace_of(base.lesson, next, context); }));
}

// Returns the times of edits of an input. Edits that the lesson refuses are not measured.
EditTimes times_of(Edited& base, const InputSpec& spec, const LessonContext& context, Index repeats) {
  EditTimes times;
  const auto now = base.trace.inputs.find(spec.name);
  if (now == base.trace.inputs.end()) return times;
  for (Index number = 0; number < 4 * repeats && std::ssize(times.kept_ms) < repeats; ++number) {
    Document next = base.document;
    next.inputs.insert_or_assign(spec.name, edited_value(spec, now->second, static_cast<std::uint32_t>(number)));
    if (base.lesson.adapt) base.lesson.adapt(base.lesson.info, base.document.inputs, spec.name, next.inputs);
    try {
      time_edit(base, next, context, times);
    } catch (const InputError&) {
      continue;
    }
  }
  return times;
}

// Measures the inputs that do not change a training run; or with `new_run`, the inputs that do.
void measure_inputs(Edited& base, const std::string& size, bool new_run, Index repeats, json& list) {
  LessonContext context = base.context;
  if (new_run) context.run = nullptr;
  for (const InputSpec& spec : base.lesson.info.inputs) {
    const bool runs_on = !base.lesson.settings || base.lesson.looking.contains(spec.name);
    if (runs_on == new_run || !matters(base.lesson.info, base.trace.inputs, spec)) continue;
    const EditTimes times = times_of(base, spec, context, repeats);
    if (times.kept_ms.empty()) continue;
    json result = summary_of(base.lesson.info.id, times.kept_ms);
    result["size"] = new_run ? size + ", new run" : size;
    result["input"] = spec.name;
    result["fresh_ms"] = times.fresh_ms;
    list.push_back(std::move(result));
  }
}

}  // namespace

json bench_lessons(const BenchOptions& options, const AssetReader& assets) {
  json list = json::array();
  if (!options.lesson.empty()) lesson_named(options.lesson);  // throws InputError for an unknown lesson
  for (const Lesson& lesson : lessons())
    for (const bool largest : {false, true}) {
      if ((largest && lesson.largest.empty()) || (!options.lesson.empty() && options.lesson != lesson.info.id)) continue;
      Document document{lesson.info.id, largest ? inputs_of(lesson.largest) : Inputs{}};
      LessonContext context = context_of(document, assets);
      if (lesson.settings) begin_run(lesson, document, context);
      Trace trace = trace_of(lesson, document, context);
      Edited base{lesson, std::move(document), std::move(context), std::move(trace), {}};
      for (const bool new_run : {false, true}) measure_inputs(base, largest ? "largest" : "default", new_run, options.repeats, list);
    }
  return list;
}

}  // namespace gf
