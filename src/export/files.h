// Files of the person: read whole, written so that a file is never half there.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// The content of a file. Throws InputError that says why where it can't be read.
std::string read_file(const std::string& path);

/// Writes `path`.part, waits until the disk has it, and renames it to `path`: whenever the program or the machine stops, `path` holds
/// either what it held before or all of `bytes`. Throws InputError that says why (no space left, no permission); then the part is removed
/// and the old file is as it was.
void write_atomically(const std::string& path, std::string_view bytes);

}  // namespace gf
