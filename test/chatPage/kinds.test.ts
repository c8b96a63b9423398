import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { styleOf } from '../../packages/chat/src/theme/styleOf.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { inputKinds, type InputKind } from '../support/inputKinds.js';
import {
  axeFaults,
  axeFaultsOfInput,
  COLOURS,
  describeInBrowser,
  useBrowser,
} from '../support/useBrowser.js';
import { until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

/** The colours of a dark theme that does not set the colour of text outside of bubbles. */
const dark = styleOf({
  general: { background: { type: 'Color', content: '#14161c' } },
  chat: {
    hostBubbles: { backgroundColor: '#262a35', color: '#f3f3f5' },
    guestBubbles: { backgroundColor: '#9ecbff', color: '#10131a' },
    buttons: { backgroundColor: '#9ecbff', color: '#10131a' },
    inputs: { backgroundColor: '#1c2029', color: '#f3f3f5', placeholderColor: '#b6bac4' },
  },
});

/** A script that sets these colours, as the theme of a bot does; undefined resets them. */
const wear = (values: ReturnType<typeof styleOf>): string => `(() => {
  const { style } = document.querySelector('parley-chat').shadowRoot.querySelector('.bot-container');
  for (const name of ${JSON.stringify(Object.keys(dark))}) style.removeProperty('--bot-' + name);
  for (const [name, value] of Object.entries(${JSON.stringify(values)})) style.setProperty('--bot-' + name, value);
})()`;

const WIDER = 'document.documentElement.scrollWidth - innerWidth';

/** Masked elements in the colour of the page, which are invisible; forced colours may cause this. */
const UNSEEN = `(() => {
  const root = document.querySelector('parley-chat').shadowRoot;
  const styles = [...root.querySelectorAll('.bot-container *')].flatMap((one) =>
    [undefined, '::before'].map((pseudo) => [one.className + (pseudo ?? ''), getComputedStyle(one, pseudo)]));
  return styles.filter(([, { maskImage, backgroundColor }]) =>
    !/^(none)?$/.test(maskImage) && backgroundColor === 'rgb(255, 255, 255)').map(([name]) => name);
})()`;

/** Elements that are cut off because they are wider than their box; scrollable ones do not count. */
const CUT = `(() => {
  const root = document.querySelector('parley-chat').shadowRoot;
  return [...root.querySelectorAll('.bot-container *')].filter((one) => {
    const { overflowX } = getComputedStyle(one);
    return one.clientWidth > 1 && one.scrollWidth > one.clientWidth && overflowX === 'hidden';
  }).map(({ className }) => className);
})()`;

/** Makes a chat longer, twice while it scrolls; returns how far from its end it stops, in pixels. */
const GROWN = `new Promise((done) => {
  const scroll = document.querySelector('parley-chat').shadowRoot.querySelector('.bot-scroll');
  const toEnd = () => scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop;
  const grow = () => {
    const one = document.createElement('div');
    one.style.height = '900px';
    scroll.querySelector('.bot-log').append(one);
  };
  const moves = (top) => scroll.scrollTop > top + 100 ? (grow(), stands()) : requestAnimationFrame(() => moves(top));
  const stands = (top) => scroll.scrollTop === top ? done(toEnd()) : setTimeout(stands, 150, scroll.scrollTop);
  const { scrollTop } = scroll;
  grow();
  moves(scrollTop);
})`;

const kinds = Object.entries(inputKinds);

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const hundred = Array.from({ length: 100 }, (_, index) => ({
  id: `${index}`,
  content: index % 9 === 0 ? `${LONG} ${index}` : `رقم ${index}`,
}));

describeInBrowser('each kind of input', () => {
  const app = useApp();
  const { open } = useBrowser();

  test('that only a newer server knows is answered in a plain field', async () => {
    const flow = {
      variables: { X: null },
      groups: { Start: [ask('text input', 'X'), say('{{X}}!')] },
    };
    const { publicId } = await makePublished(restOf(app), botOf(flow));
    const { page, faults } = await open('about:blank');
    await page.route('**/startChat', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"text input"', '"colour input"');
      await route.fulfill({ response, body });
    });
    await page.goto(`${app().url}/${publicId}`);
    await page.getByRole('textbox', { name: 'Type your answer...' }).fill('teal');
    await page.keyboard.press('Enter');
    await page.getByText('teal!').waitFor();
    expect(faults).toEqual([]);
  });

  test('of a phone number has the focus in the number, where the country stands before it', async () => {
    const phone = ask('phone number input', 'X', { defaultCountryCode: 'FR' });
    const flow = {
      variables: { X: null },
      groups: { Start: [ask('text input', 'X'), phone, say('{{X}}!')] },
    };
    const { publicId } = await makePublished(restOf(app), botOf(flow));
    const { page, faults } = await open(`${app().url}/${publicId}`);
    await page.getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByLabel('Country').waitFor();
    await page.getByRole('textbox').and(page.locator(':focus')).waitFor({ timeout: 5000 });
    await page.keyboard.type('06 12 34 56 78');
    await page.keyboard.press('Enter');
    await page.getByText('+33612345678!').waitFor();
    expect(faults).toEqual([]);
  });

  /** Opens a chat with one kind of input after another. */
  async function openAll() {
    const blocks = kinds.flatMap(([name, { block }]) => [say(name), block, say(`${name}: {{X}}.`)]);
    const settings = { typingEmulation: { enabled: false } };
    const flow = { variables: { X: null }, groups: { Start: blocks }, settings };
    const { publicId } = await makePublished(restOf(app), botOf(flow));
    // No animations, since colours are measured.
    return open(`${app().url}/${publicId}`, { reducedMotion: 'reduce' });
  }

  /** Expects no accessibility faults in wide and narrow windows, in light and dark colours. */
  async function expectUsable(page: Page): Promise<void> {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(WIDER)).toBe(0);
    }
    expect(await axeFaultsOfInput(page)).toEqual([]);
    await page.evaluate(wear(dark));
    expect(await axeFaultsOfInput(page, COLOURS)).toEqual([]);
    await page.evaluate(wear({}));
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(UNSEEN)).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  }

  async function expectAnswered(page: Page, name: string, kind: InputKind): Promise<void> {
    await kind.answer(page);
    const got = page.getByText(`${name}: `);
    await got.waitFor();
    const stored = (await got.innerText()).slice(`${name}: `.length, -1);
    if (typeof kind.stored === 'string') expect(stored).toBe(kind.stored);
    else expect(stored).toMatch(kind.stored);
  }

  test('can be used, and is answered', async () => {
    const { page, faults } = await openAll();
    for (const [index, [name, kind]] of kinds.entries()) {
      await page.getByText(name, { exact: true }).waitFor();
      await page.locator('.bot-input-row > *').first().waitFor();
      try {
        await expectUsable(page);
        await expectAnswered(page, name, kind);
        expect(await page.locator('.bot-guest-bubble').count()).toBe(index + 1);
      } catch (error) {
        throw new Error(`The chat asks for ${name}. ${String(error)}`, { cause: error });
      }
    }
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    expect(await page.locator('.bot-input-row').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.evaluate(wear(dark));
    expect(await axeFaults(page, COLOURS)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('in Arabic is laid out from the right, and the beginning of a long choice is in view, as is the reply', async () => {
    const card = { id: 'one', title: LONG, description: LONG, paths: [{ id: 'on', text: LONG }] };
    const groups = {
      Start: [
        say(`ما اسمك؟ ${LONG}`),
        { ...ask('choice input', 'X', { isSearchable: true }), items: hundred },
        { ...ask('cards', 'X'), items: [card] },
        say(`${LONG} ${LONG}`),
      ],
    };
    const settings = { typingEmulation: { enabled: false } };
    const bot = botOf({ variables: { X: null }, groups, settings });
    const { publicId } = await makePublished(restOf(app), bot);
    const viewport = { width: 320, height: 640 };
    const { page } = await open(`${app().url}/${publicId}`, { viewport, reducedMotion: 'reduce' });
    await page.getByRole('searchbox').waitFor();
    expect(await page.locator('.bot-container').getAttribute('dir')).toBe('rtl');
    expect(await page.evaluate(CUT)).toEqual([]);
    await until(() => isInView(page.getByRole('searchbox')));
    await page.getByRole('button', { name: 'رقم 98' }).click();
    await page.locator('.bot-card').waitFor();
    expect(await page.evaluate(CUT)).toEqual([]);
    await until(() => isInView(page.locator('.bot-card .bot-button')));
    await page.locator('.bot-card .bot-button').click();
    const restart = page.locator('.bot-restart');
    await restart.waitFor();
    await until(() => isInView(restart));
  });

  test('stays in view if the chat grows while it scrolls, and shows the two days of a range below each other', async () => {
    const labels = { from: 'Departure:', to: 'Arrival:' };
    const asked = ask('date input', undefined, { isRange: true, labels });
    const settings = { typingEmulation: { enabled: false } };
    const bot = botOf({ groups: { Start: [say(LONG), asked] }, settings });
    const { publicId } = await makePublished(restOf(app), bot);
    const viewport = { width: 390, height: 600 };
    const { page } = await open(`${app().url}/${publicId}`, { viewport });
    const [first, last] = await Promise.all(
      [labels.from, labels.to].map(async (label) => page.getByLabel(label).boundingBox()),
    );
    expect(last).toMatchObject({ x: first?.x, width: first?.width });
    expect(await page.evaluate(GROWN)).toBeLessThan(2);
  });
});

/** Whether an element is completely in the window. */
async function isInView(part: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
  return y >= 0 && y + height <= (part.page().viewportSize()?.height ?? 0);
}
