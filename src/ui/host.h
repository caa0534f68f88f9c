// Declares the messages between the screen and the platform in a frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/command.h"
#include "protocol/embed_options.h"
#include "study/code.h"

namespace gf {

/// The sizes of text, and of all that is laid out with it, as multiples of the plain size.
inline constexpr float kTextSizes[] = {1, 1.25f, 1.5f, 1.75f, 2};

/// A part of the screen that is wanted as a picture.
struct PictureWish {
  enum class Part { scene, matrix, cell, page } part = Part::scene;  // page: the scene with the words of its step
  std::string node = {};                                             // matrix: the node whose card is wanted
  bool png = false;                                                  // PNG; otherwise SVG
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
  ThemeChoice theme = ThemeChoice::system;           // set_theme: the platform remembers it
  float text_size = 1;                               // set_text_size: the platform remembers it
  CodeLanguage code_language = CodeLanguage::numpy;  // set_code_language: the platform remembers it
  std::string language = {};                         // set_language: of all texts; the platform remembers it
  bool reading = false;                              // set_reading: valid until the program ends
  EmbedOptions options = {};  // make_embed: UiHost::embed_tag becomes the tag of a frame with these; copy_embed: that tag is copied
  std::string address = {};   // open_page: the address of a page elsewhere
  std::string name = {};      // save_file: the name of the file
  std::string content = {};   // save_file, copy_text
  std::optional<PictureWish> picture = {};  // save_file, copy_text: in place of `content`
};

/// The output of a frame.
struct UiOutput {
  std::vector<Command> commands;
  std::vector<HostRequest> requests;
  bool animating = false;  // the platform draws another frame without waiting for input
};

/// The state that the platform tells the screen.
struct UiHost {
  ThemeChoice theme = ThemeChoice::system;
  bool system_dark = false;
  bool touch = false;          // the last pointer was a finger
  bool more_contrast = false;  // black and white in place of tints
  bool still = false;          // the screen shows no motion that the reader did not ask for
  float keyboard_height = 0;   // points covered by an on-screen keyboard
  std::string copied_notice;   // the key of a text that is shown for a moment ("ui.link_copied"), or ""
  float text_size = 1;         // a value of kTextSizes, or the size that the page around asks for
  CodeLanguage code_language = CodeLanguage::numpy;
  std::string language = "en";  // the language of the texts
  EmbedOptions options = {};    // the options that the page around asks for
  std::string embed_tag = {};   // the HTML tag that HostRequest::Kind::make_embed asked for
  bool has_pages = false;       // the tutorial and the pages for teachers are installed beside the program
  bool can_read = false;        // the platform has a voice
  bool reads = false;           // the voice reads announcements aloud
  bool saves_png = false;       // the platform makes PNG pictures
};

}  // namespace gf
