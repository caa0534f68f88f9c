#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "model/safetensors.h"
#include "train/shipped_model.h"

namespace gf::test {
namespace {

void check_bytes(const NamedTensors& tensors) {
  const NamedTensors again = decode_safetensors(encode_safetensors(tensors, StoredAs::f32), "again");
  expect(again.metadata == tensors.metadata && again.tensors.size() == tensors.tensors.size(), "a file and back is the same file");
  for (std::size_t i = 0; i < again.tensors.size(); ++i) {
    const NamedTensor &a = again.tensors[i], &b = tensors.tensors[i];
    expect(a.name == b.name && same_values(a.value, b.value), "a file and back is the same file");
  }
  taken([&] { decode_safetensors(encode_safetensors(tensors, StoredAs::f16), "again"); });
  const bool named_as_scale =
      std::any_of(tensors.tensors.begin(), tensors.tensors.end(), [](const auto& candidate) { return candidate.name.ends_with(".scale"); });
  if (named_as_scale) return;  // a matrix of integers may not have a neighbour with the name of its scale
  taken([&] {
    const std::string int8 = encode_safetensors(tensors, StoredAs::integers);
    expect(encode_safetensors(decode_safetensors(int8, "again"), StoredAs::integers).size() == int8.size(),
           "integers and back are as many integers");
  });
}

// Returns the bytes with the task that a lesson expects of this file, if the metadata of the model can be read.
std::string renamed(const std::string& bytes, const std::string& path) {
  NamedTensors file = decode_safetensors(bytes, path);
  nlohmann::json settings = json_or_null(file.metadata["settings"]);
  if (!settings.is_object()) return bytes;
  const std::size_t name = path.rfind('/') + 1;
  settings["task"] = path.substr(name, path.rfind('.') - name);
  file.metadata["settings"] = settings.dump();
  return encode_safetensors(file, StoredAs::f32);
}

// Runs the lesson that shows such a model, with these bytes for each of its files.
void show(const std::string& bytes) {
  const Lesson& lesson = lesson_named("encoder-decoder");
  for (const Preset& preset : lesson.info.presets) {
    const Document document{lesson.info.id, inputs_of(preset)};
    const std::vector<std::string> files = files_of(document);
    LessonContext context;
    for (const std::string& path : files) context.files[path] = std::make_shared<const LessonFile>(renamed(bytes, path));
    if (!files.empty()) taken([&] { run_lesson(document, {}, context); });
  }
}

}  // namespace

int fuzz_model(const std::uint8_t* data, std::size_t size, Checks) {
  const std::string bytes = safetensors_of(text_of(data, size));
  taken([&] {
    check_bytes(decode_safetensors(bytes, "model"));
    const ShippedModel model = shipped_model(bytes, "model");
    expect(words_of(model).longest_answer >= 0, "an answer has a length");
    show(bytes);
  });
  return 0;
}

}  // namespace gf::test
