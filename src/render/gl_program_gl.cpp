#define GL_GLEXT_PROTOTYPES
#include "render/gl_program.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace gf {
namespace {

// Returns the first lines of a shader. The bodies are GLSL ES 3.00, which is also valid as GLSL 3.30.
std::string version_line() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  const bool es = version && std::string_view(version).find("OpenGL ES") != std::string_view::npos;
  return es ? "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n#line 1\n"
            : "#version 330 core\n#line 1\n";
}

// Throws std::runtime_error with the log. Returns if the log is empty: the context was lost then, and everything is made again when it is
// back.
void fail(std::string what, GLuint object, void (*read_log)(GLuint, GLsizei, GLsizei*, GLchar*)) {
  std::string log(2000, '\0');
  GLsizei length = 0;
  read_log(object, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  if (!log.empty()) throw std::runtime_error(std::move(what) + log);
}

// Compiles a shader, attaches it to the program, and returns its name. The shader is deleted only after the program was checked, since
// WebGL forgets a deleted shader and its log.
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
  BegunProgram compiling{glCreateProgram()};
  compiling.vertex = attach(compiling.program, GL_VERTEX_SHADER, vertex_source);
  compiling.fragment = attach(compiling.program, GL_FRAGMENT_SHADER, fragment_source);
  glLinkProgram(compiling.program);
  return compiling;
}

void finish_gl_program(const BegunProgram& compiling) {
  GLint good = GL_FALSE;
  glGetProgramiv(compiling.program, GL_LINK_STATUS, &good);
  if (good == GL_FALSE) {
    check_shader(compiling.vertex, "vertex");
    check_shader(compiling.fragment, "fragment");
    fail("[heatmap] the shaders do not link: ", compiling.program, glGetProgramInfoLog);
  }
  glDeleteShader(compiling.vertex);
  glDeleteShader(compiling.fragment);
}

}  // namespace gf
