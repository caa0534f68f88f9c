// The person's files. A file is read whole, and written so that a crash never leaves half a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// The largest file that is read: a checkpoint of the largest model fits.
inline constexpr std::size_t kMostFileBytes = std::size_t{1} << 30;

/// Returns the content of a file. Throws InputError "cannot_read" with the reason if the file can't be read, and "file_too_large" if the
/// file has more than `most` bytes. (A device such as /dev/zero never ends.)
std::string read_file(const std::string& path, std::size_t most = kMostFileBytes);

/// Writes `path`.part, waits until the disk has it, and renames it to `path`. If the program or the machine stops at any moment, `path`
/// holds its old content or all of `bytes`. Throws InputError "cannot_write" with the reason (no space left, no permission); then the part
/// is removed, and the old file stays as it was.
void write_atomically(const std::string& path, std::string_view bytes);

}  // namespace gf
