#include "protocol/question.h"

namespace gf {

std::string_view name_of_question(const Ask& ask) {
  constexpr std::string_view kNames[] = {"where_is_most", "which_is_so", "how_much", "which_shares", "where_in_plane"};
  return kNames[ask.how.index()];
}

}  // namespace gf
