#include "protocol/scene_line.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "core/join.h"

namespace gf {

namespace {

View view_named(const std::string& name) {
  const auto* const found = std::find(std::begin(kViewNames), std::end(kViewNames), name);
  if (found == std::end(kViewNames)) throw std::invalid_argument("no view is called " + name);
  return static_cast<View>(found - std::begin(kViewNames));
}

std::optional<SceneJoint> joint_of(const std::string& word) {
  if (word == "->") return SceneJoint::arrow;
  if (word == "+") return SceneJoint::plus;
  if (word == "x") return SceneJoint::times;
  if (word == "=") return SceneJoint::equals;
  if (word == ",") return SceneJoint::none;
  return std::nullopt;
}

bool is_sign(const std::string& word) { return word == "|" || word == "/" || word == "as" || joint_of(word); }

}  // namespace

SceneSpec read_scene_line(std::string_view line) {
  SceneSpec scene;
  const std::vector<std::string> words = split_at_space(line);
  bool wants_card = true;
  const auto refuse = [&](const std::string& why) { throw std::invalid_argument("the scene \"" + std::string(line) + "\": " + why); };
  NamedColumn next{.cards = {}, .before = SceneJoint::none, .begins_line = true};
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (wants_card) {
      if (word != "x" && is_sign(word)) refuse("a card is expected at " + word);  // x is also the name of a node
      const bool focus = word.back() == '*';
      if (focus) word.pop_back();
      if (next.cards.empty()) scene.push_back(next);
      scene.back().cards.push_back({word, focus});
      next.cards.push_back({});
      wants_card = false;
    } else if (word == "as") {
      if (++i == words.size()) refuse("a view is expected after as");
      scene.back().cards.back().view = view_named(words[i]);
    } else if (word == "/") {
      wants_card = true;
    } else if (word == "|" || joint_of(word)) {
      next = {.cards = {}, .before = joint_of(word).value_or(SceneJoint::none), .begins_line = word == "|"};
      wants_card = true;
    } else {
      refuse("a sign is expected before " + word);
    }
  }
  if (wants_card && !scene.empty()) refuse("a card is expected at its end");
  int focused = 0;
  for (const NamedColumn& column : scene)
    focused += static_cast<int>(std::count_if(column.cards.begin(), column.cards.end(), [](const NamedCard& card) { return card.focus; }));
  if (focused > 1) refuse("it has several cards in focus");
  if (focused == 0 && !scene.empty()) scene.back().cards.back().focus = true;
  return scene;
}

}  // namespace gf
