// Bad input as a problem that is shown to a person: an id of problems.json (assets/text/en) and the words for its text.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// The id of a text, and the words that fill its blanks. A word that begins with @ is a key of the texts: "@matrix" is "forms.matrix".
/// Example: {"not_a_number", {{"where", "w_q[0,1]"}, {"got", "abc"}}} has the text "{where}: expected a number such as 0.5 or -2, got
/// “{got}”".
struct Problem {
  std::string id;
  std::vector<std::pair<std::string, std::string>> words;
  bool operator==(const Problem&) const = default;
};

/// Bad input of any kind. `what()` has the id and the words, for logs; people read the text of the id.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Problem problem);
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;
};

}  // namespace gf
