#include "protocol/version.h"

namespace gf {

std::string_view program_version() { return GF_VERSION; }

}  // namespace gf
