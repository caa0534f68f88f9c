// A problem, as a person is told of it: an id of assets/text/<language>.json ("problems") and the words to fill in.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// Example: {"not_a_number", {{"where", "w_q[0,1]"}, {"got", "abc"}}}, whose text in en.json is
/// "{where}: expected a number such as 0.5 or -2, got “{got}”". A word that begins with @ stands for a text of its own: "@matrix" is
/// "forms.matrix".
struct Problem {
  std::string id;
  std::vector<std::pair<std::string, std::string>> words;
  bool operator==(const Problem&) const = default;
};

/// Bad input of any kind. `what()` is the id and the words, for logs; people get the text of the id.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Problem problem);
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;
};

}  // namespace gf
