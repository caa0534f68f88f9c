// Answers the messages of an embedding page.
#pragma once

#include <string>
#include <string_view>

#include "protocol/texts.h"
#include "session/session.h"

namespace gf {

/// Answers a message of the page around the program, in JSON:
///   {"type": "snapshot"}
///     Answers the snapshot (to_json in protocol/snapshot.h):
///     "revision", "document", "trace", "problem", "notice", "estimate", "can_undo", "can_redo", "route", "guesses", and "answers", the
///     log; "computing": whether the trace of the document or an order to a training run is on its way; "step": the "index" of the guided
///     step, zero-based, and whether the document is as the step describes ("applied"); "has_own": whether there is a document of the
///     reader to bring back; "progress" by lesson: how many questions are "answered", "of" how many; "training", null for a lesson without
///     a run: "status", "step", "steps", "steps_per_epoch", "steps_per_second", "parameters", "records" (how many), "viewed", "record" (the
///     figures of the viewed record), "samples", "kept", "differing". "trace": false leaves the trace out, and "trace": "weights" tells
///     only the node of that name. With "most_values": 10000, a node with more values has the sums of its rows and columns instead.
///   {"type": "command", "command": "play"}
///     Presses a button of the training run: play, pause, step, epoch, restart, view (with the index "record"; -1 follows the run), keep or
///     drop_kept. Answers like "snapshot".
///   {"type": "load", "document": {...}} or {"type": "load", "link": "the text behind #d="}
///     Loads a document. Answers {"problem", "revision"}; the problem is null unless the document can be refused at once. A snapshot of
///     that revision or a later one has "computing": false when the trace is there. If the trace cannot be computed, the snapshot has a
///     "problem", and everything is as before.
///   {"type": "open", "address": "self-attention/step-4"}
///     Opens the part behind # in an address (protocol/address.h). Answers as "load".
/// All of the following answer {"problem", "revision"}:
///   {"type": "set", "inputs": {"beta": 2}}
///     Sets inputs one after the other, until an input is refused; null sets the default. Successive messages are one undo step, except
///     for an input that is set to its default.
///   {"type": "select", "node": "weights", "cell": [1, 0]}
///     Selects a cell. Without "node", selects none.
///   {"type": "guess", "step": "shares", "guess": [0.5, 0.3, 0.2]}
///     Guesses at a step that asks (protocol/question.h). [] asks to be shown the answer, null takes the guess back.
///   {"type": "blanks", "blanks": {"weights": [[1, 0], [1, 1]]}}
///     Replaces the blanks of the document; the blanks of the step stay.
///   {"type": "fill", "node": "weights", "cell": [1, 0], "text": "0.53"}
///     Fills in a blank. "" asks to be shown the number, null takes the filling back.
///   {"type": "paste", "node": "w_q", "cell": [0, 0], "text": "[[1, 2]]"}
///     Writes a matrix from that cell on (core/block.h). "base64" in place of "text" has the bytes of a file, in base64url.
/// The last three answer with a text:
///   {"type": "export", "format": "csv", "node": "weights", "cell": [0, 1]}
///     Answers {"text"}: the arithmetic of a cell as "json", "csv", "latex", "numpy" or "torch" (export/export.h). Without "cell", the
///     matrix; without "node", the whole lesson, for which "numpy" and "torch" give a program that computes every number. The screen
///     answers the format "svg" instead of this function (ui/bars/export_popup.h).
///   {"type": "live", "text": "It keeps {weights[0,0]|percent} %."}
///     Answers {"text"} with its live values (study/live_text.h).
///   {"type": "link"}
///     Answers {"link": "..."} of the present document.
/// Any other message answers {"problem": {...}}. A problem has an "id" and "words" and, if `texts` are given, a "text". Never throws
/// because of a message.
std::string answer_message(Session& session, std::string_view message, const Texts* texts = nullptr);

}  // namespace gf
