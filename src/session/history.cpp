#include "session/history.h"

namespace gf {
namespace {

constexpr std::size_t kMostSteps = 500;

// Where one looks is not undone: it goes along.
History::Entry looking_as(const History::Entry& there, const History::Entry& from) {
  Document document = *there.document;
  document.look = from.document->look;
  return {std::make_shared<const Document>(std::move(document)), 0, there.edit};
}

}  // namespace

void History::push(Document next, int gesture) {
  const bool continues = gesture != 0 && gesture == present.gesture && present.edit == 0;
  if (!continues) keep_present();
  present = {std::make_shared<const Document>(std::move(next)), gesture, 0};
  future.clear();
}

void History::keep_present() {
  past.push_back(present);
  if (past.size() > kMostSteps) past.erase(past.begin());
}

int History::push_edit(int gesture) {
  future.clear();
  if (gesture != 0 && gesture == present.gesture && present.edit != 0) return present.edit;
  keep_present();
  present.gesture = gesture;
  return present.edit = ++last_edit;
}

void History::forget_edits() {
  const auto is_edit = [](const Entry& entry) { return entry.edit != 0; };
  // An edit has the document of the entry before it; where that was dropped, the first edit stands for it.
  if (!past.empty()) past.front().edit = 0;
  if (is_edit(present)) {
    present.edit = 0;
    while (!past.empty() && is_edit(past.back())) past.pop_back();
    if (!past.empty()) past.pop_back();
  }
  std::erase_if(past, is_edit);
  std::erase_if(future, is_edit);
}

void History::amend(Document next) { present.document = std::make_shared<const Document>(std::move(next)); }

bool History::undo() {
  if (past.empty()) return false;
  const Entry from = present;
  future.push_back(from);
  present = looking_as(past.back(), from);
  past.pop_back();
  return true;
}

bool History::redo() {
  if (future.empty()) return false;
  const Entry from = present;
  past.push_back(from);
  present = looking_as(future.back(), from);
  future.pop_back();
  return true;
}

}  // namespace gf
