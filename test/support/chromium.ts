import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Chromium, and its headless shell: Chromium without windows, which takes half of the time. */
const [CHROMIUM, SHELL] = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/** Where the browser is that takes the least time, and the one that people have; undefined where there is none. */
export const [quickest, whole] = [
  [SHELL, CHROMIUM],
  [CHROMIUM, SHELL],
].map((paths) => [process.env['TEST_BROWSER'] ?? '', ...paths].find((path) => existsSync(path)));

/** Starts Chromium. Its microphone is a recorded voice, and no host name leads to another machine. */
export async function launch(executablePath = quickest): Promise<Browser> {
  return chromium.launch({
    ...(executablePath && { executablePath }),
    timeout: 170_000,
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage'],
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      // As in browsers with windows, frames of other sites run in their own processes.
      '--site-per-process',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  });
}

const shared = new Map<string | undefined, Promise<Browser>>();
let closing: ReturnType<typeof setTimeout> | undefined;

/** The browser of this process, which its test files share, one after the other, since each start takes a second. */
export async function sharedBrowser(executablePath: string | undefined): Promise<Browser> {
  clearTimeout(closing);
  const browser = shared.get(executablePath) ?? launch(executablePath);
  shared.set(executablePath, browser);
  return browser;
}

/** Closes the shared browsers soon, unless a next test file asks for one: the process could not end otherwise. */
export function closeSoon(): void {
  clearTimeout(closing);
  closing = setTimeout(() => {
    for (const browser of shared.values()) void browser.then((one) => one.close());
    shared.clear();
  }, 2_000);
}
