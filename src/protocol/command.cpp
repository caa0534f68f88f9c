#include "protocol/command.h"

namespace gf {

CommandTraits traits_of(const Command& command) {
  return std::visit([]<typename Kind>(const Kind&) { return Kind::kTraits; }, command);
}

std::string changed_name(const Command& command) {
  return std::visit(
      []<typename Kind>(const Kind& kind) {
        if constexpr (Kind::kTraits.changes == ChangedPart::input)
          return kind.input;
        else if constexpr (Kind::kTraits.changes == ChangedPart::cell)
          return kind.node;
        else
          return std::string();
      },
      command);
}

}  // namespace gf
