#include "ui/course/work.h"

#include <algorithm>
#include <cmath>

#include "protocol/step.h"
#include "ui/ask/ask.h"

namespace gf::ui {

namespace {

constexpr double kPart_s = 1.2, kAgain_s = 0.8;            // a part for the first word; half a round for each after it
constexpr int kFlow = static_cast<int>(CoursePart::word);  // the parts from the text to the word
constexpr const char *kProbabilities = "probabilities", *kReadByDecoder = "decoder.input";

int place_in_flow(CoursePart part) {
  return static_cast<int>(std::find(kCourseParts.begin(), kCourseParts.end(), part) - kCourseParts.begin());
}

double length_of_film(Index guesses) { return kFlow * kPart_s + 2 * kAgain_s * static_cast<double>(std::max<Index>(guesses - 1, 0)); }

Work work_at(double at_s, Index guesses) {
  if (at_s < kFlow * kPart_s) {
    const int place = std::max(static_cast<int>(at_s / kPart_s), 0);
    const bool said = at_s > (kFlow - 0.5) * kPart_s;
    return {kCourseParts[static_cast<std::size_t>(place)], place + 1, said ? 1 : 0};
  }
  const auto half = static_cast<Index>((at_s - kFlow * kPart_s) / kAgain_s);
  return {half % 2 == 0 ? CoursePart::stacks : CoursePart::word, kFlow, std::min(1 + (half + 1) / 2, guesses)};
}

// Without the film: all up to the part that the step is about, and from the last parts on what is said there.
Work work_at_step(const Frame& frame, const Step& step, Index guesses) {
  const bool played = frame.state.course.played;
  const CoursePart part = frame.snapshot.document.look.step == 0 ? CoursePart::none : part_of_node(step.focus);
  Work work{part, played ? kFlow : part == CoursePart::none ? 1 : place_in_flow(part) + 1, played ? guesses : 0};
  if (step.ask && frame.trace && part == CoursePart::word) {
    work.parts = kFlow, work.words = asked_cell(step, *frame.trace).cell.row + (asks(frame) ? 0 : 1);
  } else if (step.focus != kProbabilities && work.shows(CoursePart::stacks)) {
    work.parts = kFlow, work.words = guesses;
  }
  return work;
}

}  // namespace

bool Work::shows(CoursePart part) const { return place_in_flow(part) < parts; }

CoursePart part_of_node(std::string_view node) {
  const auto within = [&](std::string_view name) { return node.find(name) != std::string_view::npos; };
  if (within("cross_attention")) return CoursePart::stacks;
  if (within("self_attention")) return CoursePart::attention;
  if (within("feed_forward")) return CoursePart::block;
  if (within("position") || within("input")) return CoursePart::places;
  if (within("embedding")) return CoursePart::rows;
  return CoursePart::word;
}

std::vector<Said> said_words(const Frame& frame) {
  std::vector<Said> said;
  const int guesses = frame.trace ? frame.trace->find(kProbabilities) : -1, read = frame.trace ? frame.trace->find(kReadByDecoder) : -1;
  if (guesses < 0 || read < 0) return said;
  const TraceNode& node = frame.trace->node(guesses);
  const std::vector<std::string>&words = node.cols.labels, &before = frame.trace->node(read).rows.labels;
  for (Index t = 0; t < node.value->rows(); ++t) {
    const auto next = static_cast<std::size_t>(t) + 1;
    const float* const row = node.value->row(t);
    const Index likeliest = std::max_element(row, row + node.value->cols()) - row;
    const bool end = next >= before.size();
    const auto word = end ? words.end() : std::find(words.begin(), words.end(), before[next]);
    const Index column = word == words.end() ? likeliest : word - words.begin();
    said.push_back({words[static_cast<std::size_t>(column)], row[column], end});
  }
  return said;
}

Work work_shown(const Frame& frame, Screen& screen) {
  const Step* const step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  if (!frame.trace || !step || step->page != StepPage::map) return {};
  CourseScreen& course = screen.state.course;
  const auto guesses = static_cast<Index>(said_words(frame).size());
  if (!course.playing) return work_at_step(frame, *step, guesses);
  course.at_s += static_cast<double>(ImGui::GetIO().DeltaTime);
  screen.output.animating = true;
  if (course.at_s < length_of_film(guesses)) return work_at(course.at_s, guesses);
  course.playing = false, course.played = true;
  return work_at_step(frame, *step, guesses);
}

void play_work(const Frame& frame, Screen& screen) {
  screen.state.course.at_s = 0;
  screen.state.course.playing = !frame.host.still;
  screen.state.course.played = frame.host.still;
  screen.output.animating = true;
}

}  // namespace gf::ui
