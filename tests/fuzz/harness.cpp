#include "fuzz/harness.h"

#include <bit>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace gf::test {
namespace {

constexpr const char* kWords[] = {"you",
                                  "are",
                                  "welcome",
                                  "le chat est sous la table",
                                  " ",
                                  "\n",
                                  "\t",
                                  " = ",
                                  ": ",
                                  "=",
                                  ":",
                                  "+",
                                  "|",
                                  "-",
                                  ".",
                                  "’",
                                  "é",
                                  "e\xCC\x81",
                                  "👩‍🔬",
                                  "\xff",
                                  "\xC3",
                                  "12+7",
                                  "cat = gato\n",
                                  "chat: cat\n",
                                  "<end>",
                                  "<pad>",
                                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                  "w w w w w w w w w w w w w w w w ",
                                  "0.5",
                                  "-2",
                                  "1e39",
                                  "NaN"};
constexpr float kNumbers[] = {0, 1, -1, 0.5f, 2, 3, 10, -0.0f, 1e-30f, 1e30f, -1e30f, 100, 1000, 0.1f, 7, -3};

Tensor matrix(Choices& choices) {
  const auto rows = static_cast<Index>(choices.index(7)), cols = static_cast<Index>(choices.index(7));
  Tensor tensor(Shape{{}, rows + 1, cols + 1});
  const float first = choices.number();
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = choices.over() ? first : choices.number();
  return tensor;
}

// Returns a number for an input, mostly a small size. The largest sizes take some hundred milliseconds by design, and find no more.
double number_for(Choices& choices, const InputSpec& spec) {
  constexpr double kUsually = 12;
  switch (choices.index(8)) {
    case 0:
      return spec.least;
    case 1:
      return choices.chance(16) ? spec.most : std::min(spec.most, spec.least + kUsually);
    case 2:
      return static_cast<double>(choices.number());
    case 3:
      return spec.least + static_cast<double>(choices.index(256)) / 256 * std::min(spec.most - spec.least, kUsually);
    default:
      return spec.least + static_cast<double>(choices.index(static_cast<std::size_t>(std::min(spec.most - spec.least, kUsually)) + 1));
  }
}

}  // namespace

bool is_sampled(Checks checks, std::string_view bytes, std::uint32_t count) {
  if (checks == Checks::all) return true;
  std::uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : bytes) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
  return (hash >> 8) % count == 0;
}

std::uint8_t Choices::byte() {
  if (bytes_.empty()) return 0;
  const auto first = static_cast<std::uint8_t>(bytes_.front());
  bytes_.remove_prefix(1);
  return first;
}

float Choices::number() {
  const std::uint8_t kind = byte();
  if (kind < 200) return kNumbers[kind % std::size(kNumbers)];
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits = bits << 8 | byte();
  return std::bit_cast<float>(bits);
}

std::string Choices::text(std::size_t most) {
  std::string text;
  for (std::size_t parts = index(24); parts > 0 && text.size() < most; --parts) {
    const std::uint8_t part = byte();
    if (part < std::size(kWords))
      text += kWords[part];
    else
      text += static_cast<char>(part);
  }
  return text.substr(0, most);
}

InputValue input_value(Choices& choices, const InputSpec& spec) {
  switch (choices.chance(8) ? static_cast<InputType>(choices.index(5)) : spec.type) {
    case InputType::toggle:
      return choices.chance(128);
    case InputType::number:
      return number_for(choices, spec);
    case InputType::choice:
      return spec.choices.empty() ? choices.text(20) : std::string(spec.choices[choices.index(spec.choices.size())]);
    case InputType::matrix:
      return matrix(choices);
    case InputType::text:
      break;
  }
  const std::string_view* const initial = std::get_if<std::string_view>(&spec.initial);
  if (!initial || choices.chance(200)) return choices.text(400);
  return std::string(*initial) + choices.text(40);
}

CameraLook camera_look(Choices& choices) {
  const bool anywhere = choices.chance(32);
  const auto number = [&] { return anywhere ? static_cast<double>(choices.number()) : static_cast<double>(choices.byte()) / 255; };
  const double x = number(), y = number();
  return {x, y, 40 * number() + (anywhere ? 0 : 0.01)};
}

Document document_from(Choices& choices) {
  const Lesson& lesson = lessons()[choices.index(lessons().size())];
  Document document;
  document.lesson = lesson.info.id;
  const ArrayView<Preset> presets = lesson.info.presets;
  if (!presets.empty() && choices.chance(64)) document.inputs = inputs_of(presets[choices.index(presets.size())]);
  for (std::size_t set = choices.index(6); set > 0; --set) {
    const InputSpec& spec = lesson.info.inputs[choices.index(lesson.info.inputs.size())];
    document.inputs.insert_or_assign(spec.name, input_value(choices, spec));
  }
  if (choices.over()) return document;
  if (choices.chance(64)) document.look.camera = camera_look(choices);
  if (choices.chance(64)) document.look.views[choices.text(20)] = static_cast<View>(choices.index(std::size(kViewNames)));
  if (choices.chance(64)) document.look.matrices[choices.text(20)] = static_cast<Index>(choices.index(9)) - 1;
  if (choices.chance(64)) document.look.blanks[choices.text(20)].push_back({0, static_cast<Index>(choices.index(4)), 0});
  if (choices.chance(64)) document.look.opened.insert(choices.text(20));
  return document;
}

std::string safetensors_of(std::string_view bytes) {
  if (!bytes.starts_with('h')) return std::string(bytes);
  bytes.remove_prefix(1);
  const std::string_view header = bytes.substr(0, bytes.find('\0'));
  std::string file;
  for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>(header.size() >> (8 * i) & 255);
  return file.append(header).append(bytes.substr(std::min(header.size() + 1, bytes.size())));
}

bool has_short_json(const Trace& trace) {
  constexpr Index kMostCells = 4096;
  Index cells = 0;
  for (const TraceNode& node : trace.nodes) cells += node.value->size();
  return cells <= kMostCells;
}

LessonContext source_files(const Document& document) {
  static std::map<std::string, std::shared_ptr<const LessonFile>> read;
  LessonContext context;
  for (const std::string& path : files_of(document)) {
    const auto [place, is_new] = read.try_emplace(path);
    std::ifstream file;
    if (is_new) file.open(std::string(GF_SOURCE_DIR "/") + path, std::ios::binary);
    if (is_new && file.good()) place->second = std::make_shared<const LessonFile>(std::string(std::istreambuf_iterator<char>(file), {}));
    if (place->second) context.files[path] = place->second;
  }
  return context;
}

}  // namespace gf::test
