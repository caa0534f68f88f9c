// The list of lessons: in chapters, with the progress and the chosen route.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "protocol/route.h"
#include "study/course.h"
#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/theme.h"

using namespace gf;
using namespace gf::test;

namespace rail_test {
namespace {

Snapshot with_progress(const std::string& lesson) {
  Snapshot snapshot = snapshot_of(lesson);
  for (const Lesson& one : lessons()) snapshot.progress[one.info.id] = progress_in(one.info, {});
  return snapshot;
}

void open_list(Driver& driver, const Snapshot& snapshot) {
  driver.show(snapshot, 3);
  driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.lessons")));
  driver.show(snapshot, 3);
}

// Returns the last place with an id: an open list lies over the strip.
const Place* last_place(const Driver& driver, const std::string& id) {
  const Place* found = nullptr;
  for (const Place& place : driver.places())
    if (place.id == id) found = &place;
  return found;
}

// Returns the lessons with a dot in the accent colour at their last place. Without answers, nothing else there has this colour.
std::set<std::string> lessons_with_dot(const Driver& driver) {
  const std::vector<ImVec2> drawn = Driver::vertices_in(ui::make_theme(false).color.accent);
  std::set<std::string> marked;
  for (const Lesson& lesson : lessons()) {
    const Place* const place = last_place(driver, "lesson:" + lesson.info.id);
    REQUIRE_MESSAGE(place, lesson.info.id);
    if (std::any_of(drawn.begin(), drawn.end(), [&](ImVec2 at) { return place->seen.contains(at); })) marked.insert(lesson.info.id);
  }
  return marked;
}

}  // namespace

TEST_SUITE("ui/rail") {
  TEST_CASE("the list has every lesson below its chapter, and says how much of a lesson, a chapter and the course is done") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844), ImVec2(1700, 800)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y);
      Snapshot snapshot = with_progress("softmax");
      snapshot.progress["dictionary"].answered = snapshot.progress["dictionary"].total;
      snapshot.progress["softmax"].answered = 2;
      if (size.x < 1560) {
        open_list(driver, snapshot);
      } else {
        driver.show(snapshot, 3);
      }
      for (const Chapter chapter : kChapters) {
        const Place* head = last_place(driver, "words:rail " + std::string(name_of(chapter)));
        REQUIRE(head);
        for (const LessonInfo* lesson : lessons_of(*snapshot.catalogue, chapter)) {
          CAPTURE(lesson->id);
          const Place* row = last_place(driver, "lesson:" + lesson->id);
          REQUIRE(row);
          CHECK(row->box.min.y > head->box.min.y);
          CHECK(std::abs(row->box.min.x - head->box.min.x) < 2);
        }
      }
      CHECK(last_place(driver, "words:rail look_up")->control->name == "Look-up, 1 of 5");
      CHECK(last_place(driver, "words:rail practice")->control->name == "In practice");
      CHECK(last_place(driver, "words:progress")->control->name == "1 of " + std::to_string(lessons().size() - 2) + " lessons done");
      CHECK(last_place(driver, "lesson:dictionary")->control->value == "done");
      CHECK(last_place(driver, "lesson:softmax")->control->value == "2 of " + std::to_string(snapshot.progress["softmax"].total));
      CHECK(last_place(driver, "lesson:spaces")->control->value.empty());
    }
  }

  TEST_CASE("the lessons of the short route are marked once it is chosen, in the list and in the strip") {
    Driver driver;
    Snapshot snapshot = with_progress("softmax");
    driver.show(snapshot, 3);
    CHECK(driver.place("lesson:training").control->value.empty());
    CHECK(lessons_with_dot(driver) == std::set<std::string>{});
    std::set<std::string> marked, others;
    for (const Lesson& lesson : lessons())
      (!lesson.info.hour.empty() && lesson.info.chapter != Chapter::none ? marked : others).insert(lesson.info.id);
    for (const char* lesson : {"tokenizer", "softmax", "self-attention", "block"}) CHECK_MESSAGE(marked.contains(lesson), lesson);
    for (const char* lesson : {"start", "dictionary", "spaces"}) CHECK_MESSAGE(others.contains(lesson), lesson);
    snapshot.route = Route::hour;
    driver.show(snapshot, 3);
    const auto check_words = [&](const Driver& shown) {
      for (const Lesson& lesson : lessons()) {
        CAPTURE(lesson.info.id);
        CHECK(shown.place("lesson:" + lesson.info.id).control->value ==
              (marked.contains(lesson.info.id) ? shown.texts().get("ui.rail.route") : ""));
      }
    };
    check_words(driver);
    std::set<std::string> with_dot = marked;
    with_dot.erase("softmax");  // on its dark tile the dot of the open lesson is light
    CHECK(lessons_with_dot(driver) == with_dot);
    Driver list(1700, 800, false, Driver::Fonts::shipped);  // has room for the list beside the lesson; its last rows are below the edge
    list.show(snapshot, 3);
    check_words(list);
    const auto whole_rows = [&](std::set<std::string> ids) {
      std::erase_if(ids, [&](const std::string& lesson) {
        const Place row = list.place("lesson:" + lesson);
        return row.seen.height() < row.box.height() - 1;
      });
      return ids;
    };
    CHECK(whole_rows(marked).contains("softmax"));
    CHECK(whole_rows(lessons_with_dot(list)) == whole_rows(marked));
  }

  TEST_CASE("no two rows of the list lie upon each other, and a name is whole") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844), ImVec2(1700, 800)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
      const Snapshot snapshot = with_progress("softmax");
      if (size.x < 1560) {
        open_list(driver, snapshot);
      } else {
        driver.show(snapshot, 3);
      }
      std::vector<const Place*> rows;
      for (const Lesson& lesson : lessons()) rows.push_back(last_place(driver, "lesson:" + lesson.info.id));
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j) {
          const Box both = ui::common(rows[i]->box, rows[j]->box);
          CHECK((both.width() <= 0 || both.height() <= 0));
        }
    }
  }
}

}  // namespace rail_test
