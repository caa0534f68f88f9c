#include "core/block.h"

#include <cstring>

#include "core/npy.h"
#include "core/problem.h"
#include "support.h"

using namespace gf;

namespace block_test {
namespace {

std::string problem_of(std::string_view text, std::string_view wanted = {}) {
  try {
    parse_block(text, "block", wanted);
  } catch (const InputError& error) {
    return error.problem().id;
  }
  return "no problem";
}

bool reads(std::string_view text, const Tensor& expected) { return same_values(parse_block(text, "block"), expected); }

const Tensor& two_by_two() {
  static const Tensor kMatrix = Tensor::from_rows({{1, 2}, {3, 4}});
  return kMatrix;
}

// Returns the bytes of an .npy file of format 1 with this description.
std::string npy(const std::string& descr, const std::string& order, const std::string& shape, std::string_view numbers) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  header += std::string(63 - (header.size() + 10) % 64, ' ') + "\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255u);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + std::string(numbers);
}

template <typename Number>
std::string bytes_of(std::initializer_list<Number> numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), std::data(numbers), bytes.size());
  return bytes;
}

}  // namespace

TEST_SUITE("core/block") {
  TEST_CASE("a matrix from a spreadsheet") {
    CHECK(reads("1\t2\n3\t4\n", two_by_two()));
    CHECK(reads("1,5;2\r\n3;4\r\n", Tensor::from_rows({{1.5f, 2}, {3, 4}})));
    CHECK(reads("1, 2, 3", Tensor::from_rows({{1, 2, 3}})));
    CHECK(reads("1 2\n3  4", two_by_two()));
    CHECK(reads("7", Tensor::from_rows({{7}})));
    CHECK(problem_of("1\t2\n3") == "ragged_matrix");
    CHECK(problem_of("1\tx") == "not_a_number");
    CHECK(problem_of("1\t") == "empty_number");
    CHECK(problem_of("\n \n") == "empty_number");
  }

  TEST_CASE("labels around a matrix are left out") {
    CHECK(reads(",the,key\nthe,1,2\nkey,3,4\n", two_by_two()));
    CHECK(reads("# weights (2, 2)\n,0,1\n\"a, \"\"b\"\"\",1,2\n\"c\nd\",3,4\n", two_by_two()));
    CHECK(reads("the\tkey\n1\t2\n3\t4\n", two_by_two()));
    CHECK(reads("the;1;2\nkey;3;4\n", two_by_two()));
    CHECK(reads(",0,1\n0,1,2\n1,3,4\n", two_by_two()));
    CHECK_MESSAGE(problem_of("1,2\nx,4") == "not_a_number", "one wrong number is no label");
    CHECK_MESSAGE(problem_of("nan,2\nnan,4") == "not_a_number", "a column of NaN is no column of labels");
  }

  TEST_CASE("lists as Python and JSON write them") {
    CHECK(reads("[[1, 2], [3, 4]]", two_by_two()));
    CHECK(reads("import numpy as np\n\nw_q = np.array([[1, 2],\n                [3.0, 4e0]], dtype=np.float32)\n", two_by_two()));
    CHECK(reads("tensor([[1., 2.],\n        [3., 4.]])", two_by_two()));
    CHECK(reads("[[1. 2.]\n [3. 4.]]", two_by_two()));
    CHECK(reads("array([1, 2, 3])", Tensor::from_rows({{1, 2, 3}})));
    CHECK(reads("w = [[1, 2], [3, 4]]\nw[0, 1] = 0.5  # held\n", two_by_two()));
    CHECK(problem_of("[[1, 2], [3]]") == "ragged_matrix");
    CHECK(problem_of("[[1, 2], [3, 4]") == "list_not_closed");
    CHECK(problem_of("[1, [2, 3]]") == "not_a_number");
    CHECK(problem_of("[[1, ..., 2]]") == "not_a_number");
    CHECK(problem_of("[[]]") == "empty_number");
    CHECK(problem_of("[]") == "empty_number");
  }

  TEST_CASE("LaTeX") {
    CHECK(reads("\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", two_by_two()));
    CHECK(
        reads("W_Q =\n\\begin{bNiceMatrix}[first-row, first-col]\n & \\text{the} & \\text{a\\&b} \\\\\n\\text{x} & 1 & 2 \\\\\n"
              "\\text{y} & 3 & 4 \\\\\n\\end{bNiceMatrix}\n",
              two_by_two()));
    CHECK(reads("\\begin{array}{rr}\n1 & 2 \\\\\n3 & 4\n\\end{array}", two_by_two()));
    CHECK(reads("$\\begin{pmatrix} -2.5\\cdot 10^{-8} & \\mathbf{1} \\end{pmatrix}$", Tensor::from_rows({{-2.5e-8f, 1}})));
    CHECK(problem_of("\\begin{pmatrix} -\\infty & 1 \\end{pmatrix}") == "not_a_number");
    CHECK(problem_of("\\begin{pmatrix} 1 & 2") == "list_not_closed");
    CHECK(problem_of("\\begin{align} x &= 1 \\end{align}") == "empty_number");
  }

  TEST_CASE("the matrix with the wanted name is read from several") {
    const char* csv = "# a.w (1, 1)\n,0\n0,1\n\n# b (1, 1)\n,0\n0,2\n";
    CHECK(same_values(parse_block(csv, "it", "b"), Tensor::from_rows({{2}})));
    CHECK(same_values(parse_block("a_w = [[1]]\nb = [[2]]\n", "it", "a.w"), Tensor::from_rows({{1}})));
    CHECK(same_values(parse_block("h = [[[1, 2]], [[3, 4]]]", "it", "h[1]"), Tensor::from_rows({{3, 4}})));
    CHECK(problem_of(csv, "c") == "several_matrices");
    CHECK(problem_of(csv) == "several_matrices");
    CHECK_MESSAGE(same_values(parse_block("b = [[2]]\n", "it", "a"), Tensor::from_rows({{2}})),
                  "one matrix is taken, whatever its name is");
  }

  TEST_CASE("the bytes of .npy files") {
    const std::string floats = bytes_of<float>({1, 2, 3, 4});
    CHECK(reads(npy("<f4", "False", "(2, 2)", floats), two_by_two()));
    CHECK(reads(npy("<f4", "True", "(2, 2)", floats), Tensor::from_rows({{1, 3}, {2, 4}})));
    CHECK(reads(npy("<f8", "False", "(2, 2)", bytes_of<double>({1, 2, 3, 4})), two_by_two()));
    CHECK(reads(npy("<f2", "False", "(2,)", bytes_of<std::uint16_t>({0x3c00, 0xc000})), Tensor::from_rows({{1, -2}})));
    CHECK(reads(npy("<i8", "False", "(2, 2)", bytes_of<std::int64_t>({1, 2, 3, 4})), two_by_two()));
    CHECK(reads(npy("|b1", "False", "(1, 3)", std::string("\1\0\1", 3)), Tensor::from_rows({{1, 0, 1}})));
    CHECK(reads(npy("<f4", "False", "()", floats), Tensor::from_rows({{1}})));
    const std::vector<Tensor> stack = read_npy(npy("<f4", "False", "(2, 1, 2)", floats), "it");
    REQUIRE(stack.size() == 2);
    CHECK(same_values(stack[1], Tensor::from_rows({{3, 4}})));
    const std::vector<Tensor> turned = read_npy(npy("<f4", "True", "(2, 1, 2)", floats), "it");
    CHECK(same_values(turned[1], Tensor::from_rows({{2, 4}})));
  }

  TEST_CASE("a file that is no such array is refused") {
    const std::string floats = bytes_of<float>({1, 2, 3, 4});
    CHECK(problem_of(npy("<f4", "False", "(2, 3)", floats)) == "npy_not_read");
    CHECK(problem_of(npy("<f4", "False", "(0, 2)", floats)) == "npy_not_read");
    CHECK(problem_of(npy("<f4", "False", "(1, 1, 2, 2)", floats)) == "npy_not_read");
    CHECK(problem_of(npy(">f4", "False", "(2, 2)", floats)) == "npy_not_read");
    CHECK(problem_of(npy("<f4", "False", "(99999999999999999999,)", floats)) == "npy_not_read");
    // In 32 bits the first two sizes make 65536, which the file has.
    CHECK(problem_of(npy("|u1", "False", "(65537, 65536, 1)", std::string(70'000, '\1'))) == "npy_not_read");
    CHECK(problem_of("\x93NUMPY") == "npy_not_read");
    const std::string whole = npy("<f4", "False", "(2, 2)", floats);
    for (std::size_t length = 6; length < whole.size(); ++length)
      CHECK(problem_of(std::string_view(whole).substr(0, length)) == "npy_not_read");
    CHECK(problem_of(npy("<f4", "False", "(1, 1)", bytes_of<std::uint32_t>({0x7fc00000}))) == "not_a_number");
  }
}

}  // namespace block_test
