#include "session/history.h"

#include <algorithm>

namespace gf {
namespace {

constexpr std::size_t kMostSteps = 500;
constexpr std::size_t kMostBytes = 64u << 20;  // of all documents in the past

// Returns the entry `target` with the look of `present`, because an undo keeps the look. `with_step`: the guided step and its selection
// come from `target`.
History::Entry looking_as(const History::Entry& target, const History::Entry& present, bool with_step) {
  Document document = *target.document;
  Look look = present.document->look;
  if (with_step) {
    look.step = document.look.step;
    look.selection = document.look.selection;
  }
  document.look = std::move(look);
  History::Entry entry = target;
  entry.document = std::make_shared<const Document>(std::move(document));
  entry.gesture = 0;
  entry.bytes = 0;
  return entry;
}

}  // namespace

std::size_t bytes_of(const Document& document) {
  constexpr std::size_t kEntry = 64;  // for the node of a map or set, without its key and value
  std::size_t bytes = sizeof document + document.lesson.size();
  for (const auto& [name, value] : document.inputs) {
    bytes += kEntry + sizeof value + name.size();
    if (const Tensor* tensor = std::get_if<Tensor>(&value)) bytes += static_cast<std::size_t>(tensor->size()) * sizeof(float);
    if (const std::string* text = std::get_if<std::string>(&value)) bytes += text->size();
  }
  for (const Pin& pin : document.pins) bytes += sizeof pin + pin.node.size();
  for (const std::set<std::string>* sections : {&document.look.folded, &document.look.opened})
    for (const std::string& section : *sections) bytes += kEntry + sizeof section + section.size();
  for (const auto& [node, view] : document.look.views) bytes += kEntry + sizeof view + node.size();
  for (const auto& [node, outer] : document.look.matrices) bytes += kEntry + sizeof outer + node.size();
  for (const auto& [node, cells] : document.look.blanks) bytes += kEntry + node.size() + cells.size() * sizeof(Cell);
  return bytes;
}

void History::push(Document next, int gesture) {
  const bool continues = gesture != 0 && gesture == present.gesture && present.edit == 0;
  const bool went = continues && present.went;
  Entry entry{.document = std::make_shared<const Document>(std::move(next)), .gesture = gesture, .own = true, .went = went};
  if (!continues) keep_present();
  replace(std::move(entry));
}

void History::push_example(Document next, bool went) {
  Entry entry{.document = std::make_shared<const Document>(std::move(next)), .went = went};
  keep_present();
  if (present.own) own = present.document;
  replace(std::move(entry));
}

bool History::push_own() {
  if (!own) return false;
  Document next = *own;
  next.look = present.document->look;
  Entry entry{.document = std::make_shared<const Document>(std::move(next)), .own = true};
  keep_present();
  if (present.own) own = present.document;
  replace(std::move(entry));
  return true;
}

void History::replace(Entry next) {
  present = std::move(next);
  future.clear();
}

void History::keep_present() {
  past.push_back(present);
  past.back().bytes = bytes_of(*present.document);
  std::size_t kept = 0;
  std::size_t bytes = 0;
  while (kept < std::min(past.size(), kMostSteps)) {
    bytes += past[past.size() - 1 - kept].bytes;
    if (bytes > kMostBytes) break;
    ++kept;
  }
  past.erase(past.begin(), past.end() - static_cast<std::ptrdiff_t>(std::max<std::size_t>(kept, 1)));
}

int History::push_edit(int gesture) {
  const bool continues = gesture != 0 && gesture == present.gesture && present.edit != 0;
  if (!continues) keep_present();
  future.clear();
  if (continues) return present.edit;
  present.gesture = gesture;
  present.went = false;
  present.edit = ++last_edit;
  return present.edit;
}

void History::forget_edits() {
  const auto is_edit = [](const Entry& entry) { return entry.edit != 0; };
  // An edit has the document of the entry before it. If that entry was dropped, the first edit replaces it.
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
  Entry back = looking_as(past.back(), present, present.went);
  future.push_back(present);
  present = std::move(back);
  past.pop_back();
  return true;
}

bool History::redo() {
  if (future.empty()) return false;
  Entry again = looking_as(future.back(), present, future.back().went);
  keep_present();
  present = std::move(again);
  future.pop_back();
  return true;
}

}  // namespace gf
