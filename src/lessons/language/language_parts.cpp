#include "lessons/language/language_parts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/utf8.h"

namespace gf {

std::shared_ptr<const LanguageModel> language_model_of(const InputReader& in, const char* file) {
  return in.decoded(file,
                    [](const std::string& bytes, const std::string& path) { return language_model(model_of_task(bytes, path), path); });
}

ReadText read_text(const LanguageModel& model, const std::string& text, Index most) {
  ReadText read{ids_of(model, text)};
  read.forgotten = std::max<Index>(0, std::ssize(read.ids) - most);
  read.ids.erase(read.ids.begin(), read.ids.begin() + read.forgotten);
  return read;
}

void note_forgotten(LessonBuild& out, const ReadText& read, Index most) {
  if (read.forgotten > 0) out.notes.push_back({"forgotten", {{"count", std::to_string(read.forgotten)}, {"most", std::to_string(most)}}});
}

void note_written(LessonBuild& out, const std::string& text, const LanguageModel& model, const std::vector<int>& added) {
  std::string whole = text + text_of(model, added);
  if (!added.empty() && is_utf8(whole)) out.notes.push_back({"written", {{"text", std::move(whole)}}});
}

std::shared_ptr<const Writer> new_writer(const InputReader& in, const TransformerConfig& config,
                                         const std::shared_ptr<const NamedTensors>& weights, std::optional<Index> window) {
  return in.kept("writer", std::tuple(weights, window), [&] {
    return window ? std::make_shared<const Writer>(config, weights, *window) : std::make_shared<const Writer>(config, weights);
  });
}

std::shared_ptr<const Writer> read_on(const InputReader& in, const std::shared_ptr<const Writer>& writer, const std::vector<int>& ids) {
  return in.kept("read on", std::tuple(writer, ids), [&] {
    auto further = std::make_shared<Writer>(*writer);
    further->read(ids);
    return std::shared_ptr<const Writer>(std::move(further));
  });
}

std::vector<int> said_after(const InputReader& in, const LanguageModel& model, std::vector<int> next, const Saying& saying) {
  std::vector<int> said;
  const int user = model.vocabulary.find("<user>");
  std::shared_ptr<const Writer> writer = new_writer(in, model);
  while (std::ssize(said) < saying.most) {
    writer = read_on(in, writer, next);
    const int token = next_token(*writer, {.temperature = 0}, 0);
    if (token == Vocabulary::kEnd || token == user) break;
    said.push_back(token);
    const std::string bytes = bytes_of_token(model.vocabulary.token(token));
    if (saying.one_sentence && bytes.find_first_of(".!?") != std::string::npos) break;
    next = {token};
  }
  return said;
}

std::string said_text(const LanguageModel& model, const std::vector<int>& said) {
  if (said.empty()) return "<end>";
  const std::string text = text_of(model, said);
  return is_utf8(text) ? std::string(without_space_around(text)) : visible_text(text);
}

std::vector<std::string> names_of(const LanguageModel& model, const std::vector<int>& ids) {
  std::vector<std::string> names;
  for (const int id : ids) names.push_back(readable_token(model, id));
  return names;
}

NodeId append_ids(Tape& tape, const LanguageModel& model, const std::vector<int>& ids, Label label) {
  Tensor row(matrix_shape(1, std::ssize(ids)));
  std::transform(ids.begin(), ids.end(), row.data(), [](int id) { return static_cast<float>(id); });
  return constant(tape, std::move(row), std::move(label).with_cols({"tokens", names_of(model, ids)}));
}

void show_page(LessonBuild& out, const LanguageModel& model, const std::vector<int>& read, const std::vector<int>& written) {
  Tape& tape = out.tape;
  std::vector<int> ids = read;
  ids.insert(ids.end(), written.begin(), written.end());
  const NodeId page = append_ids(tape, model, ids, {"page", "@pieces_then_written"});
  Tensor by_writer(matrix_shape(2, std::ssize(ids)));
  for (Index i = 0; i < by_writer.cols(); ++i) by_writer.at(i < std::ssize(read) ? 0 : 1, i) = 1;
  const NodeId belongs = constant(tape, std::move(by_writer), Label("by_writer", "@read_or_written").with_cols(tape[page].cols));
  out.show_together(View::pieces, {tape[page].name, tape[belongs].name}, "text");
}

void show_ids(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, const char* name, const char* formula,
              const char* section) {
  if (!ids.empty()) out.show(View::pieces, append_ids(out.tape, model, ids, Label(name, formula)), section);
}

}  // namespace gf
