// Wires the session, the screen and the platform together; with arguments, the command line instead.
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
#include "ui/export_popup.h"
#include "ui/theme.h"
#include "ui/ui.h"
#include "ui/unseen.h"
#include "ui/widgets/words.h"

namespace {
std::string asset(std::string path) {
  const auto content = gf::read_asset(path);
  return content ? *content : throw std::runtime_error("the file " + path + " is missing from the program's folder");
}

// Every page begins with these.
gf::Texts first_texts() { return gf::Texts(asset("assets/text/" + gf::language() + ".json")); }
gf::Texts all_texts() {
  gf::Texts texts = first_texts();
  texts.add(asset("assets/text/" + gf::language() + "/all.json"));
  return texts;
}

// The page may have brought the texts of the lesson that it opens.
void read_texts(const std::string& path, std::function<void(std::optional<std::string>)> done) {
  if (std::optional<std::string> here = gf::read_asset(path)) return done(std::move(here));
  gf::load_asset(path, std::move(done));
}

static_assert(gf::kMostPasted == gf::kLongestPaste, "what the platform cuts is what the session takes for cut");
// In a frame few words have room, and where nothing can be changed nothing is lost.
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

// A link that was opened stays in the address bar.
gf::AddressBar bar_with(std::string_view address) {
  try {
    return {gf::read_address(address).link.value_or(""), {}};
  } catch (const gf::InputError&) {
    return {};
  }
}

std::string text_of(float size) { return std::to_string(static_cast<int>(std::lround(size * 100))); }

// The reader's own, where the page around asks for none.
gf::ThemeChoice theme_of(const gf::FrameOptions& options) {
  const auto* const begin = std::begin(gf::kThemeNames);
  return options.theme.value_or(static_cast<gf::ThemeChoice>(std::find(begin, begin + 2, gf::load_setting("theme")) - begin));
}

// The size that was kept, where it is one that can be chosen.
float kept_text_size() {
  const std::string kept = gf::load_setting("text size");
  const auto* found = std::find_if(std::begin(gf::kTextSizes), std::end(gf::kTextSizes), [&](float size) { return text_of(size) == kept; });
  return found == std::end(gf::kTextSizes) ? 1 : *found;
}

gf::CodeLanguage kept_code_language() {
  return gf::load_setting("code") == gf::kCodeLanguageNames[1] ? gf::CodeLanguage::torch : gf::CodeLanguage::numpy;
}

struct App {
  gf::Texts texts = first_texts();
  // The worker's own, of each language that was spoken: it reads the last while texts are added to the others, and traces that are kept
  // read those before.
  std::deque<gf::Texts> labels{texts.parts({"labels", "formulas"})};
  gf::LateTexts late{texts, gf::language(), read_texts, [this] { texts_came(); }};
  gf::HeatmapRenderer heatmaps{asset("shaders/heatmap.vert"), asset("shaders/heatmap.frag")};
  gf::Ui ui{heatmaps};
  std::vector<gf::Problem> refused;  // of the options, to be said one after the other
  gf::FrameOptions options = gf::read_frame_options(gf::launch_options(), refused);
  std::string opened_with;
  gf::Session session;
  gf::AddressBar bar = bar_with(opened_with);
  std::string shown;           // in the address bar
  bool names_checked = false;  // of the options, with the lesson that was opened
  std::string embed_tag;
  gf::ThemeChoice theme = theme_of(options);
  float text_size = options.text_size ? static_cast<float>(*options.text_size) / 100 : kept_text_size();
  gf::CodeLanguage code_language = kept_code_language();
  bool reads_aloud = false;
  std::string notice;
  std::vector<gf::HostRequest> pictures;  // that are wanted
  std::uint64_t drawn_revision = 0;
  bool drew = false;
  std::shared_ptr<const gf::Snapshot> shown_snapshot;  // the last whose texts were there
  bool wants_all = false, wanted_all = false;          // the texts of all lessons

  gf::ui::Words words{gf::machine_words()};

  // `without_window`: a document alone, of which nothing is kept.
  explicit App(std::string address_to_open, bool without_window = false)
      : opened_with(std::move(address_to_open)),
        session({.on_change = without_window ? [] {} : gf::request_frame,
                 .files = gf::load_asset,
                 .store = without_window ? gf::Store() : platform_store(options.locks(gf::kAll)),
                 .address = opened_with,
                 .texts = &labels.back(),
                 .lacks_texts = [this](const std::string& lesson) { return !late.has(lesson); }}) {
    gf::ui::load_fonts(asset("assets/fonts/Inter.ttc"));
  }

  void texts_came() {
    if (const std::optional<std::string> refused_language = late.take_refused())
      session.say({"unknown_language", {{"language", texts.get("languages." + *refused_language)}}});
    if (late.language() != gf::language()) {
      gf::set_language(late.language());
      gf::save_setting("language", late.language());
      labels.push_back(texts.parts({"labels", "formulas"}));
      session.use_texts(labels.back());
      wanted_all = false;
    }
    session.texts_came();
  }

  // Says which name the page around asks for that is not there.
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

  gf::UiHost host(std::string said) const {
    return {theme,
            gf::system_theme() == gf::SystemTheme::dark,
            gf::last_pointer_was_touch(),
            gf::prefers_contrast(),
            gf::prefers_stillness(),
            gf::on_screen_keyboard_height(),
            std::move(said),
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

  // The picture stands until the texts of the lesson that is opened are there. If they can't be had, the lesson before stays.
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

  // A page of its own gets the texts of all lessons once its first picture is whole, and so does the first page in a frame, whose own texts
  // do not say what nodes and terms mean. Others get them when they are searched.
  void want_all_texts(const gf::Snapshot& drawn) {
    if (wanted_all || !drawn.trace || drawn.computing) return;
    if (gf::in_frame() && drawn.document.lesson != drawn.catalogue->front().id) return;
    wants_all = wanted_all = true;
    gf::request_frame();
  }

  // Pictures were asked for in a frame, and can be made between frames alone.
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

  // On paper a dark page would be white on white.
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
    carry_out_pictures();
    if (std::exchange(wants_all, false)) late.ask_all();
    const bool more = session.pump();
    follow_session();
    return {more, session.snapshot()->revision != drawn_revision, is_bare()};
  }

  // Until the first trace is there, or a word about why it is not.
  bool is_bare() const {
    const gf::Snapshot* snapshot = shown_snapshot.get();
    return !drew && !(snapshot && (snapshot->trace || snapshot->problem || snapshot->notice));
  }

  bool frame() {
    say_what_was_refused();
    follow_session();
    if (!shown_snapshot) return false;
    const auto snapshot = shown_snapshot;
    const bool stands = snapshot->document.lesson != session.snapshot()->document.lesson;
    drawn_revision = session.snapshot()->revision;
    drew = true;
    const gf::UiOutput output = ui.draw(*snapshot, texts, host(std::exchange(notice, {})));
    heatmaps.end_frame();
    for (const gf::Command& command : output.commands)
      if (!stands || std::holds_alternative<gf::OpenLesson>(command)) session.execute(command);
    for (const gf::HostRequest& request : output.requests) carry_out(request);
    want_all_texts(*snapshot);
    return output.animating || !output.commands.empty() || !output.requests.empty();
  }

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
    if (answer) drawn_revision = 0;  // where things are is noted while they are drawn
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
      late.speak(request.language, shown_snapshot->document.lesson);
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

// The parts are made once there is a GL context, and go with the program before the context does. Not before that is an address asked for.
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

// The scene of a document, or of one of its nodes, as SVG, without a window: for the command line.
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
