import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { credentialsPage } from '../src/cli/credentialsPage.js';
import { credentialsDataSchema } from '../src/schema/credentialsData.js';

const page = readFileSync(new URL('../docs/credentials.md', import.meta.url), 'utf8');

test('the page of credentials has the members from the code (npm run blocks writes it)', () => {
  expect(page).toBe(`${credentialsPage(credentialsDataSchema)}\n`);
});

test('the page says what credentials of a messenger hold, by who runs the channel', () => {
  const [, messenger = ''] = page.split('## `messenger`');
  expect(messenger).toMatch(
    /^\n\nWith `provider: "meta"`:[^]*\| `systemUserAccessToken` \| text \|/,
  );
  expect(messenger).toContain('With `provider: "360dialog"`:');
});
