import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from './until.js';

/** A place of a screen of the console, in which each part is pressed or changed. */
export interface Place {
  /** Its path below the address of the console. */
  readonly path: string;
  /** A selector of the place; absent: all of the screen. */
  readonly within?: string;
  /** Changes that go through, as names between bars, because others follow from them. */
  readonly lets?: string;
  /** What is chosen there is stored nowhere, and stays when a change fails. */
  readonly isChosen?: boolean;
  /** What is done before changes fail. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** What came of visiting places. */
export interface Visited {
  /** The changes that the page sent, by the names of their documents, each with the body of its first request. */
  readonly sent: Map<string, string>;
  /** The names of what was pressed. */
  readonly pressed: Set<string>;
  /** Changes whose failure is not said, or that leave the screen another than it was. */
  readonly faults: string[];
}

/** A page of the console in which requests fail. */
interface VisitedPage {
  /** Fails the operations whose kind and name match a pattern, from now on. */
  fail(operations: string): Promise<void>;
  /** Goes to a screen without loading the page again; waits until it shows what it reads. */
  go(path: string): Promise<void>;
  /** Waits until the page shows what it reads. */
  settle(): Promise<void>;
  /** The names of the operations that the page sent since they were asked for last. */
  asked(): Promise<readonly string[]>;
  /** Presses or changes each part of a place, while all changes fail. */
  pressAll(place: Place, into: Visited): Promise<void>;
}

/** What a page says that shows or did less than it should. */
export const SAYS = /cannot be|could not be|try again|offline/i;

/** Changes that nobody waits for, and which go through. */
const UNSAID = 'EditFlow|ShowPresence';

const script = async (name: string): Promise<string> => {
  const text = await readFile(new URL(`../console/${name}`, import.meta.url), 'utf8');
  return text.trim().replace(/;$/, '');
};

/** Prepares a page of the console, which is not open yet, at `root`. */
export async function visitedPage(page: Page, root: string): Promise<VisitedPage> {
  await page.addInitScript({ content: await script('failRequests.js') });
  const loading = new Set<unknown>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loading.add(request);
  });
  page.on('requestfailed', (request) => loading.delete(request));
  page.on('requestfinished', (request) => loading.delete(request));
  const pressNext = await script('pressNext.js');
  const isQuiet = async (): Promise<void> =>
    until(async () => {
      const isWaiting = await page.evaluate<boolean>(WAITING);
      return !isWaiting && loading.size === 0;
    });
  const self: VisitedPage = {
    async settle() {
      await isQuiet();
      // What is read once it comes into view is asked for after the next frame.
      await page.evaluate(FRAMES);
      await isQuiet();
    },
    async fail(operations) {
      await page.evaluate(`sessionStorage.failing = ${JSON.stringify(operations)}`);
    },
    async go(path) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`${root}/${path}`)})`);
      await page.locator(CONTENT).first().waitFor();
      await self.settle();
    },
    asked: async () => page.evaluate<string[]>('requests.asked.splice(0)'),
    async pressAll({ path, within = '.botScreen, main', lets, isChosen, prepare }, into) {
      await self.fail('');
      await self.go(path);
      await prepare?.(page);
      await self.fail(`mutation (?!(${[UNSAID, lets ?? []].flat().join('|')})$).*`);
      const before: string[] = [];
      const address = page.url();
      for (let isLast = false; ;) {
        await isQuiet();
        const pressed = await page.evaluate<Pressed | undefined>(
          `(${pressNext})(${JSON.stringify({ says: SAYS.source, within, before, isChosen })})`,
        );
        if (pressed) {
          isLast = false;
          before.push(pressed.name);
          note(pressed, path, into);
          if (page.url() !== address) await self.go(address.slice(root.length + 1));
        } else if (
          await page.evaluate<boolean>(`document.querySelector('dialog[open]') !== null`)
        ) {
          await page.keyboard.press('Escape');
        } else if (isLast) break;
        else isLast = true;
      }
    },
  };
  return self;
}

const CONTENT = ':is(main, .botScreen) :is(h1, h2, section, button)';

const FRAMES =
  'new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(go))))';

/** A script that says whether the page still reads what it shows. */
const WAITING = `(async () => {
  for (let tick = 0; tick < 3; tick++) await new Promise((go) => setTimeout(go));
  return requests.waiting > 0 || document.querySelector('main .loading') !== null;
})()`;

interface Pressed {
  readonly name: string;
  readonly failed: readonly { readonly name: string; readonly body: string }[];
  readonly faults: readonly string[];
}

function note({ name, failed, faults }: Pressed, path: string, into: Visited): void {
  into.pressed.add(name);
  into.faults.push(...faults.map((fault) => `${path}: ${fault}`));
  for (const one of failed) if (!into.sent.has(one.name)) into.sent.set(one.name, one.body);
}
