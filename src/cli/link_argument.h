// A link, a lesson or a step as an argument: what `glassformer LINK` opens and `glassformer trace LINK` computes.
#pragma once

#include <string>
#include <vector>

#include "protocol/address.h"
#include "protocol/document.h"

namespace gf {

/// Reads a whole address of any host, what stands behind # in it with or without the #, the payload of a link alone, a lesson or a step.
/// Checks that there is such a lesson and step. Throws InputError that says what was expected.
/// Example: "https://example.org/?hide=rail#d=q1bK", "#d=q1bK", "d=q1bK", "q1bK", "softmax", "softmax/step-4", "softmax/shares".
Address address_argument(const std::string& text);

/// The address as it stands behind #: "softmax/shares".
std::string text_of(const Address& address);

/// The document that an argument names.
struct NamedDocument {
  Document document;
  std::vector<std::string> left_out = {};  // names in a link that this build does not know
  bool bare = false;                       // a lesson alone, with its defaults
  bool untrained = false;                  // its step speaks of a model that was trained: the command line does not train it
};

/// The document of a lesson with its defaults, of a step with all that it brings, or of a link. Throws likewise.
NamedDocument document_argument(const std::string& text);

/// Checks the address of a page that links are to lead to. Returns it with a slash at its end where it names a folder. Throws InputError.
/// Example: "https://example.org/glassformer" is "https://example.org/glassformer/".
std::string page_argument(const std::string& text);

}  // namespace gf
