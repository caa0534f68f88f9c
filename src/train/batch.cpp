#include "train/batch.h"

#include <algorithm>
#include <stdexcept>

namespace gf {
namespace {

// A sequence before padding: the ids that the model reads, and the label of each place.
struct Sequence {
  std::vector<int> read, labels;
};

void append_ids(std::vector<int>& ids, const Vocabulary& vocabulary, const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    const int id = vocabulary.find(token);
    if (id < 0) throw std::invalid_argument("[make_batch] the vocabulary has no token \"" + token + "\"");
    ids.push_back(id);
  }
}

// Keeps the labels that the model has to learn. In a conversation these are the tokens after <assistant>, with the token that ends them.
// The other speakers are read only. A tool speaks after @result. Texts without speakers keep all labels.
void ask_of_assistant(const Vocabulary& vocabulary, std::vector<int>& labels, std::size_t first) {
  enum class Speaker { nobody, assistant, other };
  const int system = vocabulary.find("<system>"), user = vocabulary.find("<user>"), assistant = vocabulary.find("<assistant>"),
            tool = vocabulary.find("@result");
  Speaker speaker = Speaker::nobody;
  for (std::size_t i = first; i < labels.size(); ++i) {
    const int token = labels[i];
    const bool begins = token == system || token == user || token == assistant || token == tool;
    if (speaker == Speaker::other || (begins && speaker == Speaker::nobody)) labels[i] = -1;
    if (begins) speaker = token == assistant ? Speaker::assistant : Speaker::other;
    if (token == Vocabulary::kEnd) speaker = Speaker::nobody;
  }
}

Sequence target_sequence(const Dataset& dataset, const TransformerConfig& config, Index places, const Example& example) {
  Sequence sequence;
  if (config.architecture != Architecture::encoder_decoder) append_ids(sequence.read, dataset.source, example.question);
  sequence.labels.assign(sequence.read.size(), -1);
  append_ids(sequence.labels, dataset.target, example.answer);
  sequence.labels.push_back(Vocabulary::kEnd);
  if (config.architecture == Architecture::decoder_only) ask_of_assistant(dataset.target, sequence.labels, sequence.read.size());
  if (config.architecture == Architecture::encoder_only) {
    sequence.read.insert(sequence.read.end(), static_cast<std::size_t>(places), Vocabulary::kStart);
    sequence.labels.resize(sequence.read.size(), -1);
  } else {
    sequence.read.push_back(Vocabulary::kStart);
    append_ids(sequence.read, dataset.target, example.answer);
  }
  return sequence;
}

// Appends rows of equal length to `out`, with `filler` after the end of each. Returns the length.
Index pad(const std::vector<std::vector<int>>& rows, int filler, std::vector<int>& out) {
  std::size_t longest = 0;
  for (const auto& row : rows) longest = std::max(longest, row.size());
  for (const auto& row : rows) {
    out.insert(out.end(), row.begin(), row.end());
    out.insert(out.end(), longest - row.size(), filler);
  }
  return static_cast<Index>(longest);
}

}  // namespace

Batch make_batch(const Dataset& dataset, const TransformerConfig& config, const std::vector<const Example*>& examples) {
  Batch batch;
  batch.size = std::ssize(examples);
  std::vector<std::vector<int>> sources, reads, labels;
  const Index places = config.architecture == Architecture::encoder_only ? dataset.longest_answer + 1 : 0;
  for (const Example* example : examples) {
    Sequence target = target_sequence(dataset, config, places, *example);
    batch.target_lengths.push_back(std::ssize(target.read));
    reads.push_back(std::move(target.read));
    labels.push_back(std::move(target.labels));
    if (config.architecture != Architecture::encoder_decoder) continue;
    append_ids(sources.emplace_back(), dataset.source, example->question);
    batch.source_lengths.push_back(std::ssize(sources.back()));
  }
  batch.source_length = pad(sources, Vocabulary::kPad, batch.source);
  batch.target_length = pad(reads, Vocabulary::kPad, batch.target);
  pad(labels, -1, batch.labels);
  return batch;
}

ForwardOptions named_tokens(const Dataset& dataset, const TransformerConfig& config, const Batch& batch) {
  const bool two_stacks = config.architecture == Architecture::encoder_decoder;
  const Vocabulary& target = two_stacks ? dataset.target : dataset.source;
  ForwardOptions options;
  for (const int id : batch.source) options.source_tokens.push_back(dataset.source.token(id));
  for (const int id : batch.target) options.target_tokens.push_back(target.token(id));
  options.source_vocabulary = dataset.source.tokens();
  options.target_vocabulary = target.tokens();
  return options;
}

}  // namespace gf
