// The browser of the tests and measurements: Chromium's headless shell, in which a page starts in half the time that it takes in a browser with windows.

/** The path of the program: GF_CHROMIUM, otherwise Debian's. */
export const kChromium = process.env.GF_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** The options of Chromium. Without them it looks for the network and for a GPU. */
export const kChromiumFlags =
  ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
