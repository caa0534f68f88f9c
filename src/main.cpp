// Connects the session, the screen and the platform. With arguments, runs the command line instead.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/cli.h"
#include "platform/platform.h"
#include "protocol/address.h"
#include "protocol/link.h"
#include "protocol/paste.h"
#include "render/heatmap.h"
#include "session/answer_message.h"
#include "session/late_texts.h"
#include "session/session.h"
#include "ui/bars/export_popup.h"
#include "ui/picture/unseen.h"
#include "ui/theme.h"
#include "ui/ui.h"
#include "ui/widgets/words.h"

namespace {

// Returns a file of the program's folder. Throws std::runtime_error if the file is missing.
std::string asset(std::string path) {
  const auto content = gf::read_asset(path);
  return content ? *content : throw std::runtime_error("the file " + path + " is missing from the program's folder");
}

// Returns the texts with which every page begins.
gf::Texts first_texts() { return gf::Texts(asset("assets/text/" + gf::language() + ".json")); }
// Returns the path of a file with texts that come later (tools/lib/join_texts).
std::string later_texts(const std::string& name) { return "assets/text/" + gf::language() + "/" + name + ".json"; }

gf::Texts all_texts() {
  gf::Texts texts = first_texts();
  for (const char* name : {"rest", "all"}) texts.add(asset(later_texts(name)));
  return texts;
}

// Reads texts at once if the page has brought them, as it may for the lesson that it opens. Otherwise loads them.
void read_texts(const std::string& path, std::function<void(std::optional<std::string>)> done) {
  if (std::optional<std::string> text = gf::read_asset(path)) return done(std::move(text));
  gf::load_asset(path, std::move(done));
}

static_assert(gf::kMostPasted == gf::kLongestPaste, "the platform cuts a paste at the length beyond which the session refuses it");

// Returns the problem with keeping the reader's work; nullopt if the work is kept, or if all inputs are locked, so that no work is lost. In
// a frame, the message is shorter.
std::optional<gf::Problem> problem_of(gf::Kept kept, bool locked) {
  if (kept == gf::Kept::yes || locked) return std::nullopt;
  if (gf::in_frame()) return gf::Problem{"not_kept_in_frame", {}};
  return gf::Problem{kept == gf::Kept::full ? "storage_full" : "storage_blocked", {}};
}

gf::Store platform_store(bool locked) {
  return {.read = gf::load_kept,
          .write = [locked](const std::string& name, const std::string& text) { return problem_of(gf::keep(name, text), locked); },
          .set_aside = gf::set_kept_aside,
          .read_large = gf::load_kept_large,
          .write_large =
              [locked](const std::string& name, std::string bytes, const gf::Store::Done& done) {
                gf::keep_large(name, std::move(bytes), [done, locked](gf::Kept kept) { done(problem_of(kept, locked)); });
              }};
}

// Returns the state of the address bar for an address. A link that was opened stays there.
gf::AddressBar bar_with(std::string_view address) {
  try {
    return {gf::read_address(address).link.value_or(""), {}};
  } catch (const gf::InputError&) {
    return {};
  }
}

// Returns the text of a setting for a size of text, in percent.
std::string text_of(float size) { return std::to_string(static_cast<int>(std::lround(size * 100))); }

// Returns the theme that the page around asks for, otherwise the reader's choice.
gf::ThemeChoice theme_of(const gf::EmbedOptions& options) {
  const auto* const begin = std::begin(gf::kThemeNames);
  return options.theme.value_or(static_cast<gf::ThemeChoice>(std::find(begin, begin + 2, gf::load_setting("theme")) - begin));
}

// Returns the size that the reader chose; 1 if the setting is no size that can be chosen.
float kept_text_size() {
  const std::string kept = gf::load_setting("text size");
  const auto* found = std::find_if(std::begin(gf::kTextSizes), std::end(gf::kTextSizes), [&](float size) { return text_of(size) == kept; });
  return found == std::end(gf::kTextSizes) ? 1 : *found;
}

gf::CodeLanguage kept_code_language() {
  return gf::load_setting("code") == gf::kCodeLanguageNames[1] ? gf::CodeLanguage::torch : gf::CodeLanguage::numpy;
}

// Asks for the texts beside those of the opened lesson once the first picture is complete. In a frame, the texts of other lessons come when
// the reader searches. If the texts did not come, asks again when a frame lacks one.
class OtherTexts {
 public:
  explicit OtherTexts(gf::LateTexts& late) : late_(late) {}

  void begin_anew() { wanted_ = false; }
  void lack_one() { lacked_ = true; }
  // Decides after a frame what is to come.
  void follow(const gf::Snapshot& drawn) {
    constexpr double kAskAgainS = 2;
    const bool complete = (drawn.trace || drawn.problem || drawn.notice) && !drawn.computing, first = complete && !wanted_;
    const bool again = std::exchange(lacked_, false) && wanted_ && ImGui::GetTime() > asked_s_ + kAskAgainS;
    if (!first && !(again && !late_.has_rest())) return;
    wanted_ = asks_rest_ = true;
    asks_all_ = asks_all_ || (first && !gf::in_frame());
    asked_s_ = ImGui::GetTime();
    gf::request_frame();
  }
  // Asks between frames, since texts that are there at once change what a frame draws.
  void ask() {
    if (std::exchange(asks_rest_, false)) late_.ask_rest();
    if (std::exchange(asks_all_, false)) late_.ask_all();
  }

 private:
  gf::LateTexts& late_;
  bool wanted_ = false;  // in this language
  bool lacked_ = false;
  bool asks_rest_ = false, asks_all_ = false;
  double asked_s_ = 0;  // by ImGui's clock
};

// Fetches further letters of our own fonts when a word needs them. Until they have come, the machine draws the word.
class FurtherLetters {
 public:
  void want_for(std::string_view word) {
    if (wanted_ || !gf::ui::may_have_further_letters(word)) return;
    wanted_ = true;
    gf::load_asset(gf::ui::kFurtherFonts, [this](std::optional<std::string> content) {
      fonts_ = std::move(content);
      if (fonts_) gf::request_frame();
    });
  }
  // Adds the letters that came, between frames. Returns whether there are any.
  bool add() {
    if (!fonts_) return false;
    gf::ui::add_further_letters(*std::exchange(fonts_, std::nullopt));
    return true;
  }

 private:
  bool wanted_ = false;
  std::optional<std::string> fonts_;
};

// The program with its screen. It needs an ImGui context.
struct App {
  gf::Texts texts = first_texts();
  // The worker's own texts, one for each language so far. The worker reads the last of them while `texts` grows, and kept traces read the
  // earlier ones.
  std::deque<gf::Texts> labels{texts.parts({"labels", "formulas"})};
  gf::LateTexts late{texts, gf::language(), read_texts, [this] { texts_came(); }};
  OtherTexts others{late};
  gf::HeatmapRenderer heatmaps{asset("shaders/heatmap.vert"), asset("shaders/heatmap.frag")};
  gf::Ui ui{heatmaps};
  std::vector<gf::Problem> refused;  // the problems with the options, which are said one after the other
  gf::EmbedOptions options = gf::read_embed_options(gf::launch_options(), refused);
  std::string opened_with;
  gf::Session session;
  gf::AddressBar bar = bar_with(opened_with);
  std::string shown;           // the text in the address bar
  bool names_checked = false;  // the names in the options were checked against the opened lesson
  std::string embed_tag;
  gf::ThemeChoice theme = theme_of(options);
  float text_size = options.text_size ? static_cast<float>(*options.text_size) / 100 : kept_text_size();
  gf::CodeLanguage code_language = kept_code_language();
  bool reads_aloud = false;
  std::string notice;
  std::vector<gf::HostRequest> pictures;  // the requests for pictures, which pump carries out
  std::uint64_t drawn_revision = 0;
  bool drew = false;
  std::shared_ptr<const gf::Snapshot> shown_snapshot;  // the last snapshot whose texts were loaded
  FurtherLetters letters;
  gf::ui::Words words{gf::machine_words(), [this](std::string_view word) { letters.want_for(word); }};

  // `without_window`: the program only makes pictures, and keeps no work.
  explicit App(std::string address_to_open, bool without_window = false)
      : opened_with(std::move(address_to_open)),
        session({.on_change = without_window ? [] {} : gf::request_frame,
                 .files = gf::load_asset,
                 .store = without_window ? gf::Store() : platform_store(options.locks(gf::kAll)),
                 .address = opened_with,
                 .texts = &labels.back(),
                 .lacks_texts = [this](const std::string& lesson) { return !late.has(lesson); }}) {
    gf::ui::load_fonts(asset("assets/fonts/Inter.ttc"));
    texts.on_gap = [this](std::string_view) { others.lack_one(); };
    // A page brings these texts for a link, which may open a sheet.
    if (gf::read_asset(later_texts("rest"))) late.ask_rest();
  }

  void texts_came() {
    if (const std::optional<std::string> refused_language = late.take_refused())
      session.say({"unknown_language", {{"language", texts.get("languages." + *refused_language)}}});
    if (late.language() != gf::language()) {
      gf::set_language(late.language());
      gf::save_setting("language", late.language());
      labels.push_back(texts.parts({"labels", "formulas"}));
      session.use_texts(labels.back());
      others.begin_anew();
    }
    session.texts_came();
  }

  // Says one problem with the options of the page around, such as a name that the lesson does not have.
  void say_what_was_refused() {
    const gf::Snapshot& snapshot = *session.snapshot();
    if (!names_checked && snapshot.trace && !snapshot.computing) {
      names_checked = true;
      if (std::optional<gf::Problem> unknown = gf::unknown_name(options, snapshot.lesson(), *snapshot.trace))
        refused.push_back(*std::move(unknown));
    }
    if (refused.empty() || snapshot.notice) return;
    session.say(std::move(refused.front()));
    refused.erase(refused.begin());
  }

  gf::UiHost host(std::string copied_notice) const {
    return {theme,
            gf::system_theme() == gf::SystemTheme::dark,
            gf::last_pointer_was_touch(),
            gf::prefers_contrast(),
            gf::prefers_stillness(),
            gf::on_screen_keyboard_height(),
            std::move(copied_notice),
            text_size,
            code_language,
            late.language(),
            options,
            embed_tag,
            gf::has_pages(),
            gf::can_read_aloud(),
            reads_aloud,
            gf::saves_png()};
  }

  // Follows the session to another lesson once the texts of that lesson are loaded. Until then the old picture stays. If the texts can't be
  // loaded, the session returns to the old lesson.
  void follow_session() {
    const std::string lesson = session.snapshot()->document.lesson;
    if (const std::optional<std::string> missing = late.take_missing(lesson)) {
      if (!shown_snapshot) throw std::runtime_error("the file " + *missing + " is missing from the program's folder");
      session.texts_missing(*missing, shown_snapshot->document.lesson);
    } else {
      late.ask(lesson);
    }
    if (late.has(session.snapshot()->document.lesson)) shown_snapshot = session.snapshot();
  }

  // Carries out requests for pictures, which come during a frame and can only be served between frames.
  void carry_out_pictures() {
    for (const gf::HostRequest& request : std::exchange(pictures, {})) {
      if (request.picture->png) {
        const gf::ui::Box box = ui.box_of(*request.picture);
        gf::save_png(request.name, box.min.x, box.min.y, box.width(), box.height());
        notice = "ui.export.saved";
      } else {
        give(request, picture(*request.picture));
      }
    }
  }

  std::string picture(const gf::PictureWish& wish) {
    return ui.picture(wish, [&] { frame(); });
  }

  // Returns a picture in the light theme. On paper, words of the dark theme would be white on white.
  std::string picture_on_paper(const gf::PictureWish& wish) {
    const gf::ThemeChoice before = std::exchange(theme, gf::ThemeChoice::light);
    std::string text = picture(wish);
    theme = before;
    gf::request_frame();
    return text;
  }

  void give(const gf::HostRequest& request, const std::string& content) {
    if (request.kind == gf::HostRequest::Kind::save_file) {
      notice = gf::save_file(request.name, content) ? "ui.export.saved" : "ui.export.not_saved";
    } else {
      gf::copy_to_clipboard(content);
      notice = "ui.export.copied";
    }
  }

  gf::Pumped pump() {
    if (letters.add()) drawn_revision = 0;  // draws a new frame
    carry_out_pictures();
    others.ask();
    const bool more = session.pump();
    follow_session();
    return {more, session.snapshot()->revision != drawn_revision, is_bare()};
  }

  // Whether there is no picture yet: neither a first trace nor words about why there is none.
  bool is_bare() const {
    const gf::Snapshot* snapshot = shown_snapshot.get();
    return !drew && !(snapshot && (snapshot->trace || snapshot->problem || snapshot->notice));
  }

  bool frame() {
    say_what_was_refused();
    follow_session();
    if (!shown_snapshot) return false;
    const auto snapshot = shown_snapshot;
    // While the picture is that of the lesson before, commands about its contents are dropped.
    const bool stands = snapshot->document.lesson != session.snapshot()->document.lesson;
    drawn_revision = session.snapshot()->revision;
    drew = true;
    const gf::UiOutput output = ui.draw(*snapshot, texts, host(std::exchange(notice, {})));
    heatmaps.end_frame();
    if (!stands) session.drawn();
    for (const gf::Command& command : output.commands)
      if (!stands || std::holds_alternative<gf::OpenLesson>(command)) session.execute(command);
    for (const gf::HostRequest& request : output.requests) carry_out(request);
    others.follow(*snapshot);
    return output.animating || !output.commands.empty() || !output.requests.empty();
  }

  void speak(const std::string& language) { late.speak(language, session.snapshot()->document.lesson); }

  std::string accessible_view() {
    follow_session();
    return shown_snapshot ? ui.accessible_view(*shown_snapshot, texts, host({})) : std::string();
  }

  void open(std::string_view address) {
    bar = bar_with(address);
    shown.clear();
    session.open(address);
  }

  bool keep(bool now) {
    const gf::Snapshot& snapshot = *session.snapshot();
    if (std::string address = gf::shown_address(bar, snapshot); address != shown) {
      gf::show_address(address, gf::place_of(snapshot.document));
      shown = std::move(address);
    }
    return session.keep(now);
  }

  std::string message(std::string_view text) {
    if (const std::optional<gf::PictureWish> wish = gf::ui::read_picture_message(text))
      return gf::ui::picture_answer(wish->part == gf::PictureWish::Part::page ? picture_on_paper(*wish) : picture(*wish));
    const auto answer = ui.answer(text);
    if (answer) drawn_revision = 0;  // draws a new frame, which notes the new places
    return answer ? *answer : gf::answer_message(session, text, &texts);
  }

  void make_embed(const gf::HostRequest& request) {
    const gf::Snapshot& snapshot = *session.snapshot();
    const std::string address = gf::share_link(gf::link_to(snapshot), gf::query_of(request.options));
    embed_tag = gf::embed_tag(request.options, address, texts.get("lessons." + snapshot.document.lesson + ".title"));
    if (request.kind == gf::HostRequest::Kind::make_embed) return;
    gf::copy_to_clipboard(embed_tag);
    notice = "ui.embed.copied";
  }

  void carry_out(const gf::HostRequest& request) {
    if (request.kind == gf::HostRequest::Kind::set_theme) {
      theme = request.theme;
      gf::save_setting("theme", gf::name_of(theme));
    } else if (request.kind == gf::HostRequest::Kind::set_text_size) {
      text_size = request.text_size;
      gf::save_setting("text size", text_of(text_size));
    } else if (request.kind == gf::HostRequest::Kind::set_code_language) {
      code_language = request.code_language;
      gf::save_setting("code", gf::kCodeLanguageNames[static_cast<int>(code_language)]);
    } else if (request.kind == gf::HostRequest::Kind::set_language) {
      speak(request.language);
    } else if (request.kind == gf::HostRequest::Kind::set_reading) {
      reads_aloud = request.reading;
      gf::read_aloud(reads_aloud);
    } else if (request.kind == gf::HostRequest::Kind::all_texts) {
      late.ask_all();
    } else if (request.kind == gf::HostRequest::Kind::open_page) {
      if (gf::open_page(request.address)) return;
      gf::copy_to_clipboard(request.address);
      notice = "ui.link_copied";
    } else if (request.kind == gf::HostRequest::Kind::make_embed || request.kind == gf::HostRequest::Kind::copy_embed) {
      make_embed(request);
    } else if (request.kind == gf::HostRequest::Kind::save_file || request.kind == gf::HostRequest::Kind::copy_text) {
      if (!request.picture) return give(request, request.content);
      pictures.push_back(request);
      gf::request_frame();
    } else {
      bar = {gf::link_to(*session.snapshot()), session.snapshot()->document};
      gf::copy_to_clipboard(gf::share_link(bar.link));
      notice = "ui.link_copied";
    }
  }
};

// Returns the functions for the platform. `start` makes the App, since it needs a GL context, and asks for the address then. The App is
// destroyed with the Program, before the context.
gf::Program make_program(std::function<std::string()> where) {
  auto app = std::make_shared<std::unique_ptr<App>>();
  return {.start = [app, where = std::move(where)] { *app = std::make_unique<App>(where()); },
          .frame = [app] { return (*app)->frame(); },
          .pump = [app] { return (*app)->pump(); },
          .context_lost =
              [app] {
                if (*app) (*app)->heatmaps.context_lost();
              },
          .message = [app](std::string_view text) { return (*app)->message(text); },
          .speak = [app](const std::string& language) { (*app)->speak(language); },
          .open = [app](std::string_view address) { (*app)->open(address); },
          .accessible_view = [app] { return (*app)->accessible_view(); },
          .tab = [app](bool backwards, bool outside) { return (*app)->ui.tab(backwards, outside); },
          .keep = [app](bool now) { return (*app)->keep(now); }};
}

int open_window(const gf::WindowRequest& request) {
  if (request.page) {
    gf::save_setting(gf::kPageSetting, *request.page);
    if (gf::load_setting(gf::kPageSetting) != *request.page) throw std::runtime_error(all_texts().get("cli.setting_not_kept"));
  }
  return gf::run_program(make_program([address = request.address] { return address; }));
}

// Returns the scene of a document, or the card of one of its nodes, as SVG, without a window. The command line uses it.
std::string picture_without_window(const gf::Document& document, const std::string& node, float width) {
  constexpr int kMostTurns = 100'000, kFramesToSettle = 8;
  constexpr float kHeight = 800;
  gf::ui::UnseenScreen screen(width, kHeight);
  App app(document.lesson, true);
  app.theme = gf::ThemeChoice::light;
  app.session.execute(gf::LoadDocument{document});
  for (int turn = 0; turn < kMostTurns && (app.pump().more || app.session.snapshot()->computing); ++turn) {
  }
  const auto settle = [&] {
    for (int i = 0; i < kFramesToSettle; ++i) screen.frame([&] { app.frame(); });
  };
  settle();
  if (!node.empty()) {
    app.ui.answer(gf::ui::show_message(node));
    settle();
  }
  return app.picture({node.empty() ? gf::PictureWish::Part::scene : gf::PictureWish::Part::matrix, node});
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) return gf::run_program(make_program(gf::launch_address));
  return gf::run_command_line(argc, argv, all_texts(), gf::read_asset, {open_window, picture_without_window});
} catch (const std::exception& error) {
  std::fprintf(stderr, "glassformer: %s\n", error.what());
  return 1;
}
