// Compiles a shader program from the bodies in shaders/, for OpenGL 3.3 and OpenGL ES 3. Call begin_gl_program early, and finish_gl_program
// before the program is used: the driver may compile in between.
#pragma once

#include <string>

namespace gf {

/// The GL names of a program that is being compiled, and of its shaders.
struct BegunProgram {
  unsigned int program = 0, vertex = 0, fragment = 0;
};

/// Begins to compile and link a program. Both functions need a current GL context.
BegunProgram begin_gl_program(const std::string& vertex_source, const std::string& fragment_source);

/// Waits until the program can be used, and deletes its shaders. Throws std::runtime_error with the compiler's or linker's log. Does not
/// throw if the log is empty, since the context was lost then.
void finish_gl_program(const BegunProgram& compiling);

}  // namespace gf
