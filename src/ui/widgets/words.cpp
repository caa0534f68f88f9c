#include "ui/widgets/words.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

std::string key_of(const Word& word) { return (word.right_to_left ? "r" : "l") + std::string(word.text); }

std::string key_of(const Word& word, int size_px) { return std::to_string(size_px) + key_of(word); }

void fill_place(ImFontAtlas& atlas, ImFontAtlasRectId place, const WordPicture& picture) {
  const ImTextureRect& rect = *ImFontAtlasPackGetRect(&atlas, place);
  ImTextureData& texture = *atlas.TexData;
  const auto row_bytes = static_cast<std::size_t>(picture.width) * 4;
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.rgba.data() + static_cast<std::size_t>(y) * row_bytes;
    auto* to = static_cast<std::uint8_t*>(texture.GetPixelsAt(rect.x, rect.y + y));
    std::memcpy(to, from, row_bytes);
    // A picture without its own colours is white, so that the colour of the ink multiplies it.
    for (int x = 0; x < picture.width && !picture.coloured; ++x) std::memset(to + 4 * x, 255, 3);
  }
  ImFontAtlasTextureBlockQueueUpload(&atlas, &texture, rect.x, rect.y, rect.w, rect.h);
  if (picture.coloured) atlas.TexPixelsUseColors = texture.UseColors = true;
}

}  // namespace

Words::Words(WordDrawing drawing, std::function<void(std::string_view)> lacks)
    : drawing_(std::move(drawing)), lacks_(std::move(lacks)), atlas_(ImGui::GetIO().Fonts) {
  atlas_->UserData = this;
}

Words::~Words() { atlas_->UserData = nullptr; }

Words* Words::of(const ImFont& font) { return static_cast<Words*>(font.ContainerAtlas->UserData); }

const WordShape& Words::shape(const Word& word) {
  std::string name = key_of(word);
  if (const WordShape* known = shapes_.find(name)) return *known;
  if (lacks_) lacks_(word.text);
  WordShape shape = drawing_.measure(word);
  if (shape.missing && missing_.size() < kMostMissing) missing_.emplace(word.text);
  const std::size_t bytes = name.size() + sizeof(float) * shape.stops.size() + sizeof(WordShape) + 64;
  while (!shapes_.empty() && shapes_.used() + bytes > kMostShapes) shapes_.forget_oldest();
  return shapes_.put(std::move(name), std::move(shape), bytes);
}

const WordInAtlas* Words::picture(const Word& word, int size_px) {
  const int frame = ImGui::GetFrameCount();
  std::string name = key_of(word, size_px);
  WordInAtlas* known = pictures_.find(name);
  if (!known) {
    // The size of the picture is unknown before it is drawn. A line of its length gives an estimate.
    const auto expected = static_cast<std::size_t>(std::max(shape(word).advance, 1.0f) * static_cast<float>(size_px * size_px) * 1.5f);
    if (!make_room(expected)) return nullptr;
    const WordInAtlas drawn = draw(word, size_px);
    known = &pictures_.put(std::move(name), drawn, static_cast<std::size_t>(drawn.width * drawn.height) + 64);
  }
  known->frame = frame;
  return known;
}

// Makes room for so many pixels. Frees a quarter of the atlas at once, so that this does not happen for every word. Returns whether there
// is room.
bool Words::make_room(std::size_t pixels) {
  if (pictures_.used() + pixels <= kMostPixels) return true;
  while (!pictures_.empty() && pictures_.used() + pixels > kMostPixels / 4 * 3 &&
         pictures_.oldest().value.frame != ImGui::GetFrameCount()) {
    if (pictures_.oldest().value.place >= 0) atlas_->RemoveCustomRect(pictures_.oldest().value.place);
    pictures_.forget_oldest();
  }
  return pictures_.used() + pixels <= kMostPixels;
}

WordInAtlas Words::draw(const Word& word, int size_px) {
  const WordPicture picture = drawing_.draw(word, size_px);
  if (picture.width <= 0 || picture.height <= 0) return {};
  const ImFontAtlasRectId place = atlas_->AddCustomRect(picture.width, picture.height);
  if (place < 0) return {};
  fill_place(*atlas_, place, picture);
  return {.place = place,
          .width = picture.width,
          .height = picture.height,
          .left = picture.left,
          .top = picture.top,
          .coloured = picture.coloured,
          .text = std::string(word.text),
          .size_px = size_px,
          .advance = shape(word).advance};
}

}  // namespace gf::ui
