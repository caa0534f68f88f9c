// Messages that a page around the program may send, and their answers.
#pragma once

#include <string>
#include <string_view>

#include "protocol/texts.h"
#include "session/session.h"

namespace gf {

/// Answers a message of the page around the program, in JSON:
///   {"type": "snapshot"}                     {"revision", "document", "trace", "problem", "notice", "computing", "training", "estimate",
///                                            "step", "has_own", "guesses"}; of a lesson that trains, "training" has "status", "step",
///                                            "steps", "steps_per_second", "records" (how many), "viewed", "record" (the viewed one's
///                                            figures), "samples", "kept", "differing"; "step" has the "index" of the guided step,
///                                            zero-based, and whether the state that it speaks of is "applied"; "has_own": whether there is
///                                            a version of the reader's own to bring back; "progress" of each lesson: how many of its
///                                            questions were "answered", "of" how many; "computing": whether the trace of the document
///                                            or an order to a run is on its way; with "trace": false the trace is left out,
///                                            with "trace": "weights" it has only the node of that name; with "most_values": 10000
///                                            a node with more values has the sums of its rows and columns in their place
///   {"type": "command", "command": "play"}   presses a button of the training run: play, pause, step, epoch, restart, view (with
///                                            "record": its index, -1 follows the run), keep, drop_kept; answers like "snapshot"
///   {"type": "load", "document": {...}}      loads a document: {"problem", "revision"}. The problem is what is wrong with the document as
///                                            it stands, or null. A snapshot of that revision or a later one tells when its trace is there
///                                            ("computing" is false), and whether it can't be computed ("problem"; then all is as before)
///   {"type": "load", "link": "..."}          the same from the text behind #d=
///   {"type": "open", "address": "..."}       the same for what stands behind # in an address: "self-attention/step-4" (protocol/address.h)
///   {"type": "set", "inputs": {"beta": 2}}   sets inputs of the lesson, one after the other, until one is refused; null gives one its
///                                            default. All that is set so with nothing else between is one undo step: {"problem",
///                                            "revision"}
///   {"type": "select", "node": "weights", "cell": [1, 0]}   selects a cell; without a node, none: {"problem", "revision"}
///   {"type": "guess", "step": "shares", "guess": [0.5, 0.3, 0.2]}   guesses what a step of the lesson asks (protocol/question.h); [] asks
///   to be
///                                            shown, null takes the guess back: {"problem", "revision"}
///   {"type": "blanks", "blanks": {"weights": [[1, 0], [1, 1]]}}     gives cells as blanks to fill in, beside those of the step; {} none:
///                                            {"problem", "revision"}
///   {"type": "fill", "node": "weights", "cell": [1, 0], "text": "0.53"}   types into one; "" asks to be shown, null takes it back:
///                                            {"problem", "revision"}
///   {"type": "export", "format": "csv", "node": "weights", "cell": [0, 1]}   the arithmetic of a cell as "json", "csv", "latex", "numpy"
///   or "torch"
///                                            (export/export.h); without a cell, the matrix; without a node, the whole lesson, of which
///                                            "numpy" and "torch" are a program that makes every number anew: {"text"}. "svg" is a picture
///                                            of what is drawn: of the scene without a node, with "caption": true under the words of its
///                                            step, of a card, or of the arithmetic that stands beside the selected cell
///   {"type": "paste", "node": "w_q", "cell": [0, 0], "text": "[[1, 2]]"}   writes a matrix from that cell on (core/block.h); "base64" in
///                                            place of "text" are the bytes of a file: {"problem", "revision"}
///   {"type": "live", "text": "It keeps {weights[0,0]|percent} %."}   a text with its live values (study/live_text.h): {"text"}
///   {"type": "link"}                         {"link": "..."} of the present document
/// A message that is none of these answers {"problem": {...}}. A problem has its "id" and its "words", and with `texts` also its "text".
std::string answer_message(Session& session, std::string_view message, const Texts* texts = nullptr);

}  // namespace gf
