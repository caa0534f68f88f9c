// Files, texts and checks of values for all suites.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "core/tensor.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf::test {

/// Returns the folder of the source tree, and the folder of the files that the build makes. Only main.cpp is compiled with these paths.
std::string source_folder();
std::string output_folder();

inline std::string read_test_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  REQUIRE_MESSAGE(file.good(), path);
  std::string bytes(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

/// Returns a file of the source tree.
inline std::string read_source_file(const std::string& path) { return read_test_file(source_folder() + "/" + path); }

/// Returns a file as the program gets it: from the source tree if it stands there, otherwise from the build.
inline std::string read_asset(const std::string& path) {
  const bool of_source = std::ifstream(source_folder() + "/" + path).good();
  return of_source ? read_source_file(path) : read_test_file(output_folder() + "/" + path);
}

/// Returns all texts of a language, as the command line has them.
inline Texts texts_in(const std::string& language) {
  Texts texts(read_asset("assets/text/" + language + ".json"));
  for (const char* name : {"rest", "all"}) texts.add(read_asset("assets/text/" + language + "/" + name + ".json"));
  return texts;
}

/// Returns the English texts, which are parsed once.
inline const Texts& english() {
  static const Texts texts = texts_in("en");
  return texts;
}

inline const TraceNode& node(const Trace& trace, const std::string& name) {
  REQUIRE_MESSAGE(trace.find(name) >= 0, name);
  return trace.at(name);
}

inline const Tensor& value(const Trace& trace, const std::string& name) { return *node(trace, name).value; }

/// Checks that the tensor has the shape of the table, and that every cell is within `tolerance` of the table's.
inline void check_values(const Tensor& tensor, const std::vector<std::vector<double>>& table, double tolerance) {
  REQUIRE(tensor.rows() == static_cast<Index>(table.size()));
  REQUIRE(tensor.cols() == static_cast<Index>(table.front().size()));
  for (Index r = 0; r < tensor.rows(); ++r)
    for (Index c = 0; c < tensor.cols(); ++c) {
      CAPTURE(r);
      CAPTURE(c);
      const double expected = table[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      CHECK_MESSAGE(std::abs(static_cast<double>(tensor.at(r, c)) - expected) <= tolerance,
                    "got " << tensor.at(r, c) << ", expected " << expected);
    }
}

inline void check_node(const Trace& trace, const std::string& name, const std::vector<std::vector<double>>& table, double tolerance) {
  CAPTURE(name);
  check_values(*node(trace, name).value, table, tolerance);
}

}  // namespace gf::test
