#include "pictures/painter.h"

#include <imgui.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace gf::test {

namespace {

struct Rgba {
  float r = 0, g = 0, b = 0, a = 0;
};

Rgba of_bytes(ImU32 color) {
  const auto channel = [&](int shift) { return static_cast<float>(color >> shift & 255) / 255; };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT), channel(IM_COL32_A_SHIFT)};
}

std::string compressed(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit(&stream, Z_BEST_SPEED) != Z_OK) throw std::runtime_error("the picture could not be compressed");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height), pixels_(static_cast<std::size_t>(width * height), {1, 1, 1, 1}) {}

  // The clip is in pixels: left, top, right, bottom.
  void triangle(const std::array<ImDrawVert, 3>& v, const ImTextureData& texture, ImVec4 clip) {
    const float area = edge(v[0].pos, v[1].pos, v[2].pos);
    if (std::fabs(area) < 1e-9f) return;
    const auto bound = [](float value, float least, float most) { return static_cast<int>(std::clamp(value, least, most)); };
    const auto [left, right] = std::minmax({v[0].pos.x, v[1].pos.x, v[2].pos.x});
    const auto [top, bottom] = std::minmax({v[0].pos.y, v[1].pos.y, v[2].pos.y});
    const auto w = static_cast<float>(width_), h = static_cast<float>(height_);
    const int x0 = bound(std::max(left, clip.x), 0, w), x1 = bound(std::ceil(std::min(right, clip.z)), 0, w);
    const int y0 = bound(std::max(top, clip.y), 0, h), y1 = bound(std::ceil(std::min(bottom, clip.w)), 0, h);
    const Rgba c[3] = {of_bytes(v[0].col), of_bytes(v[1].col), of_bytes(v[2].col)};
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const ImVec2 p(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
        if (p.x < clip.x || p.x >= clip.z || p.y < clip.y || p.y >= clip.w) continue;
        const float a = edge(v[1].pos, v[2].pos, p) / area, b = edge(v[2].pos, v[0].pos, p) / area, d = 1 - a - b;
        if (a < 0 || b < 0 || d < 0) continue;
        const auto mix = [&](float one, float two, float three) { return one * a + two * b + three * d; };
        const Rgba t = texel(texture, mix(v[0].uv.x, v[1].uv.x, v[2].uv.x), mix(v[0].uv.y, v[1].uv.y, v[2].uv.y));
        blend(x, y,
              {mix(c[0].r, c[1].r, c[2].r) * t.r, mix(c[0].g, c[1].g, c[2].g) * t.g, mix(c[0].b, c[1].b, c[2].b) * t.b,
               mix(c[0].a, c[1].a, c[2].a) * t.a});
      }
  }

  void write(const std::string& path) const {
    std::string rows;
    for (int y = 0; y < height_; ++y) {
      rows += '\0';
      for (int x = 0; x < width_; ++x) {
        const Rgba& p = pixels_[static_cast<std::size_t>(y * width_ + x)];
        for (const float channel : {p.r, p.g, p.b}) rows += static_cast<char>(std::lround(std::clamp(channel, 0.0f, 1.0f) * 255));
      }
    }
    const std::string packed = compressed(rows);
    std::ofstream file(path, std::ios::binary);
    file << "\x89PNG\r\n\x1a\n"
         << chunk("IHDR", be(width_) + be(height_) + std::string("\x08\x02\0\0\0", 5)) << chunk("IDAT", packed) << chunk("IEND", "");
    if (!file) throw std::runtime_error(path + " could not be written");
  }

 private:
  static float edge(ImVec2 a, ImVec2 b, ImVec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

  // Interpolates between the four nearest pixels.
  static Rgba texel(const ImTextureData& texture, float u, float v) {
    const float x = u * static_cast<float>(texture.Width) - 0.5f, y = v * static_cast<float>(texture.Height) - 0.5f;
    const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
    Rgba sum;
    for (const int dy : {0, 1})
      for (const int dx : {0, 1}) {
        const float share = std::fabs(1 - static_cast<float>(dx) - (x - static_cast<float>(x0))) *
                            std::fabs(1 - static_cast<float>(dy) - (y - static_cast<float>(y0)));
        const auto* at = static_cast<const std::uint8_t*>(const_cast<ImTextureData&>(texture).GetPixelsAt(
            std::clamp(x0 + dx, 0, texture.Width - 1), std::clamp(y0 + dy, 0, texture.Height - 1)));
        const auto channel = [&](int i) { return share * static_cast<float>(at[i]) / 255; };
        const bool coloured = texture.BytesPerPixel == 4;
        sum = {sum.r + (coloured ? channel(0) : share), sum.g + (coloured ? channel(1) : share), sum.b + (coloured ? channel(2) : share),
               sum.a + channel(coloured ? 3 : 0)};
      }
    return sum;
  }

  void blend(int x, int y, const Rgba& c) {
    Rgba& p = pixels_[static_cast<std::size_t>(y * width_ + x)];
    p = {p.r + (c.r - p.r) * c.a, p.g + (c.g - p.g) * c.a, p.b + (c.b - p.b) * c.a, 1};
  }

  static std::string be(std::uint64_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 255);
    return bytes;
  }
  static std::string be(int value) { return be(static_cast<std::uint64_t>(value)); }

  static std::string chunk(const std::string& name, const std::string& content) {
    const std::string body = name + content;
    return be(static_cast<std::uint64_t>(content.size())) + body +
           be(static_cast<std::uint64_t>(crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
  }

  int width_, height_;
  std::vector<Rgba> pixels_;
};

}  // namespace

void paint_frame(const std::string& path, float scale) {
  const ImDrawData& data = *ImGui::GetDrawData();
  Canvas canvas(static_cast<int>(data.DisplaySize.x * scale), static_cast<int>(data.DisplaySize.y * scale));
  for (const ImDrawList* list : data.CmdLists)
    for (const ImDrawCmd& command : list->CmdBuffer) {
      if (command.UserCallback || !command.TexRef._TexData) continue;
      const ImVec4 clip(command.ClipRect.x * scale, command.ClipRect.y * scale, command.ClipRect.z * scale, command.ClipRect.w * scale);
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        std::array<ImDrawVert, 3> corners{};
        for (unsigned k = 0; k < 3; ++k) {
          corners[k] = list->VtxBuffer[static_cast<int>(command.VtxOffset + list->IdxBuffer[static_cast<int>(command.IdxOffset + i + k)])];
          corners[k].pos = {corners[k].pos.x * scale, corners[k].pos.y * scale};
        }
        canvas.triangle(corners, *command.TexRef._TexData, clip);
      }
    }
  canvas.write(path);
}

}  // namespace gf::test
