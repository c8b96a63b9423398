import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type ConsoleThings, makeConsoleThings } from '../support/consolePlaces.js';
import { visitedPage } from '../support/consoleVisit.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { axeFaults, COLOURS, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

/** A phone, and what remains of a window of 1280 by 800 pixels at 200 %. */
const [PHONE, LARGE] = [
  { width: 390, height: 844 },
  { width: 640, height: 400 },
];

/** A script that names what is beside the page or cut off: the page itself, its lists of links, and the name of a bot. */
const CUT = `[document.documentElement, ...document.querySelectorAll('nav, .botBar h1 button')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className || one.tagName)`;

/** The screens by what they are of, with the words of `makeConsoleThings` in their paths. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'a bot': [
    ...['flow?at=Start.1', 'theme', 'settings', 'languages', 'try', 'tests', 'versions', 'results'],
    'analytics',
  ].map((path) => `b/FORM/${path}`),
  'a workspace': [
    ...['', '/inbox', '/inbox?chat=TAKEN', '/settings/workspace', '/settings/members'],
    ...['/settings/credentials', '/settings/channels', '/settings/channels?channel=CHANNEL'],
  ].map((path) => `w/WORKSPACE${path}`),
  'a workspace and a person, the rest': [
    ...['tokens', 'domains', 'webhooks', 'replies', 'rules', 'data', 'audit', 'you'].map(
      (page) => `w/WORKSPACE/settings/${page}`,
    ),
    'b/none/flow',
  ],
};

describeInBrowser('in the console', () => {
  const browser = useBrowser();
  let made: Promise<ConsoleThings> | undefined;
  const things = async (): Promise<ConsoleThings> => (made ??= makeConsoleThings(app));

  /** Opens the console, on a phone unless the options say another size. */
  async function openConsole(options: BrowserContextOptions = {}) {
    const context = await browser.openContext({ viewport: PHONE, ...options });
    await signIntoBrowser(context, app());
    const page = await context.newPage();
    const root = `${app().url}/console`;
    const visit = await visitedPage(page, root);
    await page.goto(root);
    // The console reads where its server is from the address of the page it is loaded at.
    await page.locator('.rail').waitFor();
    return { page, visit };
  }

  test.each(Object.entries(SCREENS))(
    'on a phone, in German and in the dark, in forced colours, and at 200 %%, nothing is cut off on the screens of %s',
    async (_name, screens) => {
      const ids = await things();
      const { page, visit } = await openConsole({ colorScheme: 'dark', locale: 'de-DE' });
      const faults: unknown[] = [];
      for (const screen of screens) {
        await visit.go(screen.replace(/[A-Z]{3,}/g, (name) => ids[name] ?? name));
        faults.push(...(await faultsOf(page)).map((fault) => [screen, fault]));
      }
      expect(faults).toEqual([]);
    },
  );

  test('forced colours show what is on, what is chosen, and the icon of a kind', async () => {
    const { FORM } = await things();
    const { page, visit } = await openConsole({ forcedColors: 'active' });
    await visit.go(`b/${FORM}/flow?at=Start.1`);
    const backgroundOf = async (selector: string, pseudo = ''): Promise<string> => {
      await page.locator(selector).first().waitFor();
      const style = `getComputedStyle(document.querySelector('${selector}'), '${pseudo}')`;
      return page.evaluate<string>(`${style}.backgroundColor`);
    };
    const paper = await backgroundOf('body');
    expect(await backgroundOf('.inspector .kindIcon')).not.toBe(paper);
    // Its own rule gives what is pressed another colour.
    expect(await page.evaluate(PRESSED)).toEqual(await page.evaluate(HIGHLIGHTED));
    await visit.go(`b/${FORM}/settings`);
    await page.locator('summary', { hasText: 'General' }).click();
    const aSwitch = page.getByRole('switch').first();
    await aSwitch.uncheck();
    const off = await backgroundOf('[role=switch]');
    expect(await backgroundOf('[role=switch]', '::before')).not.toBe(off);
    await aSwitch.check();
    expect(await backgroundOf('[role=switch]')).not.toBe(off);
    await visit.go(`b/${FORM}/theme`);
    await page.locator('summary', { hasText: 'General' }).click();
    await page.locator('summary', { hasText: 'Background' }).click();
    await page.locator('.radios label').first().click();
    expect(await backgroundOf('.radios :checked + span')).not.toBe(paper);
  });

  test.each(['de-DE', 'es-ES'])(
    'on a laptop, no name of a screen or bot is cut off in the language of %s, and the buttons over the canvas are one row beside a chat',
    async (locale) => {
      const { WORKSPACE, FORM = '' } = await things();
      await bodyOf(restOf(app).updateBot({ botId: FORM, bot: { name: 'Kontaktformular' } }));
      const { page, visit } = await openConsole({ locale, viewport: { width: 1280, height: 800 } });
      for (const screen of [`w/${WORKSPACE}/settings/replies`, `b/${FORM}/settings`]) {
        await visit.go(screen);
        expect([screen, await page.evaluate<string[]>(CUT)]).toEqual([screen, []]);
      }
      await page.locator('.problemsButton').waitFor();
      await visit.go(`b/${FORM}/flow`);
      await page.locator('.tryHere').click();
      await page.locator('iframe').waitFor();
      const row = await page.locator('.toolbar').boundingBox();
      expect(row?.height).toBeLessThan(60);
    },
  );

  test('the keys lead to nothing that the form of a block covers on a phone', async () => {
    const { FORM } = await things();
    const { page, visit } = await openConsole();
    await visit.go(`b/${FORM}/flow?at=Start.1`);
    const back = page.getByRole('button', { name: '‹ Flow' });
    await back.waitFor();
    const covered = page.locator('.canvas, .tryHere').locator('visible=true');
    expect(await covered.count()).toBe(0);
    await back.click();
    await page.getByRole('button', { name: 'Try it' }).waitFor();
    expect(await covered.count()).toBe(2);
  });
});

/** What axe finds on a phone, there also in forced colours, and what is cut off there or at 200 %. */
async function faultsOf(page: Page): Promise<readonly unknown[]> {
  const faults = [await axeFaults(page)].flat();
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...[await axeFaults(page, COLOURS)].flat());
  await page.emulateMedia({ forcedColors: 'none' });
  for (const size of [LARGE, PHONE]) {
    await page.setViewportSize(size);
    const cut = await page.evaluate<string[]>(CUT);
    faults.push(...cut.map((one) => `${one} is cut off at ${size.width}`));
  }
  return faults;
}

const COLOURS_OF = (element: string): string =>
  `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(${element}))`;

/** Scripts that say the colours of a button that is pressed, and those of the system for what is chosen. */
const PRESSED = COLOURS_OF(`document.querySelector('.toolbar [aria-pressed=true]')`);
const HIGHLIGHTED = `(() => {
  const one = document.body.appendChild(document.createElement('p'));
  one.style = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
  const colours = ${COLOURS_OF('one')};
  one.remove();
  return colours;
})()`;
