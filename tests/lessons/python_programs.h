// Writes programs and their expected values into a folder, and has Debian's Python run them with tests/python/run_code.py. A test calls
// add for each program, then check once.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "support.h"
#include "temporary_folder.h"

namespace gf::test {

class PythonPrograms {
 public:
  /// Adds a program that must give `value` to the name `result`. The message about a program that fails names `where`.
  void add(const std::string& where, std::string_view language, const std::string& text, const std::string& result, const Tensor& value) {
    std::vector<Index> shape = value.shape().outer;
    shape.insert(shape.end(), {value.rows(), value.cols()});
    programs_
        << nlohmann::json{{"node", where}, {"language", language}, {"text", text}, {"result", result}, {"shape", shape}, {"at", at_}}.dump()
        << "\n";
    values_.write(reinterpret_cast<const char*>(value.data()), value.size() * static_cast<Index>(sizeof(float)));
    at_ += value.size();
  }

  /// Runs all programs, and checks that each computes its value.
  void check() {
    programs_.close();
    values_.close();
    const std::string command = "/usr/bin/python3 " + source_folder() + "/tests/python/run_code.py " + folder_.path() + " 2>&1";
    FILE* python = popen(command.c_str(), "r");
    REQUIRE(python);
    std::string output;
    char part[4096];
    while (const std::size_t count = fread(part, 1, sizeof part, python)) output.append(part, count);
    INFO("Python is Debian's, with python3-numpy: tools/setup --test installs it");
    const int code = WEXITSTATUS(pclose(python));
    CHECK_MESSAGE(code == 0, output);
  }

 private:
  TemporaryFolder folder_;
  std::ofstream programs_{folder_.file("programs.jsonl")}, values_{folder_.file("values.f32"), std::ios::binary};
  Index at_ = 0;
};

}  // namespace gf::test
