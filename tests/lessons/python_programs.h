// Programs in a folder, as tests/python/run_code.py reads them, and Debian's Python that runs them.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

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
  /// `result` is the name that the program gives to what ought to be `value`; `where` is said of a program that fails.
  void add(const std::string& where, std::string_view language, const std::string& text, const std::string& result, const Tensor& value) {
    std::vector<Index> shape = value.shape().outer;
    shape.insert(shape.end(), {value.rows(), value.cols()});
    programs_
        << nlohmann::json{{"node", where}, {"language", language}, {"text", text}, {"result", result}, {"shape", shape}, {"at", at_}}.dump()
        << "\n";
    values_.write(reinterpret_cast<const char*>(value.data()), value.size() * static_cast<Index>(sizeof(float)));
    at_ += value.size();
  }

  /// Runs them all, and checks that each makes its value.
  void check() {
    programs_.close();
    values_.close();
    const std::string command = "/usr/bin/python3 " + source_folder() + "/tests/python/run_code.py " + folder_.path() + " 2>&1";
    FILE* python = popen(command.c_str(), "r");
    REQUIRE(python);
    std::string said;
    char part[4096];
    while (const std::size_t count = fread(part, 1, sizeof part, python)) said.append(part, count);
    INFO("Python is Debian's, with python3-numpy: tools/setup --test installs it");
    const int code = WEXITSTATUS(pclose(python));
    CHECK_MESSAGE(code == 0, said);
  }

 private:
  TemporaryFolder folder_;
  std::ofstream programs_{folder_.file("programs.jsonl")}, values_{folder_.file("values.f32"), std::ios::binary};
  Index at_ = 0;
};

}  // namespace gf::test
