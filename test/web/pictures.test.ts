import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from '@jest/globals';
import { chromium } from 'playwright-core';
import { useApp } from '../support/useApp.js';

const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url));
const isWanted = process.env['PICTURES'] === 'write';
const app = useApp();

/** `PICTURES=write npm test -- test/web/pictures` takes the pictures that the README shows. */
(isWanted ? test : test.skip)('takes the pictures of docs/img', async () => {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme });
      await page.goto(app().url);
      await page.getByRole('button', { name: 'Order' }).click();
      await page.locator('parley-chat').getByText('Mug').waitFor();
      await page.waitForTimeout(400);
      const path = `${folder}front-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
      await page.close();
    }
  }
  await browser.close();
});
