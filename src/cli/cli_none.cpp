// Stands in for the command line in the web program, which never has arguments: it keeps the option parser out of the download.
#include <ostream>

#include "cli/cli.h"

namespace gf {

int run_command_line(int, const char* const*, const Messages&, std::ostream&, std::ostream& err) {
  err << "glassformer: there is no command line in a page\n";
  return 2;
}

}  // namespace gf
