// The code that the harnesses share: reading choices from bytes, and documents made of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "fuzz/fuzz.h"
#include "lessons/registry.h"
#include "lessons/run.h"

namespace gf::test {

/// A property that holds for every input.
inline void expect(bool holds, const char* words) {
  if (!holds) throw std::logic_error(words);
}

/// Runs what may refuse its input. Returns whether it did not.
template <typename Work>
bool taken(const Work& work) {
  try {
    work();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Whether an input is one of about `count` that are given a check which is too slow for all of them. The bytes alone decide it, so a
/// finding is found again.
bool is_sampled(Checks checks, std::string_view bytes, std::uint32_t count);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

/// Choices, one after the other from the bytes; zeros when they have come to their end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  bool over() const { return bytes_.empty(); }
  std::uint8_t byte();
  /// In [0, count).
  std::size_t index(std::size_t count) { return count == 0 ? 0 : (count > 256 ? (byte() << 8 | byte()) : byte()) % count; }
  bool chance(int of_256) { return byte() < of_256; }
  /// Any float: its bits, or a number of the kind that people type.
  float number();
  /// Up to that many bytes: words of the lessons, or the bytes themselves.
  std::string text(std::size_t most);
  std::string_view rest() { return std::exchange(bytes_, {}); }

 private:
  std::string_view bytes_;
};

/// A value that an input may be given: mostly of its type, and mostly one that is allowed.
InputValue input_value(Choices& choices, const InputSpec& spec);

/// Returns a place where a camera may rest; sometimes one where it may not.
CameraLook camera_look(Choices& choices);

/// A document of some lesson with some inputs set, and where it is looked at.
Document document_from(Choices& choices);

/// A safetensors file: the bytes themselves; or made of what follows where they begin with 'h', the header up to a zero byte and the data
/// after it, since a change that keeps the header's length right is a rare one.
std::string safetensors_of(std::string_view bytes);

/// Whether its JSON takes milliseconds under the sanitizers: that of a large model takes a second.
bool quickly_told(const Trace& trace);

/// The files of the source tree that a document needs. A process reads and decodes each of them once.
LessonContext source_files(const Document& document);

}  // namespace gf::test
