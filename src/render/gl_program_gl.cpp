#define GL_GLEXT_PROTOTYPES
#include "render/gl_program.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace gf {
namespace {

// The bodies are GLSL ES 3.00, which is also valid as GLSL 3.30.
std::string version_line() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  const bool es = version && std::string_view(version).find("OpenGL ES") != std::string_view::npos;
  return es ? "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n#line 1\n"
            : "#version 330 core\n#line 1\n";
}

// Throws with the log. No log means that the context was lost meanwhile: everything is made again when it is back.
void fail(std::string what, GLuint object, void (*read_log)(GLuint, GLsizei, GLsizei*, GLchar*)) {
  std::string log(2000, '\0');
  GLsizei length = 0;
  read_log(object, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  if (!log.empty()) throw std::runtime_error(std::move(what) + log);
}

// It stays as long as the program that it is attached to.
void attach(GLuint program, GLenum stage, const std::string& source) {
  const std::string whole = version_line() + source;
  const char* text = whole.c_str();
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  glAttachShader(program, shader);
  glDeleteShader(shader);
}

void check_shaders(GLuint program) {
  GLuint shaders[2];
  GLsizei count = 0;
  glGetAttachedShaders(program, 2, &count, shaders);
  for (GLsizei i = 0; i < count; ++i) {
    GLint good = GL_FALSE, stage = 0;
    glGetShaderiv(shaders[i], GL_COMPILE_STATUS, &good);
    glGetShaderiv(shaders[i], GL_SHADER_TYPE, &stage);
    if (good == GL_FALSE)
      fail(std::string("[heatmap] the ") + (stage == GL_VERTEX_SHADER ? "vertex" : "fragment") + " shader does not compile: ", shaders[i],
           glGetShaderInfoLog);
  }
}

}  // namespace

unsigned int begin_gl_program(const std::string& vertex_source, const std::string& fragment_source) {
  const GLuint program = glCreateProgram();
  attach(program, GL_VERTEX_SHADER, vertex_source);
  attach(program, GL_FRAGMENT_SHADER, fragment_source);
  glLinkProgram(program);
  return program;
}

void finish_gl_program(unsigned int program) {
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good != GL_FALSE) return;
  check_shaders(program);
  fail("[heatmap] the shaders do not link: ", program, glGetProgramInfoLog);
}

}  // namespace gf
