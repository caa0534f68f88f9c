// The cost of a frame of the screen, printed for tools/bench frames; not a test.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace frames_bench {
namespace {

double cpu_ms() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Returns the times of frames, one after the other, while the pointer wanders over the picture.
std::vector<double> times_of(Driver& driver, const Snapshot& snapshot, int frames) {
  std::vector<double> times;
  for (int i = 0; i < frames; ++i) {
    ImGui::GetIO().AddMousePosEvent(200.0f + static_cast<float>(i * 37 % 900), 200.0f + static_cast<float>(i * 53 % 500));
    const double began = cpu_ms();
    driver.show(snapshot);
    times.push_back(cpu_ms() - began);
  }
  return times;
}

void print_times(const Lesson& lesson, const char* size, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("frames %s %s %.3f %.3f\n", lesson.info.id.c_str(), size, times[times.size() / 2], times[times.size() * 95 / 100]);
}

// Returns the snapshot of a lesson, or none if the lesson takes a file that only the page fetches.
std::optional<Snapshot> snapshot_to_draw(const Lesson& lesson, bool largest) {
  try {
    return snapshot_of(lesson.info.id, largest ? inputs_of(lesson.largest) : Inputs{});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_SUITE("bench") {
  TEST_CASE("the cost of a frame" * doctest::skip()) {
    for (const Lesson& lesson : lessons()) {
      for (const bool largest : {false, true}) {
        if (largest && lesson.largest.empty()) continue;
        const std::optional<Snapshot> made = snapshot_to_draw(lesson, largest);
        if (!made) continue;
        const Snapshot& snapshot = *made;
        Driver driver(1280, 800, false, Driver::Fonts::shipped);
        driver.show(snapshot, 30);
        print_times(lesson, largest ? "largest" : "default", times_of(driver, snapshot, 60));
        const std::string play = "button:" + driver.texts().get("ui.film.play");
        if (largest || !driver.shows(play)) continue;  // the pages of the course have no film
        driver.click(snapshot, driver.centre(play));
        print_times(lesson, "film", times_of(driver, snapshot, 60));
      }
    }
  }
}

}  // namespace frames_bench
