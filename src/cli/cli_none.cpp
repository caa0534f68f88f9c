// Stands in for the command line in the web program, which never has arguments: it keeps the option parser and the standard streams
// out of the download.
#include "cli/cli.h"

namespace gf {

int run_command_line(int, const char* const*, const Texts&, const AssetReader&, const OnScreen&) { return 2; }

}  // namespace gf
