#include "lessons/language/language_parts.h"

#include <algorithm>

#include "autograd/ops.h"

namespace gf {

std::shared_ptr<const LanguageModel> tales_model(const InputReader& in) { return in.decoded(kTalesModel, language_model); }

ReadText read_text(const LanguageModel& model, const std::string& text, Index most) {
  ReadText read{ids_of(model, text)};
  read.forgotten = std::max<Index>(0, static_cast<Index>(read.ids.size()) - most);
  read.ids.erase(read.ids.begin(), read.ids.begin() + read.forgotten);
  return read;
}

void note_forgotten(LessonBuild& out, const ReadText& read, Index most) {
  if (read.forgotten > 0) out.notes.push_back({"forgotten", {{"count", std::to_string(read.forgotten)}, {"most", std::to_string(most)}}});
}

std::shared_ptr<const Writer> read_on(const InputReader& in, const std::shared_ptr<const Writer>& writer, const std::vector<int>& ids) {
  return in.once([&] {
    auto further = std::make_shared<Writer>(*writer);
    further->read(ids);
    return std::shared_ptr<const Writer>(std::move(further));
  });
}

std::vector<std::string> names_of(const LanguageModel& model, const std::vector<int>& ids) {
  std::vector<std::string> names;
  for (const int id : ids) names.push_back(readable_token(model, id));
  return names;
}

void show_ids(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, const char* name, const char* formula,
              const char* section) {
  if (ids.empty()) return;
  Tensor row(matrix_shape(1, static_cast<Index>(ids.size())));
  std::transform(ids.begin(), ids.end(), row.data(), [](int id) { return static_cast<float>(id); });
  out.show(View::pieces, constant(out.tape, std::move(row), Label(name, formula).with_cols({"pieces", names_of(model, ids)})), section);
}

}  // namespace gf
