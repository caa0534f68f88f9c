#include "session/session_state.h"

#include <algorithm>
#include <utility>

#include "core/join.h"
#include "core/number_text.h"
#include "lessons/run.h"
#include "protocol/address.h"
#include "protocol/blanks.h"
#include "protocol/limits.h"
#include "protocol/link.h"
#include "protocol/look.h"
#include "protocol/opening.h"
#include "protocol/step.h"
#include "session/problem_of.h"

namespace gf {

namespace {

// Whether all that the present step speaks of is there. A run that has not begun yet has none of it.
bool is_applied(const LessonInfo& lesson, const Document& document, const RunView* run) {
  const Step* step = step_of(lesson, document);
  if (!step) return true;
  const std::optional<Index>& trained = step->example.trained;
  return shows_example(lesson, document, step->example) && (!trained || (run && shows_trained(*run, *trained)));
}

}  // namespace

Session::State::State(SessionOptions options)
    : on_change(std::move(options.on_change)),
      lessons(options.lessons ? *options.lessons : gf::lessons()),
      texts(options.texts),
      lacks_texts(std::move(options.lacks_texts)),
      files(std::move(options.files), [this](bool later) { file_came(later); }),
      keeper(std::move(options.store), on_change),
      worker((options.make_worker ? options.make_worker : default_worker)(on_change)) {}

void Session::State::publish() {
  std::optional<Problem> why = problem_of([&] { snapshot = made_snapshot(); });
  unpublished = why.has_value();
  if (why) problem = std::move(why);
}

void Session::State::mend() {
  if (std::exchange(interrupted, false)) guarded([&] { follow_document(); });
}

std::shared_ptr<const Snapshot> Session::State::made_snapshot() {
  const auto waits_for_estimate = [](const Command& command) { return std::holds_alternative<EstimateGradient>(command); };
  auto next = std::make_shared<Snapshot>();
  next->revision = ++revision;
  next->catalogue = catalogue;
  next->document = document();
  next->trace = work().trace;
  next->computing = (submitted != 0 && !work().shows_document()) || (lacks_texts && lacks_texts(here.lesson));
  next->ordering = training.waits();
  next->problem = problem;
  next->notice = notice;
  next->training = training.view(document());
  if (estimated == work().computed) next->estimate = estimate;
  next->estimating = (estimating != 0 && estimating == work().computed) || std::any_of(waiting.begin(), waiting.end(), waits_for_estimate);
  if (const auto made = here.answers.find(here.lesson); made != here.answers.end()) next->answers = made->second;
  for (const Lesson& one : lessons) {
    const auto made = here.answers.find(one.info.id);
    next->progress[one.info.id] = progress_in(one.info, made == here.answers.end() ? Answers{} : made->second, here.route);
  }
  next->log = here.log;
  next->route = here.route;
  next->left = here.left;
  next->step_applied = is_applied(lesson().info, document(), training.run_of(lesson(), document()));
  next->has_own = work().now.own && !same_content(*work().now.own, document());
  next->can_undo = !work().now.past.empty();
  next->can_redo = !work().now.future.empty();
  return next;
}

// ---- documents ---------------------------------------------------------------------------------------------------------

void Session::State::go_to(const Lesson& other) {
  std::string id = other.info.id;
  std::optional<Left> left = here.left;
  if (!here.lesson.empty() && here.lesson != id && here.lesson != lessons.front().info.id) left = Left{here.lesson, document().look.step};
  const bool first = !here.works.contains(id);
  if (first) here.works.emplace(id, keeper.work(other));
  here.lesson = std::move(id);  // a lesson that has a work
  step_shown = SteadyClock::now();
  here.left = std::move(left);
  if (first && other.settings)
    keeper.runs(here.lesson, [this, id = here.lesson](std::string bytes) { training.restore(id, std::move(bytes)); });
}

void Session::State::enter(const Lesson& other) {
  training.enter(other);
  go_to(other);
  before_load.reset();
  waiting.clear();
  submitted = 0;
  follow_document();
}

void Session::State::open_lesson(const Lesson& other) {
  enter(other);
  const std::vector<int> on_route = steps_on(other.info, here.route);
  if (document().look.step == 0 && !on_route.empty() && on_route.front() > 0) go_to_step(on_route.front());
}

void Session::State::apply(Document next, int gesture) {
  if (same_content(next, document())) return;
  work().now.push(std::move(next), gesture);
  submit();
}

void Session::State::amend(Document next) {
  check_look(next.look);
  work().now.amend(std::move(next));
}

void Session::State::apply_example(Document next) {
  if (same_content(next, document())) return;
  work().now.push_example(std::move(next), false);
  submit();
}

void Session::State::go_to_step(int step) {
  step_shown = SteadyClock::now();
  const Step* from = step_of(lesson().info, document());
  Document next = at_step(lesson().info, document(), step);
  const Step* to = step_of(lesson().info, next);
  if (!to) return amend(std::move(next));
  // On the way back the run that there is belongs to a later step, which may train another task.
  const bool beside = to->example.beside && to > from, selects = !next.look.selection;
  if (from->example.beside && from != to) training.press({TrainingCommand::Kind::drop_kept});
  if (same_content(next, document())) {
    amend(std::move(next));
    work().selects_cell = selects;
    select_cell(work());
  } else {
    const RunView* run = training.run_of(lesson(), document());
    if (beside && run && run->step > 0) training.press({TrainingCommand::Kind::keep});
    work().now.push_example(std::move(next), true);
    work().selects_cell = selects;
    follow_document();
  }
  train_for(to->example);
}

void Session::State::keep_given(const std::string& name, GivenAnswer given) {
  given.seconds = static_cast<int>(elapsed_ms(step_shown) / 1000);
  auto log = here.log ? std::make_shared<AnswerLog>(*here.log) : std::make_shared<AnswerLog>();
  keep_answer(*log, here.lesson, name, given);
  here.log = std::move(log);
}

void Session::State::answer(const Answer& given) {
  const ArrayView<Step> steps = lesson().info.steps;
  const Step* const step = std::find_if(steps.begin(), steps.end(), [&](const Step& one) { return one.id == given.step; });
  if (step == steps.end() || !step->ask) throw InputError({"nothing_asked", {{"lesson", here.lesson}, {"got", given.step}}});
  if (given.guess) {
    Guess guess = guess_for(*step, *given.guess);
    if (step == step_of(lesson().info, document()) && work().shows_document()) {
      const Trace& trace = *work().trace;
      const std::optional<Guess> truth = truth_of(*step, trace);
      keep_given(step->id, {guess_text(*step, trace, guess), truth ? guess_text(*step, trace, *truth) : "", is_right(*step, trace, guess)});
    }
    here.answers[here.lesson].guesses.insert_or_assign(given.step, std::move(guess));
  } else {
    here.answers[here.lesson].guesses.erase(given.step);
  }
  if (step != step_of(lesson().info, document()) || !work().shows_document()) return;
  // The answer's cell is selected. The cell that was selected before the guess may be another one.
  const Trace& trace = *work().trace;
  const Selection told = given.guess ? cell_of_truth(*step, trace) : cell_of_step(*step, &trace).value_or(asked_cell(*step, trace));
  if (!has_cell(trace, told)) return;
  Document next = document();
  next.look = with_selected(std::move(next.look), trace, told);
  amend(std::move(next));
}

void Session::State::fill(const Fill& typed) {
  if (!work().shows_document()) return waiting.push_back(typed);
  const Trace& trace = *work().trace;
  const Selection at{typed.node, typed.cell};
  const std::string name = name_of_blank(trace, at);
  if (!has_blank(blanks_of(lesson().info, document()), at) || !can_be_blank(trace, at)) throw InputError({"no_blank", {{"got", name}}});
  Answers& answers = here.answers[here.lesson];
  if (!typed.text) {
    answers.fillings.erase(at);
    return;
  }
  const Filling filled = filling(trace, at, *typed.text);
  if (answers.size() >= kMostAnswers) answers.fillings.clear();
  answers.fillings.insert_or_assign(at, filled);
  keep_given(name, {filled.typed ? format_number(*filled.typed) : "", format_number(filled.asked),
                    filled.typed && says_the_same(trace, at, *filled.typed), typed.hints});
}

void Session::State::set_blanks(const SetBlanks& given) {
  if (!work().shows_document()) return waiting.push_back(given);
  const Trace& trace = *work().trace;
  check_blanks(trace, given.blanks);
  const Blanks before = document().look.blanks;
  Document next = document();
  next.look.blanks = in_order(given.blanks);
  amend(std::move(next));
  const Blanks now = blanks_of(lesson().info, document());
  // A blank that is taken back, and given again later, is empty then.
  for (const auto& [node, cells] : before)
    for (const Cell& cell : cells)
      if (!has_blank(now, {node, cell})) here.answers[here.lesson].fillings.erase({node, cell});
}

void Session::State::bring_own() {
  work().selects_cell = false;
  if (work().now.push_own()) follow_document();
}

// A document without content of its own is a place in a lesson: the step that it is at brings its state.
void Session::State::load(Document next) {
  check_look(next.look);
  const Lesson& other = lesson_named(lessons, next.lesson);
  const bool place = is_place(other.info, next);
  next = as_opened(other.info, std::move(next));
  const bool selects = place && next.look.step != 0 && !next.look.selection;
  files_of(other, next);  // throws where it can be told already
  if (!before_load) before_load = here;
  go_to(other);
  waiting.clear();
  const Step* step = step_of(other.info, next);
  if (same_content(next, document()))
    amend(std::move(next));
  else if (place || (step && shows_example(other.info, next, step->example)))
    work().now.push_example(std::move(next), true);
  else
    work().now.push(std::move(next), 0);
  work().selects_cell = selects;
  follow_document();
  if (place && step && &lesson() == &other) train_for(step->example);  // it may be refused at once
}

void Session::State::load_link(std::string_view text) {
  auto [document, left_out] = read_link_of(text, *catalogue);
  load(std::move(document));
  if (!left_out.empty()) notice = Problem{"link_left_out", {{"names", joined(left_out)}}};
}

void Session::State::try_again() {
  if (std::optional<Document> next = std::exchange(without_file, std::nullopt)) load(*std::move(next));
}

void Session::State::leave_without_texts(const std::string& file, const std::string& back_to) {
  Document wanted = document();
  enter(lesson_named(lessons, back_to));
  without_file = std::move(wanted);
  problem = Problem{"missing_file", {{"where", file}}};
}

// If the reader is there already, nothing is set back.
void Session::State::open(std::string_view text) {
  if (text.empty()) return;
  const Address address = read_address(text);
  if (address.link) return load_link(*address.link);
  const Lesson& other = lesson_named(lessons, address.lesson);
  if (here.lesson != address.lesson || !follows()) enter(other);
  const std::optional<int> step = step_at(address, other.info);
  if (!step || *step == document().look.step) return;
  carry_out(GoToStep{*step});
}

void Session::State::begin(const std::string& address) {
  const KeptPlace before = keeper.place();
  for (const Lesson& one : lessons) {
    if (const auto made = before.guesses.find(one.info.id); made != before.guesses.end())
      here.answers.emplace(one.info.id, fitting_answers(one.info, made->second));
    if (before.lesson == one.info.id) go_to(one);
  }
  here.route = before.route;
  if (!before.log.empty()) here.log = std::make_shared<const AnswerLog>(before.log);
  if (before.left && find_lesson(*catalogue, before.left->lesson)) here.left = before.left;
  problem = problem_of([&] { open(address); });
  if (here.lesson.empty()) enter(lessons.front());
  if (!follows()) enter(lesson());
  keeper.begin(here);
}

// The weights of a run are not in the document: the run takes such an edit back itself.
void Session::State::undo() {
  work().selects_cell = false;
  const int edit = work().now.present.edit;
  if (work().now.undo()) went(edit, false);
}

void Session::State::redo() {
  work().selects_cell = false;
  if (work().now.redo()) went(work().now.present.edit, true);
}

void Session::State::went(int edit, bool again) {
  if (edit == 0) return follow_document();
  training.take_back({edit, again});
  if (work().shows_document()) work().good = work().now;
}

// ---- the trace follows -------------------------------------------------------------------------------------------------

void Session::State::submit() {
  submitted = ++sequence;
  training.trace_asked();
  const std::optional<Problem> why = problem_of([&] {
    if (std::optional<LessonContext> context = context_of(work()))
      worker->submit({sequence, &lesson(), document(), *std::move(context), texts});
  });
  if (why) refuse(work(), *why);
}

// Returns the context of a document's lesson; nothing while a file is still on its way, then `file_came` submits again.
std::optional<LessonContext> Session::State::context_of(const LessonWork& of) {
  std::optional<LessonFiles::Contents> contents = files.get(files_of(*of.lesson, of.document()));
  if (!contents) return std::nullopt;
  LessonContext context;
  context.files = *std::move(contents);
  training.give(*of.lesson, of.document(), context);
  return context;
}

void Session::State::file_came(bool later) {
  if (later && submitted != 0) submit();
  if (on_change) on_change();
}

void Session::State::follow_document() {
  if (!work().shows_document() || work().words != texts) return submit();
  submitted = 0;
  work().outdated = sequence;
  is_good(work());
}

// The trace is that of the lesson's document.
void Session::State::is_good(LessonWork& of) {
  const bool present = &of == &work();
  if (present && before_load) {  // what came from outside may look at what its trace has not
    Document arrived = of.document();
    if (std::optional<Problem> why = problem_of([&] { check_blanks(*of.trace, arrived.look.blanks); })) problem = std::move(why);
    arrived.look = fitting_look(std::move(arrived.look), *of.trace);
    of.now.amend(std::move(arrived));
  }
  select_cell(of);
  History good = of.now;
  of.good = std::move(good);
  of.unproven = false;
  if (!present) return;
  before_load.reset();
  training.enter(*of.lesson);
  if (training.follow(*of.lesson, of.traced, of.traced_with)) forget_edits(of);
}

void Session::State::select_cell(LessonWork& of) {
  if (!of.selects_cell || !of.shows_document()) return;
  of.selects_cell = false;
  of.now.amend(with_cell_of_step(of.lesson->info, of.document(), *of.trace));
}

void Session::State::accept(JobResult result) {
  const auto found = here.works.find(result.job.document.lesson);
  if (found == here.works.end()) return;
  LessonWork& of = found->second;
  const bool newest = result.job.sequence == submitted;
  if (newest) submitted = 0;
  if (result.trace && result.job.sequence > std::max(of.computed, of.outdated)) {
    of.trace = std::move(result.trace);
    of.words = result.job.texts;
    of.computed = result.job.sequence;
    of.traced = std::move(result.job.document);
    of.traced_with = std::move(result.job.context);
    if (of.shows_document()) is_good(of);
  } else if (newest && result.problem) {
    of.traced_with = std::move(result.job.context);  // or the same weights would be tried again and again
    refuse(of, *result.problem);
  }
}

// Back to the last good document, or to where a document was loaded. A trace of a document in between may be showing: then it is
// computed again.
void Session::State::refuse(LessonWork& of, const Problem& why) {
  problem = why;
  if (why.id == "missing_file") without_file = of.document();
  fall_back(of);
}

void Session::State::stop_computing() {
  if (submitted == 0 || work().shows_document() || (!work().trace && !before_load)) return;
  worker->drop();
  waiting.clear();  // it waits for the trace that was given up
  work().outdated = sequence;
  fall_back(work());
  if (work().shows_document()) follow_document();
}

void Session::State::fall_back(LessonWork& of) {
  of.selects_cell = false;
  submitted = estimating = 0;  // an estimate may have been given up for it
  const std::shared_ptr<const Document> refused = of.now.present.document;
  if (&of != &work()) return go_back(of);
  if (!before_load) {
    go_back(of);
  } else {
    here = *std::exchange(before_load, std::nullopt);
    waiting.clear();  // what waits is for the document that was loaded
    if (here.lesson.empty()) go_to(lessons.front());
  }
  // If there is nothing to go back to, as when a file is missing that the lesson opens with, the next edit tries again.
  if (!work().shows_document() && !same_content(document(), *refused)) submit();
}

void Session::State::look_at_run() {
  if (submitted == 0 && work().shows_document() && training.wants_trace(lesson(), document(), work().traced_with)) submit();
}

void Session::State::accept(EstimateResult result) {
  if (result.sequence != estimating) return;
  estimating = 0;
  if (result.sequence != work().computed) return;
  estimated = result.sequence;
  estimate = std::move(result.estimate);
  if (result.problem) problem = std::move(result.problem);
}

void Session::State::accept(TrainingReport report) {
  if (report.unreadable) keeper.put_runs_aside(report.lesson, *report.unreadable);
  for (const KeptRuns& runs : report.kept_runs) keeper.keep_runs(runs);
  if (std::optional<Problem> why = training.accept(std::move(report))) problem = std::move(why);
}

}  // namespace gf
