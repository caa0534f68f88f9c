#include "session/history.h"

namespace gf {
namespace {

constexpr std::size_t kMostSteps = 500;

// Where one looks is not undone: it goes along.
std::shared_ptr<const Document> looking_as(const Document& content, const Document& view) {
  Document document = content;
  document.selection = view.selection;
  document.step = view.step;
  return std::make_shared<const Document>(std::move(document));
}

}  // namespace

void History::push(Document next, int gesture) {
  const bool continues = gesture != 0 && gesture == present.gesture;
  if (!continues) past.push_back(present);
  if (past.size() > kMostSteps) past.erase(past.begin());
  present = {std::make_shared<const Document>(std::move(next)), gesture};
  future.clear();
}

void History::amend(Document next) { present.document = std::make_shared<const Document>(std::move(next)); }

bool History::undo() {
  if (past.empty()) return false;
  const Entry from = present;
  future.push_back(from);
  present = {looking_as(*past.back().document, *from.document), 0};
  past.pop_back();
  return true;
}

bool History::redo() {
  if (future.empty()) return false;
  const Entry from = present;
  past.push_back(from);
  present = {looking_as(*future.back().document, *from.document), 0};
  future.pop_back();
  return true;
}

}  // namespace gf
