import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Places, Scene } from './pictureScenes.js';
import { bodyOf } from './transports.js';
import { makeWorkspace } from './useApp.js';

const file = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../examples/bots/${name}.json`, import.meta.url), 'utf8'),
  ) as object;

/** What visitors of the lead form answer, each a chat. */
const CHATS = [
  ['Ada', 'ada@example.org', 'A new website', '12000'],
  ['Bo', 'bo@example.org', 'Something else', 'A poster for our fair'],
  ['Chris', 'chris@example.org', 'A new website', '900'],
  ['Dana', 'dana@example.org'],
  ['Eli'],
  [],
] as const;

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
  const workspaceAt = (path: string) => async () =>
    `${places().server}/console/w/${(await ids())['workspace']}/${path}`;
  /** A screen once it shows a text. */
  const screen = (url: () => Promise<string>, shown: string): Scene => ({
    url,
    async show(page) {
      await open(page);
      await page.getByText(shown).locator('visible=true').first().waitFor();
    },
  });
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
    'console-theme': screen(botAt('theme'), 'Looks of the workspace'),
    'console-versions': screen(botAt('versions'), 'Open its page'),
    'console-results': screen(botAt('results'), 'ada@example.org'),
    'console-analytics': screen(botAt('analytics'), 'Where visitors leave'),
    'console-inbox': {
      url: async () => `${await workspaceAt('inbox')()}?chat=${(await ids())['chat']}`,
      async show(page) {
        await open(page);
        const mine = page.getByText('You have this chat');
        const take = page.getByRole('button', { name: 'Take over' });
        await mine.or(take).first().waitFor();
        // The scenes before it may have taken it over.
        if (!(await mine.isVisible())) await take.click({ timeout: 5_000 }).catch(() => undefined);
        await mine.waitFor();
      },
    },
    'console-settings': screen(workspaceAt('settings/members'), 'Members'),
  };
}

/**
 * Imports the examples into a new workspace, and lets visitors chat with one of them; returns the ids of the bots by their names, and those of
 * the workspace and of a chat that waits for a person.
 */
async function makeBots({ rest }: Places): Promise<Record<string, string>> {
  const workspaceId = await makeWorkspace(rest);
  const ids: Record<string, string> = { workspace: workspaceId };
  for (const name of EXAMPLES) {
    const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: file(name) }));
    ids[name] = bot.id;
  }
  const { publicId } = await bodyOf(rest.publishBot({ botId: ids['lead-form'] ?? '' }));
  for (const answers of CHATS) {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    for (const message of answers) await bodyOf(rest.continueChat({ sessionId, message }));
    if (answers.length === 1) ids['chat'] = sessionId;
  }
  await bodyOf(rest.setStatus({ sessionId: ids['chat'] ?? '', status: 'PAUSED' }));
  return ids;
}
