#include "model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <regex>

#include "core/half.h"
#include "core/problem.h"
#include "golden.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace safetensors_test {
namespace {

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

NamedTensors golden_tensors(const json& entry) {
  NamedTensors result;
  result.metadata = entry["metadata"].get<std::map<std::string, std::string>>();
  for (const json& tensor : entry["tensors"]) {
    auto axes = tensor["shape"].get<std::vector<Index>>();
    Shape shape{{}, axes[axes.size() - 2], axes.back()};
    shape.outer.assign(axes.begin(), axes.end() - 2);
    Tensor value(shape);
    for (Index i = 0; i < value.size(); ++i) value.data()[i] = tensor["values"][static_cast<std::size_t>(i)].get<float>();
    result.tensors.push_back({tensor["name"].get<std::string>(), std::move(value)});
  }
  return result;
}

void check_same(const NamedTensors& a, const NamedTensors& b) {
  CHECK(a.metadata == b.metadata);
  REQUIRE(a.tensors.size() == b.tensors.size());
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    CHECK(a.tensors[i].name == b.tensors[i].name);
    CHECK(same_values(a.tensors[i].value, b.tensors[i].value));
  }
}

std::string length_of(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>((length >> (8 * i)) & 0xff));
  return bytes;
}

// Returns a file with a header and zero bytes after it.
std::string file_of(const std::string& header, std::size_t data) { return length_of(header.size()) + header + std::string(data, '\0'); }

std::string refusal(const std::string& bytes) {
  try {
    decode_safetensors(bytes, "weights");
  } catch (const InputError& error) {
    const std::string text = english().format(error.problem());
    CHECK_FALSE(std::regex_search(text, std::regex(R"(\{[a-z]+\})")));  // every word of the sentence was filled in
    return error.problem().id;
  }
  return "taken";
}

}  // namespace

TEST_SUITE("model/safetensors") {
  TEST_CASE("the bytes are those that Python writes by the description of the format") {
    const json one = golden("safetensors.json")[0];
    const NamedTensors tensors = golden_tensors(one);
    const std::string f32 = from_hex(one["f32"].get<std::string>()), f16 = from_hex(one["f16"].get<std::string>());
    CHECK(encode_safetensors(tensors, StoredAs::f32) == f32);
    CHECK(encode_safetensors(tensors, StoredAs::f16) == f16);
    check_same(decode_safetensors(f32, "weights"), tensors);
    CHECK(encode_safetensors(decode_safetensors(f16, "weights"), StoredAs::f16) == f16);
  }

  TEST_CASE("reads halves, bfloat16, lists and single values, in the order of the bytes") {
    const json one = golden("safetensors.json")[0];
    const NamedTensors mixed = decode_safetensors(from_hex(one["mixed"].get<std::string>()), "weights");
    REQUIRE(mixed.tensors.size() == 5);
    CHECK(mixed.tensors[0].name == "half");
    CHECK(mixed.tensors[4].name == "none");
    CHECK(same_values(mixed.at("half"), tensor_of(one["half"])));
    CHECK(same_values(mixed.at("upper"), tensor_of(one["upper"])));
    CHECK(same_values(mixed.at("list"), tensor_of(one["list"])));
    CHECK(same_values(mixed.at("one"), Tensor::from_rows({{2.5f}})));
    CHECK(mixed.at("none").shape() == Shape{{}, 0, 3});
  }

  TEST_CASE("every bit of a float comes back, of special values too; nothing is a file as well") {
    NamedTensors tensors;
    const float infinity = std::numeric_limits<float>::infinity();
    tensors.tensors.push_back({"w", Tensor::from_rows({{-0.0f, infinity, -infinity, 1e-45f, 3.4e38f, std::nanf("")}})});
    check_same(decode_safetensors(encode_safetensors(tensors, StoredAs::f32), "weights"), tensors);
    CHECK(std::signbit(decode_safetensors(encode_safetensors(tensors, StoredAs::f32), "weights").at("w").at(0, 0, 0)));
    check_same(decode_safetensors(encode_safetensors({}, StoredAs::f32), "weights"), {});
  }

  TEST_CASE("16 bits: a number that they can't hold is refused by name") {
    NamedTensors tensors;
    tensors.tensors.push_back({"encoder.w", Tensor::from_rows({{1, -70000}})});
    CHECK_THROWS_AS(encode_safetensors(tensors, StoredAs::f16), InputError);
    tensors.tensors[0].value.at(0, 0, 1) = std::numeric_limits<float>::infinity();
    CHECK_NOTHROW(encode_safetensors(tensors, StoredAs::f16));
  }

  TEST_CASE("8 bits: integers and scales are those that NumPy makes, and come back as their products") {
    const json one = golden("safetensors.json")[0];
    const NamedTensors tensors = golden_tensors(one);
    const std::string int8 = from_hex(one["int8"].get<std::string>());
    CHECK(encode_safetensors(tensors, StoredAs::integers) == int8);
    const NamedTensors read = decode_safetensors(int8, "weights");
    CHECK(read.metadata == tensors.metadata);
    REQUIRE(read.tensors.size() == tensors.tensors.size());
    for (const auto& restored : one["restored"].items()) {
      const Tensor& value = read.at(restored.key());
      CHECK(value.shape() == tensors.at(restored.key()).shape());
      for (Index i = 0; i < value.size(); ++i) CHECK(value.data()[i] == restored.value()[static_cast<std::size_t>(i)].get<float>());
    }
  }

  TEST_CASE("8 bits: no weight is off by more than half a step, vectors are halves, and a second time nothing changes") {
    NamedTensors tensors;
    Tensor w(matrix_shape(40, 48));
    for (Index i = 0; i < w.size(); ++i)
      w.data()[i] = std::sin(static_cast<float>(i) * 1.7f) * std::exp(static_cast<float>(i % 97) * -0.05f);
    for (Index col = 0; col < w.cols(); ++col) w.at(7, col) = 0;
    tensors.tensors = {{"w", w}, {"bias", Tensor::from_rows({{0.1f, 70.03f}})}, {"none", Tensor(matrix_shape(0, 3))}};
    const std::string bytes = encode_safetensors(tensors, StoredAs::integers);
    const NamedTensors read = decode_safetensors(bytes, "weights");
    for (Index row = 0; row < w.rows(); ++row) {
      const float most =
          std::abs(*std::max_element(w.row(row), w.row(row) + w.cols(), [](float a, float b) { return std::abs(a) < std::abs(b); }));
      for (Index col = 0; col < w.cols(); ++col) {
        CAPTURE(row);
        CHECK(std::abs(read.at("w").at(row, col) - w.at(row, col)) <= most / 127 * 0.5f * 1.001f);  // the scale is rounded to 11 bits
      }
    }
    CHECK(read.at("bias").at(0, 1) == float_from_half(half_from_float(70.03f)));
    CHECK(encode_safetensors(read, StoredAs::integers) == bytes);
    CHECK(encode_safetensors(tensors, StoredAs::f16).size() > bytes.size() * 3 / 2);
    // With 6 bits a step is 127/31 times as long, and there are 63 integers.
    const std::string six = encode_safetensors(tensors, StoredAs::integers, 6);
    CHECK(six.size() == bytes.size());
    const std::string_view integers = std::string_view(six).substr(six.size() - static_cast<std::size_t>(w.size()));
    const auto least_and_most = std::minmax_element(
        integers.begin(), integers.end(), [](char a, char b) { return static_cast<std::int8_t>(a) < static_cast<std::int8_t>(b); });
    CHECK(static_cast<int>(static_cast<std::int8_t>(*least_and_most.first)) == -31);
    CHECK(static_cast<int>(static_cast<std::int8_t>(*least_and_most.second)) == 31);
    CHECK(encode_safetensors(decode_safetensors(six, "weights"), StoredAs::integers, 6) == six);
    // With 10 bits each takes two bytes, and a step is 127/511 times as long.
    const std::string ten = encode_safetensors(tensors, StoredAs::integers, 10);
    CHECK(ten.find("\"I16\"") != std::string::npos);
    const NamedTensors finer = decode_safetensors(ten, "weights");
    CHECK(encode_safetensors(finer, StoredAs::integers, 10) == ten);
    for (Index i = 0; i < w.size(); ++i) CHECK(std::abs(finer.at("w").data()[i] - w.data()[i]) <= 0.5f * 1.001f / 511);
    for (const Index bits : {1, 13}) CHECK_THROWS_AS(encode_safetensors(tensors, StoredAs::integers, bits), std::invalid_argument);
  }

  TEST_CASE("8 bits: what has no integer is refused by name, and so is a file whose integers lack their scales") {
    NamedTensors tensors;
    tensors.tensors = {{"w", Tensor::from_rows({{1, 2}, {3, std::nanf("")}})}};
    CHECK_THROWS_AS(encode_safetensors(tensors, StoredAs::integers), InputError);
    tensors.tensors = {{"w", Tensor::from_rows({{1, 2}, {3e38f, 4}})}};
    CHECK_THROWS_AS(encode_safetensors(tensors, StoredAs::integers), InputError);
    tensors.tensors = {{"w", Tensor::from_rows({{1, 2}, {3, 4}})}, {"w.scale", Tensor::from_rows({{1}})}};
    CHECK_THROWS_AS(encode_safetensors(tensors, StoredAs::integers), std::invalid_argument);
    const auto with_scale = [](const std::string& name, const std::string& about, std::size_t bytes) {
      return file_of(R"({"w":{"dtype":"I8","shape":[2,3],"data_offsets":[0,6]},")" + name + "\":{" + about + R"(,"data_offsets":[6,)" +
                         std::to_string(6 + bytes) + "]}}",
                     6 + bytes);
    };
    CHECK(refusal(with_scale("w.scale", R"("dtype":"F16","shape":[2,1])", 4)) == "taken");
    CHECK(refusal(with_scale("w.scale", R"("dtype":"F32","shape":[2,1])", 8)) == "taken");
    CHECK(refusal(with_scale("w_scale", R"("dtype":"F16","shape":[2,1])", 4)) == "safetensors_scale");
    CHECK(refusal(with_scale("w.scale", R"("dtype":"F16","shape":[1,2])", 4)) == "safetensors_scale");
    CHECK(refusal(with_scale("w.scale", R"("dtype":"F16","shape":[3,1])", 6)) == "safetensors_scale");
    CHECK(refusal(with_scale("w.scale", R"("dtype":"I8","shape":[2,1])", 2)) == "safetensors_scale");
  }

  TEST_CASE("a file that is cut off anywhere is refused") {
    for (const char* format : {"f32", "int8"}) {
      const std::string whole = from_hex(golden("safetensors.json")[0][format].get<std::string>());
      for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        CHECK(refusal(whole.substr(0, size)) != "taken");
      }
      CHECK(refusal(whole + '\0') == "safetensors_rest");
    }
  }

  TEST_CASE("a file that is no safetensors file, or lies about its sizes, is refused with the reason") {
    const auto tensor = [](const std::string& about) { return "{\"w\":{" + about + "}}"; };
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[2,3],"data_offsets":[0,24])"), 24)) == "taken");
    CHECK(refusal("") == "safetensors_short");
    CHECK(refusal("{\"not\": \"a model\"}") == "safetensors_header");
    CHECK(refusal("\x89PNG\r\n\x1a\n and so on") == "safetensors_header");
    CHECK(refusal(length_of(~0ull) + "{}") == "safetensors_header");
    CHECK(refusal(length_of(0)) == "not_json");
    CHECK(refusal(file_of("{\"w\":", 0)) == "not_json");
    CHECK(refusal(file_of("{\"\xff\":1}", 0)) == "not_json");
    CHECK(refusal(file_of("[1,2]", 0)) == "wrong_type");
    CHECK(refusal(file_of(std::string(1000, '['), 0)) == "json_too_deep");
    CHECK(refusal(file_of("{\"w\":3}", 0)) == "wrong_type");
    CHECK(refusal(file_of("{\"__metadata__\":{\"n\":1}}", 0)) == "wrong_type");
    CHECK(refusal(file_of("{\"__metadata__\":1}", 0)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("shape":[1],"data_offsets":[0,4])"), 4)) == "missing_field");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1)"), 4)) == "unknown_field");
    CHECK(refusal(file_of(tensor(R"("dtype":"I64","shape":[1],"data_offsets":[0,8])"), 8)) == "safetensors_dtype");
    CHECK(refusal(file_of(tensor(R"("dtype":4,"shape":[1],"data_offsets":[0,4])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1.5],"data_offsets":[0,4])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":"1","data_offsets":[0,4])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,4])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[0])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[-4,0])"), 4)) == "wrong_type");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[0,8])"), 4)) == "safetensors_range");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), 4)) == "safetensors_range");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551615])"), 4)) == "safetensors_range");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"), 4)) == "safetensors_size");
    CHECK(refusal(file_of(tensor(R"("dtype":"F32","shape":[1],"data_offsets":[4,8])"), 8)) == "safetensors_gap");
  }

  TEST_CASE("sizes whose product would overflow ask for no memory") {
    for (const char* shape : {"[4294967296,4294967296]", "[4611686018427387905,4]", "[18446744073709551615]", "[0,18446744073709551615]",
                              "[0,4294967296,4294967296]", "[1000000000]"}) {
      CAPTURE(shape);
      CHECK(refusal(file_of(std::string(R"({"w":{"dtype":"F32","shape":)") + shape + R"(,"data_offsets":[0,4]}})", 4)) ==
            "safetensors_shape");
    }
  }

  TEST_CASE("two tensors: neither twice the same name, nor overlapping, nor a gap between them") {
    const auto two = [](const std::string& name, int begin, int end) {
      return file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},")" + name +
                         R"(":{"dtype":"F32","shape":[1],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(end) + "]}}",
                     12);
    };
    CHECK(refusal(two("b", 8, 12)) == "taken");
    CHECK(refusal(two("a", 8, 12)) == "field_twice");
    CHECK(refusal(two("b", 4, 8)) == "safetensors_gap");
    CHECK(refusal(two("b", 0, 4)) == "safetensors_gap");
    CHECK(refusal(file_of(R"({"__metadata__":{"n":"1","n":"2"}})", 0)) == "field_twice");
  }
}

TEST_SUITE("core/half") {
  TEST_CASE("floats become the halves that NumPy makes of them: ties to even, subnormals, infinity") {
    const json one = golden("safetensors.json")[0];
    REQUIRE(one["floats"].size() > 20);
    for (std::size_t i = 0; i < one["floats"].size(); ++i) {
      const auto value = std::bit_cast<float>(one["floats"][i].get<std::uint32_t>());
      CAPTURE(value);
      CHECK(half_from_float(value) == one["halves"][i].get<std::uint16_t>());
    }
    CHECK(std::isnan(float_from_half(half_from_float(std::nanf("")))));
  }

  TEST_CASE("every half comes back from the float that it is") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const auto half = static_cast<std::uint16_t>(bits);
      const float value = float_from_half(half);
      if (std::isnan(value)) continue;
      if (half_from_float(value) != half) FAIL(bits);
    }
    CHECK(float_from_half(0x3555) == doctest::Approx(1.0 / 3).epsilon(1e-3));
    CHECK(float_from_bfloat16(0xc040) == -3.0f);
  }

  TEST_CASE("floats become the nearest bfloat16, ties to even, and every bfloat16 comes back") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const auto half = static_cast<std::uint16_t>(bits);
      const float value = float_from_bfloat16(half);
      if (std::isnan(value) ? !std::isnan(float_from_bfloat16(bfloat16_from_float(value))) : bfloat16_from_float(value) != half) FAIL(bits);
    }
    CHECK(bfloat16_from_float(0.1f) == 0x3dcd);         // 0.10009765625 is nearer than 0.099609375
    CHECK(bfloat16_from_float(1.00390625f) == 0x3f80);  // half way: to the even one
    CHECK(bfloat16_from_float(1.01171875f) == 0x3f82);  // likewise
    CHECK(bfloat16_from_float(3.4e38f) == 0x7f80);      // beyond the largest: infinity
  }
}

}  // namespace safetensors_test
