// The documents of one lesson, and the weights of its training run that were set by hand: undo and redo, and the way back to one's own.
#pragma once

#include <memory>
#include <vector>

#include "protocol/document.h"

namespace gf {

/// About how much memory a document takes.
std::size_t bytes_of(const Document& document);

/// A value: copying it copies pointers to documents that never change. At most 500 steps back, and no more of them than fit in
/// 64 MB: the oldest are let go.
///
/// If a member throws, the history is as before.
struct History {
  struct Entry {
    std::shared_ptr<const Document> document;
    int gesture = 0;
    int edit = 0;           // of a weight of the training run, which led to this entry from the one before; its document is the same
    std::size_t bytes = 0;  // of the document, in `past`
    bool own = false;       // the reader changed it: it is no example as it stands
    bool went = false;      // it came with going to a guided step: going back to before it is going back to the step before
  };
  std::vector<Entry> past;
  Entry present;
  std::vector<Entry> future;
  int last_edit = 0;                    // number of the last edit
  std::shared_ptr<const Document> own;  // the reader's own that an example took the place of last; null where there was none

  /// Makes `next`, which the reader changed, the present. Successive documents of the same non-zero gesture are one step.
  void push(Document next, int gesture);
  /// Makes an example the present; what the reader had is kept as their own. `went`: with going to a guided step.
  void push_example(Document next, bool went);
  /// Brings the reader's own back, looked at as the present is; their own that it takes the place of is kept in its stead.
  bool push_own();
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
  void replace(Entry next);
};

}  // namespace gf
