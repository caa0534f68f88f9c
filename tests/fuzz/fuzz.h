// The inputs of the program, as functions of bytes. libFuzzer calls them with inputs that it invents (libfuzzer.cpp). The doctest suite
// calls them with the files of tests/fuzz/corpus (replay_native_test.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gf::test {

// Each function takes any bytes and returns 0. A finding is a crash, a report of a sanitizer, or an exception. The exception is
// std::logic_error if a property does not hold; the program itself may throw only InputError, which the functions catch.

/// The first byte chooses: if it is even, the rest is the text behind #d= of an address; otherwise the rest is the CBOR inside a link.
int fuzz_link(const std::uint8_t* data, std::size_t size);
/// A document as JSON if the bytes begin with a brace, otherwise a document made from the bytes: checked, computed, explained, exported
/// and linked.
int fuzz_document(const std::uint8_t* data, std::size_t size);
/// A safetensors file with weights of the translator.
int fuzz_model(const std::uint8_t* data, std::size_t size);
/// Settings and a configuration of a training if the bytes begin with a brace, otherwise the checkpoint of a small training (safetensors).
int fuzz_checkpoint(const std::uint8_t* data, std::size_t size);
/// Text for the tokenizers, the letters and the edit distance.
int fuzz_tokenizer(const std::uint8_t* data, std::size_t size);
/// A series of commands and messages to one session.
int fuzz_message(const std::uint8_t* data, std::size_t size);
/// A block pasted into cells, numbers, and arguments of the command line.
int fuzz_cells(const std::uint8_t* data, std::size_t size);
/// A text that a store may hold: runs if the text begins with a zero byte, otherwise the place of the reader and the work on a lesson.
int fuzz_kept(const std::uint8_t* data, std::size_t size);

using Harness = int (*)(const std::uint8_t* data, std::size_t size);
struct NamedHarness {
  const char* name;  // of the folder in tests/fuzz/corpus
  Harness run;
};
inline constexpr NamedHarness kHarnesses[] = {
    {"link", fuzz_link},           {"document", fuzz_document}, {"model", fuzz_model}, {"checkpoint", fuzz_checkpoint},
    {"tokenizer", fuzz_tokenizer}, {"message", fuzz_message},   {"cells", fuzz_cells}, {"kept", fuzz_kept}};

}  // namespace gf::test
