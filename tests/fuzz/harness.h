// The code that the harnesses share: choices read from bytes, and inputs and documents made from those choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/problem.h"
#include "fuzz/fuzz.h"
#include "lessons/registry.h"
#include "lessons/run.h"

namespace gf::test {

/// Throws std::logic_error with `words` if a property that holds for every input does not hold.
inline void expect(bool holds, const char* words) {
  if (!holds) throw std::logic_error(words);
}

/// Whether `work` takes its input: false if it throws InputError.
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

/// Reads choices from the bytes, one after the other. After the last byte every choice is zero.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  bool over() const { return bytes_.empty(); }
  std::uint8_t byte();
  /// Returns an index in [0, count), or 0 if `count` is 0.
  std::size_t index(std::size_t count) { return count == 0 ? 0 : (count > 256 ? (byte() << 8 | byte()) : byte()) % count; }
  bool chance(int of_256) { return byte() < of_256; }
  /// Returns a float: any bits, or a number of the kind that people type.
  float number();
  /// Returns at most `most` bytes: words of the lessons, or the bytes themselves.
  std::string text(std::size_t most);
  std::string_view rest() { return std::exchange(bytes_, {}); }

 private:
  std::string_view bytes_;
};

/// Returns a value for an input, which mostly has the input's type and is mostly allowed.
InputValue input_value(Choices& choices, const InputSpec& spec);

/// Returns the place of a camera, in some cases a place where no camera may rest.
CameraLook camera_look(Choices& choices);

/// Returns a document of some lesson, with some inputs set and some look.
Document document_from(Choices& choices);

/// Returns the bytes as a safetensors file. If the bytes begin with 'h', writes the length of the header itself: the header reaches up to a
/// zero byte, and the data follow. A random change of a whole file rarely keeps that length right.
std::string safetensors_of(std::string_view bytes);

/// Whether a trace is so small that its JSON takes milliseconds under the sanitizers. A large model takes a second.
bool has_short_json(const Trace& trace);

/// The files of the source tree that a document needs. A process reads and decodes each of them once.
LessonContext source_files(const Document& document);

}  // namespace gf::test
