// Where the camera rests is part of the document: it says so once it does, and goes where a document from elsewhere says.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"

namespace gf::ui {

/// What a camera looks at in this frame.
struct Seen {
  ImVec2 window;         // in points
  ImVec2 picture;        // its size at zoom 1
  float whole_zoom = 1;  // at which all of it is seen
};

/// Before the camera is moved: it goes where the document says, where somebody else has said that, and anew in a window of another size.
/// Returns whether the picture or its window is another than in the last frame.
bool follow_look(const Frame& frame, Screen& screen, Camera& camera, const Seen& seen);

/// After all is drawn: tells the document where the camera has come to rest, looking at `sight`.
void tell_look(const Frame& frame, Screen& screen, Camera& camera, const Seen& seen, const Sight& sight);

}  // namespace gf::ui
