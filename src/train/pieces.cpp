#include "train/pieces.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/join.h"
#include "core/nth.h"

namespace gf {
namespace {

constexpr std::string_view kSpeakers[] = {"system", "user", "assistant"};

std::string token_of(std::string_view speaker) { return "<" + std::string(speaker) + ">"; }

// Returns the speaker whose mark begins at `at`, or an empty text.
std::string_view speaker_at(std::string_view text, std::size_t at) {
  if (text[at] != '@') return {};
  for (const std::string_view speaker : kSpeakers)
    if (text.substr(at + 1).starts_with(speaker)) return speaker;
  return {};
}

}  // namespace

std::vector<Turn> turns_of(std::string_view text) {
  std::vector<Turn> turns;
  std::string_view speaker;
  std::size_t begin = 0;
  bool marked = false;
  const auto take = [&](std::size_t end) {
    const std::string_view words = text.substr(begin, end - begin);
    if (marked) {
      turns.push_back({std::string(speaker), std::string(without_space_around(words))});
    } else if (!words.empty()) {
      turns.push_back({"", std::string(words)});
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view next = speaker_at(text, i);
    if (next.empty()) continue;
    take(i);
    speaker = next;
    marked = true;
    begin = i + 1 + next.size();
  }
  take(text.size());
  return turns;
}

std::vector<std::string> pieces_of(const BpeTokenizer& tokenizer, std::string_view text) {
  std::vector<std::string> pieces;
  for (const Turn& turn : turns_of(text)) {
    if (!turn.speaker.empty()) pieces.push_back(token_of(turn.speaker));
    for (const int token : encode(tokenizer, turn.text, BpeSplit::pieces)) pieces.push_back(byte_name(nth(tokenizer.pieces, token)));
  }
  return pieces;
}

std::vector<std::string> piece_names(const BpeTokenizer& tokenizer) {
  std::vector<std::string> names;
  for (const std::string& piece : tokenizer.pieces) names.push_back(byte_name(piece));
  for (const std::string_view speaker : kSpeakers) names.push_back(token_of(speaker));
  return names;
}

std::string bytes_of_token(std::string_view token) {
  for (const std::string_view speaker : kSpeakers)
    if (token == token_of(speaker)) return "@" + std::string(speaker) + " ";
  if (token == "<pad>" || token == "<start>" || token == "<end>") return {};
  return bytes_of_name(token);
}

std::string merges_text(const BpeTokenizer& tokenizer) {
  std::string text;
  const auto name = [&](int token) { return byte_name(nth(tokenizer.pieces, token)); };
  for (const TokenPair& pair : tokenizer.merges) text += name(pair.left) + " " + name(pair.right) + "\n";
  return text;
}

BpeTokenizer tokenizer_of(std::string_view merges) {
  BpeTokenizer tokenizer = byte_tokenizer();
  std::map<std::string, int, std::less<>> tokens;
  for (std::size_t token = 0; token < tokenizer.pieces.size(); ++token) tokens.emplace(tokenizer.pieces[token], static_cast<int>(token));
  while (!merges.empty()) {
    const std::size_t end = std::min(merges.find('\n'), merges.size());
    const std::string_view line = merges.substr(0, end);
    merges.remove_prefix(std::min(end + 1, merges.size()));
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) throw std::invalid_argument("[bpe] a merge is two pieces: \"" + std::string(line) + "\"");
    const auto left = tokens.find(bytes_of_name(line.substr(0, space))), right = tokens.find(bytes_of_name(line.substr(space + 1)));
    if (left == tokens.end() || right == tokens.end())
      throw std::invalid_argument("[bpe] a merge of unknown pieces: \"" + std::string(line) + "\"");
    add_merge(tokenizer, {left->second, right->second});
    tokens.emplace(tokenizer.pieces.back(), static_cast<int>(tokenizer.pieces.size()) - 1);
  }
  return tokenizer;
}

}  // namespace gf
