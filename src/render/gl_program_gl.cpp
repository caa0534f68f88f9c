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

// Returns the shader. It stays until the program was checked: WebGL forgets the name of a shader that is deleted, and with it the log.
GLuint attach(GLuint program, GLenum stage, const std::string& source) {
  const std::string whole = version_line() + source;
  const char* text = whole.c_str();
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  glAttachShader(program, shader);
  return shader;
}

void check_shader(GLuint shader, const char* stage) {
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good == GL_FALSE) fail(std::string("[heatmap] the ") + stage + " shader does not compile: ", shader, glGetShaderInfoLog);
}

}  // namespace

BegunProgram begin_gl_program(const std::string& vertex_source, const std::string& fragment_source) {
  BegunProgram begun{glCreateProgram()};
  begun.vertex = attach(begun.program, GL_VERTEX_SHADER, vertex_source);
  begun.fragment = attach(begun.program, GL_FRAGMENT_SHADER, fragment_source);
  glLinkProgram(begun.program);
  return begun;
}

void finish_gl_program(const BegunProgram& begun) {
  GLint good = GL_FALSE;
  glGetProgramiv(begun.program, GL_LINK_STATUS, &good);
  if (good == GL_FALSE) {
    check_shader(begun.vertex, "vertex");
    check_shader(begun.fragment, "fragment");
    fail("[heatmap] the shaders do not link: ", begun.program, glGetProgramInfoLog);
  }
  glDeleteShader(begun.vertex);
  glDeleteShader(begun.fragment);
}

}  // namespace gf
