// The platform of a program for Node that draws nothing. The program opens the pages that most readers open first and lays out their frames
// until they rest, and each lesson for a moment, while list.mjs counts the basic blocks that run. The program also writes first pictures:
// the first frames of pages as SVG, which stand until the program has come (web/picture.js).
#include <emscripten/emscripten.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/utf8.h"
#include "lessons/registry.h"
#include "platform/platform.h"
#include "protocol/schema.h"
#include "protocol/step.h"
#include "render/words.h"
#include "ui/picture/no_renderer.h"
#include "ui/picture/vector_picture.h"

// The basic blocks that run, a byte each, if list.mjs has the program count them.
extern "C" unsigned char gf_blocks[1 << 18] = {};

namespace gf {
namespace {

// A page to open: the text behind # of its address, the options of the page around, and the size of its window.
struct Opened {
  const char *address, *options;
  float width, height;
  bool dark, framed;
  bool still = false;  // without motion: each frame shows the state at rest
};

constexpr Opened kOpened[] = {{"", "", 1280, 800, false, false},
                              {"", "", 390, 844, true, false},
                              {"start", "", 1920, 960, false, false},
                              {"self-attention", "", 1280, 800, false, false},
                              {"self-attention", "", 1920, 960, true, false},
                              {"self-attention", "", 390, 844, false, false},
                              {"self-attention", "hide=rail", 720, 480, true, true},
                              {"self-attention", "hide=rail", 360, 480, false, true},
                              {"self-attention", "show=weights\nlock=all", 480, 320, false, true}};
constexpr int kMostFrames = 400;
constexpr int kMostSlices = 3000;
constexpr int kFramesOfLesson = 60;  // a second, in which motion ends; the program does not wait for a run that goes on

constexpr const char *kFirstLesson = "start", *kSource = "en";

std::string lesson_of(const Opened& page) { return *page.address ? page.address : kFirstLesson; }

const Opened* opened = kOpened;
Program program_opened;
// The files that were asked for, in the containers of platform_web.cpp, so that its functions of them are counted.
std::map<int, std::function<void(std::optional<std::string>)>> awaited;
std::map<int, std::string> awaited_files;
int last_awaited = 0;
std::set<std::string> lesson_files;  // that were asked for, without texts

// Makes a context, so that no page finds the state of the page before. Returns the context before, which the program still uses until it
// starts anew.
ImGuiContext* make_imgui() {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGui::SetCurrentContext(ImGui::CreateContext());
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.DisplaySize = ImVec2(opened->width, opened->height);
  io.DeltaTime = 1.0f / 60;
  return before;
}

std::optional<std::string> file_at(std::string_view path) {
  for (const char* folder : {GF_OUTPUT_DIR, GF_SOURCE_DIR})
    if (std::ifstream file(std::string(folder) + "/" + std::string(path), std::ios::binary); file)
      return std::string(std::istreambuf_iterator<char>(file), {});
  return std::nullopt;
}

// Brings files after the frame that asked for them.
void bring_files() {
  for (const auto& [request, path] : std::exchange(awaited_files, {})) awaited.extract(request).mapped()(file_at(path));
}

bool frame(const Program& program) {
  ImGui::NewFrame();
  const bool moving = program.frame();
  ImGui::Render();
  ui::take_textures();
  return moving;
}

// Computes until no work is left, also in the next turns: a run that has ended asks for the trace of its weights in the next turn.
void compute(const Program& program, int most_turns) {
  constexpr int kQuietTurns = 3;
  for (int turn = 0, quiet = 0; turn < most_turns && quiet < kQuietTurns; ++turn) {
    quiet = program.pump().more || !awaited.empty() ? 0 : quiet + 1;
    bring_files();
  }
}

void rest(const Program& program, int most_frames) {
  int quiet = 0;
  for (int i = 0; i < most_frames && quiet < 4; ++i) {
    bring_files();
    const Pumped work = program.pump();
    const bool moving = frame(program);
    program.keep(false);
    quiet = moving || work.more || work.news || !awaited.empty() ? 0 : quiet + 1;
  }
  program.accessible_view();
}

// Whether the clock ends each slice (list.mjs). Then there are more slices than frames.
bool ends_slices() {
  const double before_ms = emscripten_get_now();
  return emscripten_get_now() - before_ms > 50;
}

// Opens a page, and draws it until it rests.
void open(const Opened& page, int most_frames) {
  opened = &page;
  make_imgui();                            // the context before stays: a first frame ends none
  const Program program = program_opened;  // a copy, as in the browser's platform
  program.start();
  if (ends_slices()) compute(program, kMostSlices);
  rest(program, most_frames);
  opened = kOpened;
}

// The sizes of windows of first pictures (web/picture.js takes the nearest): the first page and first steps in pages of
// their own, and first steps in the frames of articles.
constexpr ImVec2 kFirstPage[] = {{360, 640},  {375, 630},  {390, 700},  {412, 800},  {430, 780},  {768, 1024}, {1024, 700},
                                 {1280, 640}, {1280, 800}, {1366, 650}, {1440, 790}, {1536, 730}, {1920, 960}, {2560, 1300}};
constexpr ImVec2 kLessonPage[] = {{390, 700}, {1280, 720}, {1600, 800}};
constexpr ImVec2 kLessonFrame[] = {{360, 480}, {720, 480}};

constexpr const char* kFirstPageIn[] = {"es", "fr"};     // further languages of the first page (web/picture.js)
constexpr ImVec2 kPosters[] = {{720, 600}, {360, 600}};  // of a step (web/element.js)
std::string spoken = kSource;                            // the language of the texts
std::map<std::string, std::vector<std::string>> wished;  // the further languages of a step's posters, by its address

Program program_at(Opened& page) {
  opened = &page;
  ImGuiContext* const before = make_imgui();
  Program program = program_opened;
  program.start();
  if (before) ImGui::DestroyContext(before);  // null stands for the context of now
  return program;
}

// Computes a picture. Time stands still from then on, so that each picture shows the moment of the first frame.
void compute_picture(const Program& program) {
  constexpr float kStandsStill_s = 1e-6f;
  constexpr int kMostTurns = 2000;
  compute(program, kMostTurns);
  ImGui::GetIO().DeltaTime = kStandsStill_s;
}

std::string file_of(const std::string& name, ImVec2 size) {
  return name + '-' + std::to_string(static_cast<int>(size.x)) + 'x' + std::to_string(static_cast<int>(size.y));
}

void draw_picture(const Program& program, ImVec2 size, const std::string& file) {
  constexpr int kFramesToSettle = 6;
  ImGui::GetIO().DisplaySize = size;
  for (int i = 0; i < kFramesToSettle; ++i) {
    ImGui::GetStyle().AntiAliasedFill = ImGui::GetStyle().AntiAliasedLines = false;
    frame(program);
  }
  std::ofstream(file) << ui::vector_picture();
}

// Draws a page once at each size and in both themes, and writes pictures.
void draw_pictures(const std::string& folder, const std::string& name, const Opened& page, std::span<const ImVec2> sizes) {
  Opened shown = page;
  const Program program = program_at(shown);
  compute_picture(program);
  for (const ImVec2 size : sizes)
    for (const bool dark : {false, true}) {
      shown.width = size.x;
      shown.height = size.y;
      shown.dark = dark;
      draw_picture(program, size, file_of(folder + "/" + name, size) + (dark ? "-dark.svg" : ".svg"));
    }
  opened = kOpened;
}

void draw_first_page(const std::string& folder) {
  const Opened page{"", "", 0, 0, false, false};
  draw_pictures(folder, kFirstLesson, page, kFirstPage);
  for (const char* language : kFirstPageIn) {
    spoken = language;
    std::filesystem::create_directories(folder + "/" + spoken);
    draw_pictures(folder + "/" + spoken, kFirstLesson, page, kFirstPage);
  }
  spoken = kSource;
}

// Draws each step of a lesson in a frame, and writes FOLDER/LESSON/STEP-720x600.svg, and FOLDER/LANGUAGE/LESSON/STEP-720x600.svg for each
// wished language.
void draw_posters(const std::string& folder, const LessonInfo& lesson) {
  const std::string id(lesson.id);
  Opened shown{id.c_str(), "hide=rail", kPosters[0].x, kPosters[0].y, false, true, true};
  const Program program = program_at(shown);
  compute_picture(program);
  const auto draw = [&](const std::string& lesson_folder, std::string_view step) {
    std::filesystem::create_directories(lesson_folder);
    for (const ImVec2 size : kPosters) {
      shown.width = size.x;
      shown.height = size.y;
      draw_picture(program, size, file_of(lesson_folder + "/" + std::string(step), size) + ".svg");
    }
  };
  const auto speak = [&](const std::string& language) {
    program.speak(language);
    compute_picture(program);
    if (spoken != language) throw std::runtime_error("the texts in " + language + " are missing");
  };
  for (const Step& step : lesson.steps) {
    const std::string address = id + "/" + std::string(step.id);
    program.open(address);
    compute_picture(program);
    draw(folder + "/" + id, step.id);
    const auto wishes = wished.find(address);
    if (wishes == wished.end()) continue;
    for (const std::string& language : wishes->second) {
      speak(language);
      draw(folder + "/" + language + "/" + id, step.id);
    }
    speak(kSource);
  }
  opened = kOpened;
}

// Returns the ids of the steps of all lessons as JSON, for pages that name a step by its number, and the addresses that have posters in a
// further language.
std::string ids_of_steps() {
  nlohmann::ordered_json ids;
  for (const Lesson& lesson : lessons())
    if (lesson.info.id != kFirstLesson)  // its page is no scene, and has no pictures of steps
      for (const Step& step : lesson.info.steps) ids[std::string(lesson.info.id)].push_back(step.id);
  for (const auto& [address, languages] : wished)
    for (const std::string& language : languages) ids["translated"][language].push_back(address);
  return ids.dump() + "\n";
}

}  // namespace

int run_program(Program program) {
  program_opened = program;
  return 0;
}

// Opens a page that most readers open first, in several windows, until it rests.
extern "C" EMSCRIPTEN_KEEPALIVE int gf_open_first(const char* lesson) {
  try {
    for (const Opened& page : kOpened)
      if (lesson_of(page) == lesson) open(page, kMostFrames);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "first frames of %s: %s\n", lesson, error.what());
    return 1;
  }
}

// Returns the lessons with their chapters, a line each: "softmax look_up".
extern "C" EMSCRIPTEN_KEEPALIVE const char* gf_lessons() {
  static std::string lines;
  lines.clear();
  for (const Lesson& lesson : lessons()) lines += std::string(lesson.info.id) + ' ' + std::string(name_of(lesson.info.chapter)) + '\n';
  return lines.c_str();
}

// Returns the files that the pages asked for since the last call, a line each.
extern "C" EMSCRIPTEN_KEEPALIVE const char* gf_lesson_files() {
  static std::string lines;
  lines.clear();
  for (const std::string& path : std::exchange(lesson_files, {})) lines += path + '\n';
  return lines.c_str();
}

// Opens the first step of a lesson as a page of its own, on a phone, and in the frame of an article.
extern "C" EMSCRIPTEN_KEEPALIVE int gf_open_lesson(const char* id) {
  try {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(1000, 700), ImVec2(1920, 960)})
      open({id, "", size.x, size.y, false, false}, kFramesOfLesson);
    open({id, "", 390, 844, true, false}, kFramesOfLesson);
    open({id, "hide=rail", 720, 480, false, true}, kFramesOfLesson);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "first frames of %s: %s\n", id, error.what());
    return 1;
  }
}

// Wishes posters of a step in a further language: "fr softmax/sum".
extern "C" EMSCRIPTEN_KEEPALIVE int gf_wish_posters(const char* wish) {
  const std::string text = wish;
  const std::size_t space = text.find(' ');
  if (space == std::string::npos) return 1;
  wished[text.substr(space + 1)].push_back(text.substr(0, space));
  return 0;
}

// Writes the first pictures of a lesson and of its steps into a folder.
extern "C" EMSCRIPTEN_KEEPALIVE int gf_write_pictures(const char* folder, const char* id) {
  try {
    if (id == std::string(kFirstLesson)) {
      draw_first_page(folder);
      return 0;
    }
    // Without motion: a card that only some of the sizes show would not have appeared yet.
    draw_pictures(folder, id, {id, "", 0, 0, false, false, true}, kLessonPage);
    draw_pictures(folder, id + std::string("-frame"), {id, "hide=rail", 0, 0, false, true, true}, kLessonFrame);
    draw_posters(folder, lesson_named(id).info);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "first pictures of %s: %s\n", id, error.what());
    return 1;
  }
}

// Writes FOLDER/steps.json.
extern "C" EMSCRIPTEN_KEEPALIVE int gf_write_steps(const char* folder) {
  return std::ofstream(std::string(folder) + "/steps.json") << ids_of_steps() ? 0 : 1;
}

// A page begins with the texts of the lesson that it opens, and asks for those of others.
std::optional<std::string> read_asset(std::string_view path) {
  const bool of_lesson = path.starts_with("assets/text/") && std::ranges::count(path, '/') > 2;
  return of_lesson && !path.ends_with('/' + lesson_of(*opened) + ".json") ? std::nullopt : file_at(path);
}

void load_asset(const std::string& path, std::function<void(std::optional<std::string>)> done) {
  awaited.emplace(++last_awaited, std::move(done));
  awaited_files.emplace(last_awaited, path);
  if (!path.starts_with("assets/text/")) lesson_files.insert(path);
}

void request_frame() {}
SystemTheme system_theme() { return opened->dark ? SystemTheme::dark : SystemTheme::light; }
bool prefers_stillness() { return opened->still; }
bool prefers_contrast() { return false; }
bool has_pages() { return true; }
bool can_read_aloud() { return false; }
void read_aloud(bool) {}
bool last_pointer_was_touch() { return opened->width < opened->height; }  // a phone's window stands upright
float on_screen_keyboard_height() { return 0; }
std::string launch_address() { return opened->address; }
std::string launch_options() { return opened->options; }
bool in_frame() { return opened->framed; }
std::string share_link(std::string_view text, std::string_view) { return std::string(text); }
void show_address(const std::string&, const std::string&) {}
void copy_to_clipboard(const std::string&) {}
std::optional<std::string> save_file(const std::string&, const std::string&) { return std::nullopt; }
bool saves_png() { return true; }
void save_png(const std::string&, float, float, float, float) {}
bool open_page(const std::string&) { return false; }
std::string language() { return spoken; }
void set_language(const std::string& language) { spoken = language; }
std::string load_setting(std::string_view) { return {}; }
void save_setting(std::string_view, std::string_view) {}
std::optional<std::string> load_kept(const std::string&) { return std::nullopt; }
Kept keep(const std::string&, const std::string&) { return Kept::yes; }
bool set_kept_aside(const std::string&) { return true; }
void load_kept_large(const std::string&, std::function<void(std::optional<std::string>)> done) { done(std::nullopt); }
void keep_large(const std::string&, std::string, std::function<void(Kept)> done) { done(Kept::yes); }

namespace {

// Returns about the width of a character that the program's fonts lack: Chinese characters are as wide as an em.
float ems_of(char32_t character) { return character >= 0x2E80 ? 1.0f : 0.6f; }

}  // namespace

WordDrawing machine_words() {
  return {[](const Word& word) {
            std::vector<float> stops{0};
            for (const std::string_view character : utf8_characters(word.text))
              stops.push_back(stops.back() + ems_of(code_point(character)));
            const float advance = stops.back();
            return WordShape{advance, std::move(stops), false};
          },
          // The pictures write words as text (ui/picture/drawn_letters.h): the room of a word is enough.
          [](const Word& word, int size_px) {
            float ems = 0;
            for (const std::string_view character : utf8_characters(word.text)) ems += ems_of(code_point(character));
            const int width = std::max(static_cast<int>(ems * static_cast<float>(size_px)), 1);
            return WordPicture{width,    size_px, 0,
                               -size_px, false,   std::vector<std::uint8_t>(static_cast<std::size_t>(width * size_px) * 4)};
          }};
}

}  // namespace gf
