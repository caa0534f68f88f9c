// The properties of commands that the session and the lock of an embedding page read.
#include "protocol/command.h"

#include <string>
#include <vector>

#include "support.h"

using namespace gf;

TEST_SUITE("protocol/command") {
  TEST_CASE("a command that changes an input or cells names it") {
    CHECK(changed_name(SetInput{"text", std::string("a")}) == "text");
    CHECK(changed_name(TypeInput{"seed", "3"}) == "seed");
    for (const Command& command : std::vector<Command>{SetCell{"w_q", {}, 1}, TypeCell{"w_q", {}, "1"}, PasteCells{"w_q", {}, "1"},
                                                       HoldCell{"w_q", {}}, LiftPin{"w_q", {}}})
      CHECK(changed_name(command) == "w_q");
    for (const Command& command : std::vector<Command>{Select{"w_q", {}}, Fill{"w_q", {}, "1"}, ApplyPreset{"numpy"}, Undo{}})
      CHECK(changed_name(command).empty());
  }

  TEST_CASE("looking around leaves a problem on the screen and is no work; what changes an input is work") {
    for (const Command& command : std::vector<Command>{Select{"w_q", {}}, Deselect{}, Fold{"encoder", true}, ChooseView{"w_q", {}},
                                                       ShowMatrix{"w_q", 1}, ShowScene{"w_q"}}) {
      CHECK(traits_of(command).only_looks);
      CHECK_FALSE(traits_of(command).is_work);
    }
    for (const Command& command : std::vector<Command>{OpenLesson{"softmax"}, GoToStep{1}, LoadLink{"AAAA"}, ChooseRoute{}})
      CHECK_FALSE(traits_of(command).is_work);
    for (const Command& command : std::vector<Command>{SetInput{"text", std::string("a")}, ResetLesson{}, Undo{}, Answer{"shares", {}}}) {
      CHECK(traits_of(command).is_work);
      CHECK_FALSE(traits_of(command).only_looks);
    }
  }
}
