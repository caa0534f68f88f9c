// Compiling a shader program from the bodies in shaders/, for OpenGL 3.3 and OpenGL ES 3 alike.
#pragma once

#include <string>

namespace gf {

/// Begins to compile and link a program, which the driver may do beside us, and gives its GL name. Needs a current GL context, as does the
/// other.
unsigned int begin_gl_program(const std::string& vertex_source, const std::string& fragment_source);

/// Waits until the program can be used. Throws std::runtime_error with the compiler's or linker's log.
void finish_gl_program(unsigned int program);

}  // namespace gf
