// Compiling a shader program from the bodies in shaders/, for OpenGL 3.3 and OpenGL ES 3 alike.
#pragma once

#include <string>

namespace gf {

/// GL names of a program that is compiled, and of its shaders until that is done.
struct BegunProgram {
  unsigned int program = 0, vertex = 0, fragment = 0;
};

/// Begins to compile and link a program, which the driver may do beside us. Needs a current GL context, as does the other.
BegunProgram begin_gl_program(const std::string& vertex_source, const std::string& fragment_source);

/// Waits until the program can be used, and deletes its shaders. Throws std::runtime_error with the compiler's or linker's log.
void finish_gl_program(const BegunProgram& begun);

}  // namespace gf
