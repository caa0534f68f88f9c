#include "protocol/opening.h"

#include "core/problem.h"
#include "protocol/step.h"

namespace gf {

LinkContent read_link_of(std::string_view text, const Catalogue& catalogue) {
  LinkContent content = read_link(text);
  if (const LessonInfo* info = find_lesson(catalogue, content.document.lesson)) {
    std::erase_if(content.document.inputs, [&](const auto& input) {
      if (find_input(*info, input.first)) return false;
      content.left_out.push_back(input.first);
      return true;
    });
  }
  return content;
}

std::optional<int> step_at(const Address& address, const LessonInfo& lesson) {
  if (!address.step_id.empty()) return index_of_step(lesson, address.step_id);
  const std::size_t steps = lesson.steps.size();
  if (address.step && static_cast<std::size_t>(*address.step) >= steps)
    throw InputError(
        {"unknown_step", {{"lesson", address.lesson}, {"most", std::to_string(steps)}, {"got", std::to_string(*address.step + 1)}}});
  return address.step;
}

Document as_opened(const LessonInfo& lesson, Document document) {
  if (!is_place(lesson, document)) return document;
  const Look look = document.look;
  document = at_step(lesson, document, look.step);
  if (look.selection || look.step == 0) document.look.selection = look.selection;  // the first step of a lesson opens without a selection
  document.look.scene = look.scene;                                                // a link may show the step in another scene
  return document;
}

}  // namespace gf
