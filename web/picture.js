// Shows a picture of the program's first frame until the program has come. The pictures are made while the site is built (tools/lib/first_frame). This is a
// plain script in the middle of the page, so that the picture is asked for before the modules are. If the reader changed the lesson, or a page around asks for
// another frame, there is no picture.
(() => {
  // The sizes of windows in the pictures (tools/lib/first_frame/platform.cpp).
  const kFirstPage = [
    '360x640', '375x630', '390x700', '412x800', '430x780', '768x1024', '1024x700', '1280x640', '1280x800', '1366x650', '1440x790', '1536x730', '1920x960',
    '2560x1300'
  ];
  const kLessonPage = ['390x700', '1280x720', '1600x800'], kLessonFrame = ['360x480', '720x480'];
  const kMostOff = 0.35;  // largest difference of the logarithms of two sizes; beyond it a picture is too far from the frame

  const asked = new URLSearchParams(location.search), parts = document.currentScript.src;
  const isFrame = window.top !== window;
  const page = location.pathname.replace(/index\.html$/, '');

  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;  // storage is blocked
    }
  }

  // Returns the language of the page as languages.js chooses it, which a plain script can't import.
  const kLanguages = ['en', 'es', 'fr', 'zh'];
  function chosenLanguage() {
    if (asked.get('language') || isFrame) return asked.get('language') ?? 'en';
    const wanted = [kept('glassformer.language') ?? '', ...(navigator.languages ?? [])].map((each) => each.toLowerCase().split('-')[0]);
    return wanted.find((each) => kLanguages.includes(each)) ?? 'en';
  }
  // The languages of the pictures of the first page. All other pictures are in English.
  const kPictured = ['en', 'es', 'fr'], language = chosenLanguage();

  // Returns the lesson that begins, or undefined if its first frame has no picture.
  function lessonThatBegins() {
    if (['show', 'size', 'lock'].some((name) => asked.has(name)) || !kPictured.includes(language) || asked.get('hide') !== (isFrame ? 'rail' : null))
      return null;
    if (matchMedia('(prefers-contrast: more), (forced-colors: active)').matches) return null;
    if ((kept('glassformer.text size') ?? '100') !== '100') return null;
    const named = /^#?(?:([a-z-]+)(?:\/step-1)?)?$/.exec(location.hash);
    if (!named) return null;
    if (isFrame) return named[1] ?? null;
    if (!named[1] && kept(`glassformer:${page}:place`)) return null;
    const lesson = named[1] ?? 'start';
    return kept(`glassformer:${page}:work-${lesson}`) ? null : lesson;
  }

  // Pictures of upright windows have the sizes for fingers, all other pictures those for a mouse.
  const byFinger = matchMedia('(pointer: coarse)').matches;
  function offBy(size) {
    const [width, height] = size.split('x').map(Number);
    if (width < height !== byFinger) return Infinity;
    return Math.abs(Math.log(innerWidth / width)) + 0.3 * Math.abs(Math.log(innerHeight / height));
  }

  const lesson = lessonThatBegins();
  if (!lesson || (language !== 'en' && lesson !== 'start')) return;
  const ofPage = lesson === 'start' ? kFirstPage : kLessonPage, sizes = isFrame ? kLessonFrame : ofPage;
  const nearest = sizes.reduce((best, size) => (offBy(size) < offBy(best) ? size : best));
  if (offBy(nearest) > kMostOff) return;
  const theme = asked.get('theme') ?? kept('glassformer.theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const picture = document.createElement('img');
  picture.className = 'gf-first-picture';
  picture.alt = '';
  picture.addEventListener('error', () => picture.remove());
  const path = `pictures/${language === 'en' ? '' : `${language}/`}${lesson}${isFrame ? '-frame' : ''}-${nearest}${dark ? '-dark' : ''}.svg`;
  // A page of one file holds the picture itself.
  Promise.resolve(window.glassformerFile?.(path)?.blob()).then((held) => {
    picture.src = held ? URL.createObjectURL(held) : new URL(path, parts || location);
  });
  document.getElementById('stage').prepend(picture);
})();
