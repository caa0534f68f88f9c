#define GL_GLEXT_PROTOTYPES
#include "render/heatmap.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "render/colormap.h"
#include "render/gl_program.h"
#include "render/heatmap_boxes.h"

namespace gf {
namespace {

// The texture of a matrix. It keeps the tensor alive, whose address is the key of the cache.
struct Texture {
  std::shared_ptr<const Tensor> tensor;
  GLuint name = 0;
  int width = 0;
  bool used = true;
};

// Data that the callback of a heat map needs when the draw list is rendered. ImGui copies the bytes into the draw list.
struct DrawData {
  void* state;
  GLuint texture;
  int rows, cols, texture_width;
  float x0, y0, x1, y1;
  HeatmapStyle style;
};

struct Uniforms {
  GLint rectangle, values, size, texture_width, range, is_signed, neutral, path, split, not_finite, cells_per_pixel;
};

struct Pixels {
  float left, top, right, bottom;
};

void set_color(float* out, const OkLab& color) {
  out[0] = color.lightness;
  out[1] = color.a;
  out[2] = color.b;
}

// Uploads `count` values in reading order, `width` values a line of the texture. The last line may be shorter.
void upload(const float* values, Index count, int width) {
  const auto full_lines = static_cast<GLsizei>(count / width);
  const auto rest = static_cast<GLsizei>(count % width);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, full_lines + (rest > 0 ? 1 : 0), 0, GL_RED, GL_FLOAT, nullptr);
  if (full_lines > 0) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, full_lines, GL_RED, GL_FLOAT, values);
  if (rest > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, full_lines, rest, 1, GL_RED, GL_FLOAT, values + static_cast<Index>(full_lines) * width);
  }
}

}  // namespace

struct HeatmapRenderer::State {
  std::string vertex_source, fragment_source;
  BegunProgram compiling;
  GLuint program = 0;
  bool boxes = false;
  bool usable = false;      // the program is compiled, and the fields below are set
  GLuint vertex_array = 0;  // an empty array, without which OpenGL 3.3 draws nothing
  GLint max_texture_size = 0;
  Uniforms uniforms{};
  std::map<std::pair<const Tensor*, Index>, Texture> textures;

  void begin();
  void make_usable();
  void release();
  const Texture* texture(std::shared_ptr<const Tensor> tensor, Index outer);
  void set_uniforms(const DrawData& data, const Pixels& pixels);
  void render(const DrawData& data, const ImDrawCmd& command);
};

void HeatmapRenderer::State::begin() {
  compiling = begin_gl_program(vertex_source, fragment_source);
  program = compiling.program;
}

void HeatmapRenderer::State::make_usable() {
  if (usable) return;
  if (program == 0) begin();
  finish_gl_program(compiling);
  const auto find = [this](const char* name) { return glGetUniformLocation(program, name); };
  uniforms = {find("u_rectangle"), find("u_values"), find("u_size"),  find("u_texture_width"), find("u_range"),          find("u_signed"),
              find("u_neutral"),   find("u_path"),   find("u_split"), find("u_not_finite"),    find("u_cells_per_pixel")};
  glGenVertexArrays(1, &vertex_array);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max_texture_size);
  usable = true;
}

void HeatmapRenderer::State::release() {
  for (auto& [key, texture] : textures) glDeleteTextures(1, &texture.name);
  textures.clear();
  if (program == 0) return;
  glDeleteVertexArrays(1, &vertex_array);
  glDeleteProgram(program);
  program = 0;
  usable = false;
}

const Texture* HeatmapRenderer::State::texture(std::shared_ptr<const Tensor> tensor, Index outer) {
  const auto key = std::make_pair(tensor.get(), outer);
  if (const auto found = textures.find(key); found != textures.end()) {
    found->second.used = true;
    return &found->second;
  }
  const Index count = tensor->rows() * tensor->cols();
  const Index limit = max_texture_size;
  const Index width = std::min(tensor->cols(), limit);
  // A larger matrix exceeds the texture or the 32-bit index of the shader. It has a thousand cells for every pixel of a screen.
  if (limit <= 0 || count > std::numeric_limits<GLint>::max() || (count + width - 1) / width > limit) return nullptr;
  Texture fresh;
  fresh.width = static_cast<int>(width);
  glGenTextures(1, &fresh.name);
  glBindTexture(GL_TEXTURE_2D, fresh.name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  upload(tensor->matrix(outer), count, fresh.width);
  fresh.tensor = std::move(tensor);
  return &textures.emplace(key, std::move(fresh)).first->second;
}

void HeatmapRenderer::State::set_uniforms(const DrawData& data, const Pixels& pixels) {
  const ColorScale scale = color_scale(data.style.signed_values, data.style.dark);
  float neutral[3];
  float path[12];
  float not_finite[9];
  set_color(neutral, scale.neutral);
  set_color(path, scale.positive.middle);
  set_color(path + 3, scale.positive.end);
  set_color(path + 6, scale.negative.middle);
  set_color(path + 9, scale.negative.end);
  set_color(not_finite, scale.not_a_number);
  set_color(not_finite + 3, scale.plus_infinity);
  set_color(not_finite + 6, scale.minus_infinity);
  glUniform1i(uniforms.values, 0);
  glUniform2i(uniforms.size, data.rows, data.cols);
  glUniform1i(uniforms.texture_width, data.texture_width);
  glUniform2f(uniforms.range, data.style.least, data.style.most);
  glUniform1i(uniforms.is_signed, data.style.signed_values ? 1 : 0);
  glUniform3fv(uniforms.neutral, 1, neutral);
  glUniform3fv(uniforms.path, 4, path);
  glUniform2f(uniforms.split, scale.positive.split, scale.negative.split);
  glUniform3fv(uniforms.not_finite, 3, not_finite);
  glUniform2f(uniforms.cells_per_pixel, static_cast<float>(data.rows) / (pixels.bottom - pixels.top),
              static_cast<float>(data.cols) / (pixels.right - pixels.left));
}

void HeatmapRenderer::State::render(const DrawData& data, const ImDrawCmd& command) {
  const ImDrawData* frame = ImGui::GetDrawData();
  if (program == 0 || !frame) return;
  const ImVec2 scale = frame->FramebufferScale;
  const auto project = [&](float x0, float y0, float x1, float y1) {
    return Pixels{(x0 - frame->DisplayPos.x) * scale.x, (y0 - frame->DisplayPos.y) * scale.y, (x1 - frame->DisplayPos.x) * scale.x,
                  (y1 - frame->DisplayPos.y) * scale.y};
  };
  const Pixels clip = project(command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w);
  Pixels quad = project(data.x0, data.y0, data.x1, data.y1);
  // Rounds to whole pixels, as ImGui does for the frames around the heat map.
  quad = {std::round(quad.left), std::round(quad.top), std::round(quad.right), std::round(quad.bottom)};
  if (clip.right <= clip.left || clip.bottom <= clip.top || quad.right <= quad.left || quad.bottom <= quad.top) return;
  const float width = std::floor(frame->DisplaySize.x * scale.x);
  const float height = std::floor(frame->DisplaySize.y * scale.y);

  glScissor(static_cast<GLint>(clip.left), static_cast<GLint>(height - clip.bottom), static_cast<GLsizei>(clip.right - clip.left),
            static_cast<GLsizei>(clip.bottom - clip.top));
  glDisable(GL_BLEND);
  glUseProgram(program);
  glBindVertexArray(vertex_array);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, data.texture);
  glBindSampler(0, 0);
  glUniform4f(uniforms.rectangle, quad.left / width * 2 - 1, 1 - quad.top / height * 2, quad.right / width * 2 - 1,
              1 - quad.bottom / height * 2);
  set_uniforms(data, quad);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

HeatmapRenderer::HeatmapRenderer(const std::string& vertex_source, const std::string& fragment_source) : state_(std::make_unique<State>()) {
  state_->vertex_source = vertex_source;
  state_->fragment_source = fragment_source;
  state_->begin();
}

HeatmapRenderer::~HeatmapRenderer() { state_->release(); }

void HeatmapRenderer::draw(ImDrawList* list, std::shared_ptr<const Tensor> tensor, Index outer, float x0, float y0, float x1, float y1,
                           const HeatmapStyle& style) {
  if (!tensor || tensor->rows() <= 0 || tensor->cols() <= 0 || outer < 0 || outer >= tensor->shape().matrices()) return;
  if (!(x1 > x0 && y1 > y0)) return;
  if (state_->boxes) return draw_as_boxes(list, *tensor, outer, x0, y0, x1, y1, style);
  state_->make_usable();
  const auto rows = static_cast<int>(tensor->rows());
  const auto cols = static_cast<int>(tensor->cols());
  const Texture* texture = state_->texture(std::move(tensor), outer);
  if (!texture) {
    // Fills the box with the colour of NaN, which stands for values that can't be shown.
    list->AddRectFilled({x0, y0}, {x1, y1}, colormap(std::numeric_limits<float>::quiet_NaN(), style.signed_values, style.dark));
    return;
  }
  DrawData data{state_.get(), texture->name, rows, cols, texture->width, x0, y0, x1, y1, style};
  list->AddCallback(
      [](const ImDrawList*, const ImDrawCmd* command) {
        const auto* each = static_cast<const DrawData*>(command->UserCallbackData);
        static_cast<State*>(each->state)->render(*each, *command);
      },
      &data, sizeof data);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void HeatmapRenderer::use_boxes(bool boxes) { state_->boxes = boxes; }

void HeatmapRenderer::end_frame() {
  auto& textures = state_->textures;
  for (auto entry = textures.begin(); entry != textures.end();) {
    if (std::exchange(entry->second.used, false)) {
      ++entry;
    } else {
      glDeleteTextures(1, &entry->second.name);
      entry = textures.erase(entry);
    }
  }
}

void HeatmapRenderer::context_lost() {
  state_->textures.clear();
  state_->program = 0;
  state_->usable = false;
}

}  // namespace gf
