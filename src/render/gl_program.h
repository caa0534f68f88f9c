// Compiling a shader program from the bodies in shaders/, for OpenGL 3.3 and OpenGL ES 3 alike.
#pragma once

#include <string>

namespace gf {

/// The program's GL name. Throws std::runtime_error with the compiler's or linker's log. Needs a current GL context.
unsigned int make_gl_program(const std::string& vertex_source, const std::string& fragment_source);

}  // namespace gf
