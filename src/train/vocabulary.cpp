#include "train/vocabulary.h"

namespace gf {

Vocabulary::Vocabulary() {
  for (const char* token : {"<pad>", "<start>", "<end>"}) add(token);
}

int Vocabulary::add(const std::string& token) {
  const auto [place, is_new] = ids_.try_emplace(token, static_cast<int>(tokens_.size()));
  if (is_new) tokens_.push_back(token);
  return place->second;
}

int Vocabulary::find(std::string_view token) const {
  const auto found = ids_.find(token);
  return found == ids_.end() ? -1 : found->second;
}

}  // namespace gf
