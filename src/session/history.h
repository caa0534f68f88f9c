// The history of one lesson: undo and redo of documents and of weights that the reader set by hand, and the way back to the reader's own
// document after an example.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "protocol/document.h"

namespace gf {

/// Returns an estimate of the memory of a document.
std::size_t bytes_of(const Document& document);

/// A value: a copy shares the documents, which never change. Holds at most 500 undo steps and 64 MB of documents, and drops the oldest
/// steps.
///
/// If a member throws, the history is as before.
struct History {
  struct Entry {
    std::shared_ptr<const Document> document;
    int gesture = 0;
    int edit = 0;           // the number of the edit of a weight that made this entry, which has the document of the entry before; 0: none
    std::size_t bytes = 0;  // of the document; only set in `past`
    bool own = false;       // the reader changed the document; otherwise it is an example
    bool went = false;      // the entry came with going to a guided step, so an undo goes back to the step before, too
  };
  std::vector<Entry> past;
  Entry present;
  std::vector<Entry> future;
  int last_edit = 0;                    // the number of the last edit of a weight
  std::shared_ptr<const Document> own;  // the reader's last document before an example replaced it; null if there is none

  /// Makes `next`, which the reader changed, the present document. Successive documents with the same non-zero gesture are one undo step.
  void push(Document next, int gesture);
  /// Makes an example the present document. If the reader changed the document before, `own` keeps it. `went`: as Entry::went.
  void push_example(Document next, bool went);
  /// Makes `own` the present document, with the present look. If the reader changed the document before, `own` keeps that one instead.
  /// Returns false, and does nothing, if there is no `own`.
  bool push_own();
  /// Adds an edit of a weight of the training run. Returns the number of the edit. Successive edits of the same non-zero gesture are one
  /// edit.
  int push_edit(int gesture);
  /// Removes the edits of weights, because another run replaced the edited run.
  void forget_edits();
  /// Replaces the present document without an undo step, for a change of the look.
  void amend(Document next);
  /// Return false, and do nothing, if there is no step to undo or redo.
  bool undo();
  bool redo();

 private:
  void keep_present();
  void replace(Entry next);
};

}  // namespace gf
