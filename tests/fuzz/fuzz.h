// The inputs of the program, as functions of bytes. libFuzzer calls them with inputs that it invents (libfuzzer.cpp). The doctest suite
// calls them with the files of tests/fuzz/corpus (replay_native_test.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gf::test {

/// The checks that an input is given. The fuzzers give some slow ones to a part of the inputs, which the bytes choose (is_sampled in
/// harness.h); the corpus is always given all.
enum class Checks { sampled, all };

// Each takes any bytes and returns 0. A finding is a crash, a sanitizer's report, or an exception: std::logic_error where a property does
// not hold, or anything but InputError that comes out of the program.

/// Text behind #d= of an address (first byte even), or the CBOR inside it.
int fuzz_link(const std::uint8_t* data, std::size_t size, Checks checks);
/// A document as JSON (where it begins with a brace), or one made of the bytes: checked, computed, explained, exported, linked.
int fuzz_document(const std::uint8_t* data, std::size_t size, Checks checks);
/// A safetensors file, as weights of the translator.
int fuzz_model(const std::uint8_t* data, std::size_t size, Checks checks);
/// Settings and a configuration of a training (where it begins with a brace), or a safetensors file as the checkpoint of a small one.
int fuzz_checkpoint(const std::uint8_t* data, std::size_t size, Checks checks);
/// Text for the tokenizers, the letters and the edit distance.
int fuzz_tokenizer(const std::uint8_t* data, std::size_t size, Checks checks);
/// A row of commands and messages to one session.
int fuzz_message(const std::uint8_t* data, std::size_t size, Checks checks);
/// Likewise with the worker that the program has, on a thread if there are threads: for the suites.
int fuzz_message_default(const std::uint8_t* data, std::size_t size, Checks checks);
/// A block pasted into cells, numbers, and arguments of the command line.
int fuzz_cells(const std::uint8_t* data, std::size_t size, Checks checks);

/// A text that a store may hold: runs if it begins with a zero byte, otherwise the place of the reader and the work on a lesson.
int fuzz_kept(const std::uint8_t* data, std::size_t size, Checks checks);
/// Begins sessions with the worker that the program has: for the suites.
int fuzz_kept_default(const std::uint8_t* data, std::size_t size, Checks checks);

using Harness = int (*)(const std::uint8_t* data, std::size_t size, Checks checks);
struct NamedHarness {
  const char* name;  // of the folder in tests/fuzz/corpus
  Harness run;
};
inline constexpr NamedHarness kHarnesses[] = {{"link", fuzz_link},
                                              {"document", fuzz_document},
                                              {"model", fuzz_model},
                                              {"checkpoint", fuzz_checkpoint},
                                              {"tokenizer", fuzz_tokenizer},
                                              {"message", fuzz_message},
                                              {"message", fuzz_message_default},
                                              {"cells", fuzz_cells},
                                              {"kept", fuzz_kept},
                                              {"kept", fuzz_kept_default}};

}  // namespace gf::test
