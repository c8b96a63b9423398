import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { picturedBots, standIn } from '../support/pictureBots.js';
import { scenesOf, type Places } from '../support/pictureScenes.js';
import { useStripe } from '../support/stripeServer.js';
import { makePublished, restOf } from '../support/useApp.js';
import { useBrowser } from '../support/useBrowser.js';

const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url));

const VIEWS = [
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;

/**
 * `PICTURES=write npm test -- test/web/pictures` takes the pictures that docs/img/README.md shows (with `-t 'a picture of chat'` only
 * some of them); without that setting these tests are empty.
 */
if (process.env['PICTURES'] === 'write') takePictures();

function takePictures(): void {
  const stripe = useStripe();
  const { open, siteWith } = useBrowser();
  const bots: Record<string, string> = {};
  let app: TestApp;
  const rest = restOf(() => app);
  const signIn = async (context: BrowserContext) => signIntoBrowser(context, app);
  const scenes = scenesOf(() => ({ server: app.url, rest, bots, siteWith, signIn }));

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    app = await startTestApp({
      VENDOR_ADDRESSES: `stripe=${stripe.url()}`,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      SECRET_KEY: 'the-key-of-the-server-of-this-test',
    });
    for (const [name, bot] of picturedBots)
      bots[name] = (await makePublished(rest, { ...bot, name: `Asks for ${name}` })).publicId;
  });
  afterAll(async () => app?.close());

  describe.each(Object.entries(scenes))('a picture of %s', (name, scene) => {
    test.each(VIEWS)('%i pixels wide and %s', async (width, colorScheme) => {
      const viewport = { width, height: width === 390 ? 780 : 800 };
      const { page } = await open(await scene.url(), { viewport, colorScheme, outside: standIn });
      await scene.show?.(page);
      const picture = await taken(page, scene.isWhole === true);
      writeFileSync(`${folder}${name}-${width}-${colorScheme}.webp`, picture);
    });
  });
}

test('every picture is shown by its page, and none is missing', () => {
  const nowhere = (): Places => {
    throw new Error('The names are known without a server');
  };
  const names = Object.keys(scenesOf(nowhere));
  const expected = names.flatMap((name) => VIEWS.map((view) => `${name}-${view.join('-')}.webp`));
  expect(readdirSync(folder).toSorted()).toEqual(['README.md', ...expected].toSorted());
});

/** A picture in WebP, which is a third of the size of PNG; Playwright itself takes none. */
async function taken(page: Page, isWhole: boolean): Promise<Buffer> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  if (isWhole) await page.setViewportSize({ width, height: Math.max(whole, height) });
  // Elements that fade in are fully visible then.
  await page.waitForTimeout(500);
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  return Buffer.from(data, 'base64');
}
