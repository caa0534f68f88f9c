// The documents of one lesson: undo and redo.
#pragma once

#include <memory>
#include <vector>

#include "protocol/document.h"

namespace gf {

/// A value: copying it copies pointers to documents that never change.
struct History {
  struct Entry {
    std::shared_ptr<const Document> document;
    int gesture = 0;
  };
  std::vector<Entry> past;
  Entry present;
  std::vector<Entry> future;

  /// Makes `next` the present. Successive documents of the same non-zero gesture are one step.
  void push(Document next, int gesture);
  /// Changes the present in place: what is not an undo step (selection, guided step).
  void amend(Document next);
  bool undo();
  bool redo();
};

}  // namespace gf
