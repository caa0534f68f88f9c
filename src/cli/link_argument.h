// Reads an argument that is a link, a lesson or a step, as in `glassformer LINK` and `glassformer trace LINK`.
#pragma once

#include <string>
#include <vector>

#include "protocol/address.h"
#include "protocol/document.h"

namespace gf {

/// Reads a whole address of any host, the part behind # with or without the #, the payload of a link alone, a lesson or a step. Checks that
/// the lesson and the step exist. Throws InputError that says what was expected.
/// Example: "https://example.org/?hide=rail#d=q1bK", "#d=q1bK", "d=q1bK", "q1bK", "softmax", "softmax/step-4", "softmax/shares".
Address address_argument(const std::string& text);

/// Returns the address as it stands behind #: "softmax/shares".
std::string text_of(const Address& address);

/// The document that an argument names.
struct NamedDocument {
  Document document;
  std::vector<std::string> left_out = {};  // the names in a link that this build does not know
  bool bare = false;                       // the argument is a lesson alone, with its defaults
  bool untrained = false;                  // the step is about a trained model, which the command line does not train
};

/// Returns the document of a lesson with its defaults, of a step with its state, or of a link. Throws InputError as address_argument
/// does.
NamedDocument document_argument(const std::string& text);

/// Returns the address of a page to which links are to lead. The address of a folder gets a slash at its end. Throws InputError if it is
/// no address.
/// Example: "https://example.org/glassformer" is "https://example.org/glassformer/".
std::string page_argument(const std::string& text);

}  // namespace gf
