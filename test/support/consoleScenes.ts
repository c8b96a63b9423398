import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Places, Scene } from './pictureScenes.js';
import { bodyOf } from './transports.js';
import { makeWorkspace } from './useApp.js';

const file = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../examples/bots/${name}.json`, import.meta.url), 'utf8'),
  ) as object;

const EXAMPLES = ['lead-form', 'support-menu', 'quiz', 'booking', 'order', 'ai-chat'] as const;

/** The screens of the console, with the examples as bots. */
export function consoleScenes(places: () => Places): Readonly<Record<string, Scene>> {
  let made: Promise<Record<string, string>> | undefined;
  const ids = async () => (made ??= makeBots(places()));
  const open = async (page: Page): Promise<void> => {
    await places().signIn(page.context());
    await page.reload();
  };
  const botAt = (path: string) => async () =>
    `${places().server}/console/b/${(await ids())['lead-form']}/${path}`;
  return {
    console: {
      url: async () => `${places().server}/console/w/${(await ids())['workspace']}`,
      async show(page) {
        await open(page);
        await page.getByRole('link', { name: 'Lead form' }).waitFor();
      },
    },
    'console-flow': {
      url: botAt('flow?at=welcome-name-input'),
      async show(page) {
        await open(page);
        await page.locator('.inspector .field').first().waitFor();
        await page.getByText('Something else').first().waitFor();
      },
    },
    'console-try': {
      url: botAt('try'),
      async show(page) {
        await open(page);
        await page.frameLocator('iframe').getByRole('textbox').fill('Ada');
        await page.keyboard.press('Enter');
        // On a phone the chat has all the place at first.
        const inspect = page.getByRole('button', { name: 'Inspect', pressed: false });
        if (await inspect.isVisible()) await inspect.click();
        await page.getByText('Turn 2').waitFor();
      },
    },
  };
}

/** Imports the examples into a new workspace; returns the ids by their names, and that of the workspace. */
async function makeBots({ rest }: Places): Promise<Record<string, string>> {
  const workspaceId = await makeWorkspace(rest);
  const ids: Record<string, string> = { workspace: workspaceId };
  for (const name of EXAMPLES) {
    const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: file(name) }));
    ids[name] = bot.id;
  }
  return ids;
}
