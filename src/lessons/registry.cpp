#include "lessons/registry.h"

#include "core/join.h"
#include "core/problem.h"

namespace gf {

// Declares the function of each lesson, which the file of its name defines.
#define GF_LESSON(chapter, name, hour) \
  namespace name##_lesson {            \
    const Lesson& lesson();            \
  }
#include "lessons/lessons.inc"
#undef GF_LESSON

namespace {

struct ListedLesson {
  Chapter chapter;
  const Lesson& (*lesson)();
  NameList hour;
};

constexpr ListedLesson kListed[] = {
#define GF_LESSON(chapter, name, hour) {Chapter::chapter, name##_lesson::lesson, hour},
#include "lessons/lessons.inc"
#undef GF_LESSON
};

}  // namespace

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> listed;
    for (const ListedLesson& place : kListed) {
      Lesson& lesson = listed.emplace_back(place.lesson());
      lesson.info.chapter = place.chapter;
      lesson.info.hour = place.hour;
    }
    return listed;
  }();
  return all;
}

std::shared_ptr<const Catalogue> make_catalogue(const std::vector<Lesson>& listed) {
  auto catalogue = std::make_shared<Catalogue>();
  for (const Lesson& lesson : listed) catalogue->push_back(lesson.info);
  return catalogue;
}

const Lesson& lesson_named(std::string_view id) { return lesson_named(lessons(), id); }

const Lesson& lesson_named(const std::vector<Lesson>& among, std::string_view id) {
  for (const Lesson& lesson : among)
    if (lesson.info.id == id) return lesson;
  std::vector<std::string> known;
  for (const Lesson& lesson : among) known.push_back(lesson.info.id);
  throw InputError({"unknown_lesson", {{"got", std::string(id)}, {"known", joined(known)}}});
}

}  // namespace gf
