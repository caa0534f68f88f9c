#include <algorithm>
#include <unordered_set>

#include "train/tasks/tasks.h"

namespace gf {

bool is_held_out(std::string_view combination) { return seed_of_word(0, combination) % 10 == 0; }

int draw_between(NumpyRandom& random, int least, int most) {
  return least + static_cast<int>(draw_index(random, static_cast<std::size_t>(most - least + 1)));
}

bool draw_chance(NumpyRandom& random, double probability) { return random.uniform() < probability; }

TaskExamples draw_examples(std::uint32_t seed, DrawCounts counts, const std::function<Drawn(NumpyRandom&)>& draw,
                           const std::function<bool(std::string_view)>& held_out) {
  constexpr int kShown = 6;
  NumpyRandom random(seed);
  TaskExamples examples;
  std::unordered_set<std::string> questions;
  examples.training.reserve(counts.training);
  examples.held_out.reserve(counts.held_out);
  questions.reserve(counts.training + counts.held_out);
  // A small task runs out of new questions: after twenty draws for each example, the examples found so far have to do.
  for (std::size_t left = 20 * (counts.training + counts.held_out); left-- > 0;) {
    Drawn drawn = draw(random);
    const bool aside = std::any_of(drawn.combinations.begin(), drawn.combinations.end(), held_out);
    auto& side = aside ? examples.held_out : examples.training;
    if (side.size() < (aside ? counts.held_out : counts.training) && questions.insert(joined(drawn.example.question, " ")).second)
      side.push_back(std::move(drawn.example));
    if (examples.training.size() == counts.training && examples.held_out.size() == counts.held_out) break;
  }
  for (std::size_t i = 0; i < examples.held_out.size() && i < kShown; ++i)
    examples.shown.push_back(joined(examples.held_out[i].question, " "));
  return examples;
}

}  // namespace gf
