#include "session/place.h"

namespace gf {

LessonWork begun(const Lesson& lesson) {
  LessonWork work;
  work.lesson = &lesson;
  Document opened = at_step(lesson.info, {.lesson = lesson.info.id, .look = {.folded = lesson.folded}}, 0);
  opened.look.selection.reset();  // at first a lesson says what it is about
  work.now.present.document = std::make_shared<const Document>(opened);
  work.good = work.now;
  return work;
}

void go_back(LessonWork& work) {
  Document back = *work.good.present.document;
  back.look = work.document().look;
  work.now = work.good;
  work.now.amend(std::move(back));
}

void forget_edits(LessonWork& work) {
  work.now.forget_edits();
  work.good.forget_edits();
}

void go_to(Place& place, const Lesson& lesson) {
  place.lesson = lesson.info.id;
  place.visited.insert(lesson.info.id);
  if (place.works.find(lesson.info.id) == place.works.end()) place.works.emplace(lesson.info.id, begun(lesson));
}

}  // namespace gf
