#include "session/session_state.h"

#include <algorithm>
#include <utility>

#include "core/join.h"
#include "lessons/run.h"
#include "protocol/address.h"
#include "protocol/blanks.h"
#include "protocol/limits.h"
#include "protocol/link.h"
#include "protocol/look.h"
#include "protocol/opening.h"
#include "protocol/step.h"
#include "session/guesses.h"
#include "session/problem_of.h"
#include "study/course.h"

namespace gf {

void Session::State::go_to(const Lesson& other) {
  std::string id = other.info.id;
  std::optional<Left> left = reader.left;
  if (!reader.lesson.empty() && reader.lesson != id && reader.lesson != lessons.front().info.id)
    left = Left{reader.lesson, document().look.step};
  const bool first = !reader.works.contains(id);
  if (first) reader.works.emplace(id, keeper.work(other));
  reader.lesson = std::move(id);  // `works` has this lesson
  step_shown = SteadyClock::now();
  reader.left = std::move(left);
  if (first && other.settings)
    keeper.runs(reader.lesson, [this, id = reader.lesson](std::string bytes) { training.restore(id, std::move(bytes)); });
}

void Session::State::enter(const Lesson& other) {
  training.enter(other);
  go_to(other);
  follower.settle();
  follower.drop_deferred();
  follower.rest();
  follow_document();
}

void Session::State::open_lesson(const Lesson& other) {
  enter(other);
  const std::vector<int> on_route = steps_on(other.info, reader.route);
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
  // On the way back, the present run belongs to a later step, which may train another task.
  const bool beside = to->example.beside && to > from;
  const bool selects = !next.look.selection;
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
  auto log = reader.log ? std::make_shared<AnswerLog>(*reader.log) : std::make_shared<AnswerLog>();
  keep_answer(*log, reader.lesson, name, given);
  reader.log = std::move(log);
}

bool Session::State::shows_step(const Step& step) { return &step == step_of(lesson().info, document()) && work().shows_document(); }

void Session::State::answer(const Answer& given) {
  const ArrayView<Step> steps = lesson().info.steps;
  const auto* const step = std::find_if(steps.begin(), steps.end(), [&](const Step& each) { return each.id == given.step; });
  if (step == steps.end() || !step->ask) throw InputError({"nothing_asked", {{"lesson", reader.lesson}, {"got", given.step}}});
  const Trace* const trace = shows_step(*step) ? work().trace.get() : nullptr;
  AnswerEffect effect = with_guess(reader.answers[reader.lesson], *step, given, trace);
  if (effect.given) keep_given(step->id, *std::move(effect.given));
  reader.answers[reader.lesson] = std::move(effect.answers);
  if (!trace) return;
  const Selection selected = cell_after_guess(*step, given, *trace);
  if (!has_cell(*trace, selected)) return;
  Document next = document();
  next.look = with_selected(std::move(next.look), *trace, selected);
  amend(std::move(next));
}

void Session::State::fill(const Fill& typed) {
  if (!work().shows_document()) return follower.defer(typed);
  const Trace& trace = *work().trace;
  AnswerEffect effect = with_filling(reader.answers[reader.lesson], lesson().info, document(), trace, typed);
  reader.answers[reader.lesson] = std::move(effect.answers);
  if (effect.given) keep_given(name_of_blank(trace, {typed.node, typed.cell}), *std::move(effect.given));
}

void Session::State::set_blanks(const SetBlanks& given) {
  if (!work().shows_document()) return follower.defer(given);
  check_blanks(*work().trace, given.blanks);
  const Blanks before = document().look.blanks;
  Document next = document();
  next.look.blanks = in_order(given.blanks);
  amend(std::move(next));
  Answers& answers = reader.answers[reader.lesson];
  answers = without_old_fillings(std::move(answers), before, blanks_of(lesson().info, document()));
}

void Session::State::bring_own() {
  work().selects_cell = false;
  if (work().now.push_own()) follow_document();
}

void Session::State::load(Document next) {
  check_look(next.look);
  const Lesson& other = lesson_named(lessons, next.lesson);
  const bool means_place = is_place(other.info, next);
  next = as_opened(other.info, std::move(next));
  const bool selects = means_place && next.look.step != 0 && !next.look.selection;
  files_of(other, next);  // throws if the inputs do not fit, before anything changes
  follower.arrive(reader);
  go_to(other);
  follower.drop_deferred();
  const Step* step = step_of(other.info, next);
  if (same_content(next, document()))
    amend(std::move(next));
  else if (means_place || (step && shows_example(other.info, next, step->example)))
    work().now.push_example(std::move(next), true);
  else
    work().now.push(std::move(next), 0);
  work().selects_cell = selects;
  follow_document();
  if (means_place && step && &lesson() == &other) train_for(step->example);  // the document may be refused already
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

void Session::State::open(std::string_view text) {
  if (text.empty()) return;
  const Address address = read_address(text);
  if (address.link) return load_link(*address.link);
  const Lesson& other = lesson_named(lessons, address.lesson);
  if (reader.lesson != address.lesson || !has_or_awaits_trace()) enter(other);
  const std::optional<int> step = step_at(address, other.info);
  if (!step || *step == document().look.step) return;
  carry_out(GoToStep{*step});
}

void Session::State::begin(const std::string& address) {
  const KeptPlace before = keeper.place();
  for (const Lesson& each : lessons) {
    if (const auto answers = before.guesses.find(each.info.id); answers != before.guesses.end())
      reader.answers.emplace(each.info.id, fitting_answers(each.info, answers->second));
    if (before.lesson == each.info.id) go_to(each);
  }
  reader.route = before.route;
  if (!before.log.empty()) reader.log = std::make_shared<const AnswerLog>(before.log);
  if (before.left && find_lesson(*catalogue, before.left->lesson)) reader.left = before.left;
  problem = problem_of([&] { open(address); });
  if (reader.lesson.empty()) enter(lessons.front());
  if (!has_or_awaits_trace()) enter(lesson());
  keeper.begin(reader);
}

// The weights of a run are not in the document: the run takes such an edit back itself.
void Session::State::undo() {
  work().selects_cell = false;
  const int edit = work().now.present.edit;
  if (work().now.undo()) follow_history(edit, false);
}

void Session::State::redo() {
  work().selects_cell = false;
  if (work().now.redo()) follow_history(work().now.present.edit, true);
}

void Session::State::follow_history(int edit, bool again) {
  if (edit == 0) return follow_document();
  training.take_back({edit, again});
  if (work().shows_document()) work().good = work().now;
}

}  // namespace gf
