// Files of the person: read whole, written so that a file is never half there.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// The largest file that is read: a checkpoint of the largest model fits.
inline constexpr std::size_t kMostFileBytes = std::size_t{1} << 30;

/// The content of a file. Throws InputError "cannot_read" that says why a file can't be read, and "file_too_large" if there are more than
/// `most` bytes: a device such as /dev/zero never ends.
std::string read_file(const std::string& path, std::size_t most = kMostFileBytes);

/// Writes `path`.part, waits until the disk has it, and renames it to `path`: whenever the program or the machine stops, `path` holds
/// either what it held before or all of `bytes`. Throws InputError that says why (no space left, no permission); then the part is removed
/// and the old file is as it was.
void write_atomically(const std::string& path, std::string_view bytes);

}  // namespace gf
