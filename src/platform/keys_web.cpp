#include "platform/keys_web.h"

#include <algorithm>
#include <iterator>

namespace gf {
namespace {

struct NamedKey {
  std::string_view name;
  ImGuiKey key;
};

constexpr NamedKey kKeys[] = {
    {"Tab", ImGuiKey_Tab},
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Space", ImGuiKey_Space},
    {" ", ImGuiKey_Space},
    {"Enter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
    {"ContextMenu", ImGuiKey_Menu},
    {"Quote", ImGuiKey_Apostrophe},
    {"Comma", ImGuiKey_Comma},
    {"Minus", ImGuiKey_Minus},
    {"Period", ImGuiKey_Period},
    {"Slash", ImGuiKey_Slash},
    {"Semicolon", ImGuiKey_Semicolon},
    {"Equal", ImGuiKey_Equal},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"Backslash", ImGuiKey_Backslash},
    {"BracketRight", ImGuiKey_RightBracket},
    {"Backquote", ImGuiKey_GraveAccent},
    {"IntlBackslash", ImGuiKey_Oem102},
    {"CapsLock", ImGuiKey_CapsLock},
    {"ScrollLock", ImGuiKey_ScrollLock},
    {"NumLock", ImGuiKey_NumLock},
    {"PrintScreen", ImGuiKey_PrintScreen},
    {"Pause", ImGuiKey_Pause},
    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
    {"NumpadDivide", ImGuiKey_KeypadDivide},
    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
    {"NumpadAdd", ImGuiKey_KeypadAdd},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"NumpadEqual", ImGuiKey_KeypadEqual},
    {"BrowserBack", ImGuiKey_AppBack},
    {"BrowserForward", ImGuiKey_AppForward},
};

// Returns the key `first` plus the distance of a character from `base`; ImGuiKey_None unless that distance is from 0 to count-1.
ImGuiKey in_row(char character, char base, int count, ImGuiKey first) {
  const int distance = character - base;
  return distance >= 0 && distance < count ? static_cast<ImGuiKey>(first + distance) : ImGuiKey_None;
}

ImGuiKey letter_or_digit(char character) {
  const char lower = character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  const ImGuiKey letter = in_row(lower, 'a', 26, ImGuiKey_A);
  return letter != ImGuiKey_None ? letter : in_row(character, '0', 10, ImGuiKey_0);
}

ImGuiKey function_key(std::string_view code) {
  if (code.size() < 2 || code.size() > 3 || code[0] != 'F') return ImGuiKey_None;
  int number = 0;
  for (const char c : code.substr(1)) {
    if (c < '0' || c > '9') return ImGuiKey_None;
    number = number * 10 + (c - '0');
  }
  return number >= 1 && number <= 24 ? static_cast<ImGuiKey>(ImGuiKey_F1 + number - 1) : ImGuiKey_None;
}

ImGuiKey named(std::string_view name) {
  const auto* found = std::find_if(std::begin(kKeys), std::end(kKeys), [&](const NamedKey& each) { return each.name == name; });
  return found != std::end(kKeys) ? found->key : ImGuiKey_None;
}

}  // namespace

ImGuiKey key_of_event(std::string_view code, std::string_view key) {
  if (code.size() == 7 && code.starts_with("Numpad")) {
    if (const ImGuiKey digit = in_row(code[6], '0', 10, ImGuiKey_Keypad0); digit != ImGuiKey_None) return digit;
  }
  const bool on_numpad = code.starts_with("Numpad");
  if (key.size() == 1 && !on_numpad) {
    if (const ImGuiKey typed = letter_or_digit(key[0]); typed != ImGuiKey_None) return typed;
  }
  if (code.size() == 4 && code.starts_with("Key")) return letter_or_digit(code[3]);
  if (code.size() == 6 && code.starts_with("Digit")) return letter_or_digit(code[5]);
  if (const ImGuiKey function = function_key(code); function != ImGuiKey_None) return function;
  if (const ImGuiKey place = named(code); place != ImGuiKey_None) return place;
  return named(key);  // soft keyboards send no code
}

}  // namespace gf
