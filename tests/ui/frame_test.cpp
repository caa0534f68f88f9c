// A Frame leads to constants only. The compiler makes the checks: this file does not compile if one fails.
#include "ui/frame.h"

#include <doctest/doctest.h>

#include <type_traits>

#include "ui/stage/picture.h"

using namespace gf;

namespace frame_test {
namespace {

// Whether a reference or a pointer leads to a constant.
template <typename Member>
constexpr bool leads_to_const = std::is_const_v<std::remove_pointer_t<std::remove_cv_t<std::remove_reference_t<Member>>>> ||
                                (std::is_lvalue_reference_v<Member> && std::is_const_v<std::remove_reference_t<Member>>);

// Names every member, so that a new member has to be checked as well.
void check_members(const ui::Frame& frame) {
  const auto& [snapshot, trace, texts, host, theme, state] = frame;
  static_assert(leads_to_const<decltype(snapshot)>);
  static_assert(leads_to_const<decltype(trace)>);
  static_assert(leads_to_const<decltype(texts)>);
  static_assert(leads_to_const<decltype(host)>);
  static_assert(leads_to_const<decltype(theme)>);
  static_assert(leads_to_const<decltype(state)>);
}

template <typename Given>
concept asks = requires(const Given& given) { given.output.commands.clear(); };
template <typename Given>
concept notes = requires(const Given& given) { given.places.noted.clear(); } || requires(const Given& given) { given.theme.places; };
template <typename Given>
concept remembers = requires(const Given& given) { given.state.gesture = 1; };
template <typename Given>
concept hovers = requires(const Given& given) { given.state.lesson.next_hover = CellReference{}; };
template <typename Given>
concept moves_planes = requires(const Given& given) { given.state.lesson.planes.begin()->second.hold.reset(); };
template <typename Given>
concept moves_cards = requires(const Given& given) { given.state.lesson.picture.value()->cards.clear(); };
template <typename Given>
concept changes_trace =
    requires(const Given& given) { given.trace->nodes.clear(); } || requires(const Given& given) { given.snapshot.trace->nodes.clear(); } ||
    requires(const Given& given) { given.state.veil.kept.value().truth->nodes.clear(); };

}  // namespace

TEST_SUITE("ui/frame") {
  TEST_CASE("nothing that a frame leads to can be changed through it, and a screen is what is written to") {
    (void)check_members;
    using ui::Frame, ui::Screen;
    static_assert(!asks<Frame> && asks<Screen>);
    static_assert(!notes<Frame> && notes<Screen>);
    static_assert(!remembers<Frame> && remembers<Screen>);
    static_assert(!hovers<Frame> && hovers<Screen>);
    static_assert(!moves_planes<Frame> && moves_planes<Screen>);
    static_assert(!moves_cards<Frame>);
    static_assert(!changes_trace<Frame>);
    CHECK_FALSE(remembers<Frame>);
  }
}
}  // namespace frame_test
