// Messages between the screen and the platform in a frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/command.h"
#include "protocol/frame_options.h"
#include "study/code.h"

namespace gf {

/// How large text and all that is laid out with it can be, as multiples of the plain size.
inline constexpr float kTextSizes[] = {1, 1.25f, 1.5f, 1.75f, 2};

/// A part of the screen that is wanted as a picture.
struct PictureWish {
  enum class Part { scene, matrix, cell, page } part = Part::scene;  // page: the scene with the words of its step
  std::string node = {};                                             // matrix: whose card
  bool png = false;                                                  // else SVG
};

/// A request of the screen to the platform.
struct HostRequest {
  enum class Kind {
    copy_link,
    set_theme,
    set_text_size,
    set_code_language,
    set_language,
    set_reading,
    make_embed,
    copy_embed,
    open_page,
    all_texts,
    save_file,
    copy_text
  };
  Kind kind;
  ThemeChoice theme = ThemeChoice::system;           // set_theme: to be remembered
  float text_size = 1;                               // set_text_size: likewise
  CodeLanguage code_language = CodeLanguage::numpy;  // set_code_language: likewise
  std::string language = {};                         // set_language: of all texts, likewise
  bool reading = false;                              // set_reading: until the program ends
  FrameOptions options = {};  // make_embed: UiHost::embed_tag is to be the tag of a frame with these; copy_embed: it is copied
  std::string address = {};   // open_page: of a page elsewhere
  std::string name = {};      // save_file: what the file is to be called
  std::string content = {};   // save_file, copy_text
  std::optional<PictureWish> picture = {};  // save_file, copy_text: in place of `content`
};

struct UiOutput {
  std::vector<Command> commands;
  std::vector<HostRequest> requests;
  bool animating = false;  // draw another frame without waiting for input
};

/// The state that the platform tells the screen.
struct UiHost {
  ThemeChoice theme = ThemeChoice::system;
  bool system_dark = false;
  bool touch = false;          // the last pointer was a finger
  bool more_contrast = false;  // black and white in place of tints
  bool still = false;          // nothing glides or glows unasked
  float keyboard_height = 0;   // points covered by an on-screen keyboard
  std::string copied_notice;   // "" or a text key to show for a moment ("ui.link_copied")
  float text_size = 1;         // one of kTextSizes, or what the page around asks for
  CodeLanguage code_language = CodeLanguage::numpy;
  std::string language = "en";  // of the texts
  FrameOptions options = {};    // of the page around
  std::string embed_tag = {};
  bool has_pages = false;                // the tutorial and the pages for teachers are beside the program
  bool can_read = false, reads = false;  // the platform has a voice; what is announced is read aloud
  bool saves_png = false;                // the platform makes pictures of pixels
};

}  // namespace gf
