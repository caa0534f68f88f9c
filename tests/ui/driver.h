// Drives the screen without a window. ImGui has no backend; a test shows snapshots, moves the pointer, clicks and types, and looks at the
// commands and at the places of the last frame.
#pragma once

#include <imgui.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "render/heatmap.h"
#include "support.h"
#include "ui/places.h"
#include "ui/ui.h"
#include "ui/widgets/words.h"

namespace gf::test {

using ui::Box;
using ui::Place;

/// Draws words in place of the machine's fonts: each character is a filled box, half an em wide. A character that extends another, such as
/// an accent, has no box.
struct FakeFonts {
  std::vector<std::string> measured, drawn;  // the words that the screen asked for, in order
  WordDrawing drawing();
};

class Driver {
 public:
  enum class Fonts { small, shipped };  // small: ImGui's font, with little but Latin letters; shipped: the fonts of assets/fonts

  explicit Driver(float width = 1280, float height = 800, bool dark = false, Fonts fonts = Fonts::small);

  /// Draws `frames` frames of a snapshot and returns their commands. Fails if two controls share an id, or if the screen asks for a text
  /// that the texts lack.
  std::vector<Command> show(const Snapshot& snapshot, int frames = 1);

  /// Returns the number of vertices in the last frame.
  static int vertices();
  /// Returns a checksum of the positions and colours in the last frame: equal pictures have equal sums, others hardly ever.
  static double picture();
  /// Returns the vertices of the last frame with exactly this colour.
  static std::vector<ImVec2> vertices_in(ImU32 color);

  /// Returns how often the last frame shows the sign for a character that no font has.
  static int replacement_signs();
  /// Returns how often the last frame shows a sign whose middle lies in the box.
  static int signs(ImWchar sign, const Box& box);

  /// Returns the place with this id in the last frame. The test fails if the frame has no such place.
  Place place(const std::string& id) const;
  bool shows(const std::string& id) const;
  /// Returns all places of the last frame.
  const std::vector<Place>& places() const { return ui_.places().noted; }
  ImVec2 centre(const std::string& id) const { return place(id).box.centre(); }
  ImVec2 cell(const std::string& node, Index row, Index col) const;
  /// Returns the status lines of the accessible view, joined by spaces.
  std::string spoken();
  nlohmann::json accessible_view();

  std::vector<Command> move(const Snapshot& snapshot, ImVec2 to);
  std::vector<Command> click(const Snapshot& snapshot, ImVec2 at);
  /// Presses the button at `from`, and lets it go at `to`.
  std::vector<Command> drag(const Snapshot& snapshot, ImVec2 from, ImVec2 to);
  std::vector<Command> press(const Snapshot& snapshot, ImGuiKey key, ImGuiKey modifier = ImGuiKey_None);
  std::vector<Command> type(const Snapshot& snapshot, const char* text);

  /// Returns the part of the screen with the control that has the keyboard, or the id of that control's place. Empty if no place is it.
  std::string part_with_keyboard();
  std::string place_with_keyboard();

  /// Whether the keyboard is on the control with this centre.
  static bool keyboard_is_on(ImVec2 centre);

  const Texts& texts() const { return texts_; }
  /// Replaces the texts. A text that the new texts lack is no failure.
  void use(Texts texts) { texts_ = std::move(texts); }
  void add_texts(const std::string& json) { texts_.add(json); }
  Ui& ui() { return ui_; }

  UiHost host;
  std::string clipboard;
  std::vector<HostRequest> requests;
  bool animating = false;
  FakeFonts words;

 private:
  // Makes an ImGui context for the driver. The context is current while the driver lives.
  struct Context {
    ImGuiContext* context = ImGui::CreateContext();
    Context() { ImGui::SetCurrentContext(context); }
    ~Context() { ImGui::DestroyContext(context); }
  };

  static Driver* self(ImGuiContext* context);

  std::unique_ptr<Snapshot> shown_ = std::make_unique<Snapshot>();  // the snapshot of the last frame
  Context context_;
  ui::Words drawn_words_;
  Texts texts_;
  HeatmapRenderer heatmaps_;
  Ui ui_;
};

inline void append(std::vector<Command>& to, std::vector<Command> more) { to.insert(to.end(), more.begin(), more.end()); }

/// Returns the commands of one kind.
template <typename Kind>
std::vector<Kind> only(const std::vector<Command>& commands) {
  std::vector<Kind> found;
  for (const Command& command : commands)
    if (const Kind* match = std::get_if<Kind>(&command)) found.push_back(*match);
  return found;
}

}  // namespace gf::test
