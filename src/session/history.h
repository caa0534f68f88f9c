// The documents of one lesson, and the weights of its training run that were set by hand: undo and redo.
#pragma once

#include <memory>
#include <vector>

#include "protocol/document.h"

namespace gf {

/// About how much memory a document takes.
std::size_t bytes_of(const Document& document);

/// A value: copying it copies pointers to documents that never change. At most 500 steps back, and no more of them than fit in
/// 64 MB: the oldest are let go.
struct History {
  struct Entry {
    std::shared_ptr<const Document> document;
    int gesture = 0;
    int edit = 0;           // of a weight of the training run, which led to this entry from the one before; its document is the same
    std::size_t bytes = 0;  // of the document, in `past`
  };
  std::vector<Entry> past;
  Entry present;
  std::vector<Entry> future;
  int last_edit = 0;  // number of the last edit

  /// Makes `next` the present. Successive documents of the same non-zero gesture are one step.
  void push(Document next, int gesture);
  /// A weight of the training run was set. Returns the number of the edit: that of the present one while its gesture goes on.
  int push_edit(int gesture);
  /// Another run took the place of the one that was edited: nothing of it can be undone any more.
  void forget_edits();
  /// Changes the present in place: what is not an undo step (selection, guided step).
  void amend(Document next);
  bool undo();
  bool redo();

 private:
  void keep_present();
};

}  // namespace gf
