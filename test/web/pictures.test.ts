import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from '@jest/globals';
import { useApp } from '../support/useApp.js';
import { useBrowser } from '../support/useBrowser.js';

const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url));
const isWanted = process.env['PICTURES'] === 'write';

/** `PICTURES=write npm test -- test/web/pictures` takes the pictures that the README shows. */
(isWanted ? describe : describe.skip)('a picture for docs/img', () => {
  const app = useApp();
  const { open } = useBrowser();

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('of the front page, %i pixels wide and %s', async (width, colorScheme) => {
    mkdirSync(folder, { recursive: true });
    const { page } = await open(app().url, { viewport: { width, height: 860 }, colorScheme });
    await page.getByRole('button', { name: 'Order' }).click();
    await page.locator('parley-chat').getByText('Mug').waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}front-${width}-${colorScheme}.png`, fullPage: true });
  });
});
