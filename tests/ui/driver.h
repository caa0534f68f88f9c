// Drives the screen without a window: ImGui with no backend, a snapshot to show, and hands that move, click and type.
#pragma once

#include <imgui.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "render/heatmap.h"
#include "support.h"
#include "ui/places.h"
#include "ui/ui.h"
#include "ui/widgets/words.h"

namespace gf::test {

using ui::Box;
using ui::Place;

/// A drawing of words in place of a machine with fonts: each character is a filled box of half an em. One that is added to another (an
/// accent) has none.
struct FakeFonts {
  std::vector<std::string> measured, drawn;  // the words that were asked for
  WordDrawing drawing();
};

class Driver {
 public:
  enum class Fonts { small, shipped };  // ImGui's own, which has little but Latin letters; those of assets/fonts

  explicit Driver(float width = 1280, float height = 800, bool dark = false, Fonts fonts = Fonts::small);

  /// Draws `frames` frames of a snapshot and gathers what was asked for. Fails on any complaint of ImGui about how it is used, and where
  /// the screen has no text for what it says.
  std::vector<Command> show(const Snapshot& snapshot, int frames = 1);

  /// How much was drawn in the last frame.
  static int vertices();
  /// A number that differs where two pictures do.
  static double picture();

  /// How often the last frame shows the sign of a character that no font has.
  static int replacement_signs();
  /// How often the last frame shows a sign with its middle in the box.
  static int signs(ImWchar sign, const Box& box);

  /// Returns the place of something in the last frame; fails if it isn't there.
  Place place(const std::string& id) const;
  bool shows(const std::string& id) const;
  /// Everything that is drawn.
  const std::vector<Place>& places() const { return ui_.places().noted; }
  ImVec2 centre(const std::string& id) const { return place(id).box.centre(); }
  ImVec2 cell(const std::string& node, Index row, Index col) const;
  /// The status of the accessible view.
  std::string spoken();
  nlohmann::json accessible_view();

  std::vector<Command> move(const Snapshot& snapshot, ImVec2 to);
  std::vector<Command> click(const Snapshot& snapshot, ImVec2 at);
  /// The button is pressed at `from`, and let go at `to`.
  std::vector<Command> drag(const Snapshot& snapshot, ImVec2 from, ImVec2 to);
  std::vector<Command> press(const Snapshot& snapshot, ImGuiKey key, ImGuiKey modifier = ImGuiKey_None);
  std::vector<Command> type(const Snapshot& snapshot, const char* text);

  /// The part of the screen that holds the control with the keyboard, and that control's place; empty where nothing shows it.
  std::string part_with_keyboard();
  std::string place_with_keyboard();

  /// Whether the keyboard is on the control whose centre this is.
  static bool keyboard_is_on(ImVec2 centre);

  const Texts& texts() const { return texts_; }
  /// Takes other texts; gaps in them are no failures.
  void use(Texts texts) { texts_ = std::move(texts); }
  void add_texts(const std::string& json) { texts_.add(json); }
  Ui& ui() { return ui_; }

  UiHost host;
  std::string clipboard;
  std::vector<HostRequest> requests;
  bool animating = false;
  FakeFonts words;

 private:
  // One ImGui context a driver, current while it lives.
  struct Context {
    ImGuiContext* context = ImGui::CreateContext();
    Context() { ImGui::SetCurrentContext(context); }
    ~Context() { ImGui::DestroyContext(context); }
  };

  static Driver* self(ImGuiContext* context);

  std::unique_ptr<Snapshot> shown_ = std::make_unique<Snapshot>();  // last
  Context context_;
  ui::Words drawn_words_;
  Texts texts_;
  HeatmapRenderer heatmaps_;
  Ui ui_;
};

inline void append(std::vector<Command>& to, std::vector<Command> more) { to.insert(to.end(), more.begin(), more.end()); }

/// The commands of one kind.
template <typename Kind>
std::vector<Kind> only(const std::vector<Command>& commands) {
  std::vector<Kind> found;
  for (const Command& command : commands)
    if (const Kind* one = std::get_if<Kind>(&command)) found.push_back(*one);
  return found;
}

}  // namespace gf::test
