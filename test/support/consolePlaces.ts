import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { makeThings, makeWebhookAndFile } from '../operations/rows/things.js';
import type { TestApp } from './app.js';
import { botOf, interview } from './botOf.js';
import { answerIn } from './consolePage.js';
import type { Place } from './consoleVisit.js';
import { rowsOf } from './rows.js';
import { bodyOf, type Transport } from './transports.js';
import { saveShare, saveSignIn, saveUser } from './users.js';
import { makeSharedView, publishIn, restOf } from './useApp.js';

/** Records for each change that the console can make, by the words of the paths below. */
export type ConsoleThings = Readonly<Record<string, string>>;

/** The settings with changes. */
const SETTINGS = [
  ...['workspace', 'members', 'tokens', 'credentials', 'domains', 'webhooks', 'replies', 'rules'],
  ...['data', 'channels', 'you'],
] as const;

/** Where the console changes something. */
const PLACES: readonly Place[] = [
  { path: 'w/WORKSPACE', within: '.bots, .folders' },
  { path: 'w/WORKSPACE' },
  { path: 'b/FORM/flow?at=Start.1', within: '.inspector .FILE' },
  { path: 'b/FORM/flow?at=Start.1', within: '.inspector .FILE', lets: 'UploadFile' },
  { path: 'b/FORM/flow?at=Start.2', within: '.httpTest, .chatHere' },
  { path: 'b/FORM/flow?at=Start.2', within: '.chatHere', lets: 'FindChat' },
  { path: 'b/FORM/flow?at=Start.3', within: '.inspector .CREDENTIALS' },
  // Another bot than the first of the list, which is archived: a share of that could not be given up then.
  { path: 'b/VERSIONED/versions', within: '.versionShown' },
  { path: 'b/VERSIONED/versions' },
  { path: 'b/FORM/languages' },
  { path: 'b/BOT/try', within: '.inside', prepare: answer },
  // Between two of its places the screen is left, so that each begins with a new chat.
  { path: 'b/BOT/tests' },
  { path: 'b/BOT/settings', within: '.rules' },
  { path: 'b/BOT/theme', within: '.looks' },
  { path: 'b/BOT/try', within: '.paused, .inside table', prepare: pause },
  { path: 'b/BOT/try', within: '.tryBar', isChosen: true },
  // What is erased there is erased later, in the next place.
  { path: 'b/BOT/results?view=VIEW', within: '.filters, .conditions, .tableBox, .pager' },
  { path: 'b/BOT/results', within: '.erasing .now', isChosen: true, prepare: erase },
  { path: 'b/BOT/analytics' },
  { path: 'w/WORKSPACE/inbox?chat=PAUSED' },
  { path: 'w/WORKSPACE/inbox?chat=TAKEN', within: '.chatPanel', prepare: takeOver },
  { path: 'w/WORKSPACE/inbox?chat=CLOSED', within: '.chatPanel > header' },
  { path: 'w/WORKSPACE/settings/channels?channel=CHANNEL' },
  ...SETTINGS.map((name) => ({ path: `w/WORKSPACE/settings/${name}` })),
];

/** Answers the first question of a chat that is tried. */
async function answer(page: Page): Promise<void> {
  await answerIn(page, 'Ada');
  await page.getByRole('cell', { name: 'Ada' }).waitFor();
}

/** Erases a result, where that is allowed; for a while it can be undone, or be done at once. */
async function erase(page: Page): Promise<void> {
  await page.locator('.tableBox tbody [type=checkbox]').first().check();
  const button = page.getByRole('button', { name: /^Erase \d+$/ });
  if (await button.isEnabled()) await button.click();
}

/** Takes over the chat that is shown. */
async function takeOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All open' }).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('You have this chat').waitFor();
}

/** Pauses a new chat in the middle of a turn. */
async function pause(page: Page): Promise<void> {
  await answer(page);
  await page.getByRole('button', { name: 'Pause before Start: Number question' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('Turn 2').waitFor({ state: 'detached' });
  await answerIn(page, 'Bo');
  await page.getByText('Paused before Start: Number question').waitFor();
}

/** The places, with the ids of these records. */
export const placesOf = (things: ConsoleThings): readonly Place[] =>
  PLACES.map(({ path, ...place }) => ({
    ...place,
    path: path.replace(/[A-Z]{3,}/g, (name) => things[name] ?? name),
  }));

/** Makes the records, as the owner. */
export async function makeConsoleThings(app: () => TestApp): Promise<ConsoleThings> {
  const rest = restOf(app);
  const { url, databaseUrl } = app();
  const fill = await makeThings(rest, databaseUrl);
  const found = await fill({
    ...{
      ARCHIVED: '$archivedBotId',
      WORKSPACE: '$workspaceId',
      BOT: '$botId',
      VERSIONED: '$versionedBotId',
    },
    ...{
      PAUSED: '$newPausedId',
      TAKEN: '$newPausedId',
      CLOSED: '$newPausedId',
      credentialsId: '$credentialsId',
    },
  });
  const ids = Object.fromEntries(Object.entries(found).map(([name, id]) => [name, String(id)]));
  const { WORKSPACE = '', BOT = '', CLOSED = '', credentialsId } = ids;
  await bodyOf(rest.closeChat({ sessionId: CLOSED }));
  const { botId: FORM } = await publishIn(rest, WORKSPACE, formsOf(credentialsId));
  const texts = { language: 'de', baseLanguage: 'en', texts: [] };
  await bodyOf(rest.setTranslations({ botId: FORM, ...texts }));
  const CHANNEL = await makeChannel(rest, WORKSPACE);
  await bodyOf(rest.updateBot({ botId: FORM, bot: { messengerCredentialsId: CHANNEL } }));
  const { webhookId = '' } = await makeWebhookAndFile(url, WORKSPACE);
  await rowsOf(
    databaseUrl,
    "update webhook_delivery set status = 'FAILED', due_at = null, finished_at = now() where webhook_id = $1",
    [webhookId],
  );
  const guest = await saveUser(databaseUrl, { workspaceId: WORKSPACE, role: 'GUEST' });
  const { user } = await bodyOf(rest.readMe({}, { token: guest }));
  await saveShare(databaseUrl, { botId: BOT, userId: user.id, type: 'READ' });
  await bodyOf(rest.inviteCollaborator({ botId: BOT, email: 'other@example.com', type: 'READ' }));
  // Forms are filled with this, also the one that asks for the name before it deletes the workspace.
  await rowsOf(databaseUrl, "update workspace set name = 'fr' where id = $1", [WORKSPACE]);
  await saveSignIn(databaseUrl, (await bodyOf(rest.readMe({}))).user.id);
  // Their ids are those of one workspace; another one is to have such things, too.
  await rowsOf(databaseUrl, 'delete from theme_template', []);
  await bodyOf(
    rest.saveThemeTemplate({
      workspaceId: WORKSPACE,
      themeTemplateId: `look of ${WORKSPACE}`,
      name: 'Day',
      theme: {},
    }),
  );
  await makeLongExport(databaseUrl, BOT);
  return { ...ids, FORM, CHANNEL, VIEW: await makeSharedView(url, BOT) };
}

/** Begins an export that does not come to its end: no worker goes on with one that another was heard of just now. */
export async function makeLongExport(databaseUrl: string, botId: string): Promise<void> {
  const sql = `insert into job (id, bot_id, kind, input, status, done, total, attempt, file_token, heard_at, created_at)
    values ('job_of_' || $1, $1, 'EXPORT_RESULTS', '{"format": "CSV", "hasMark": true, "filter": {}}', 'RUNNING', 1, 2, 1, 'x',
      now() + interval '1 day', now())`;
  await rowsOf(databaseUrl, sql, [botId]);
}

/** Makes credentials of a number of WhatsApp; returns their id. */
export async function makeChannel(rest: Transport, workspaceId: string): Promise<string> {
  const data = { provider: 'meta', systemUserAccessToken: 'EAA', phoneNumberId: '1' };
  const credentials = { type: 'messenger', name: 'Our number', data };
  return (await bodyOf(rest.saveCredentials({ workspaceId, credentials }))).credentialsId;
}

/** A bot whose blocks have a file, a request, and credentials. */
function formsOf(credentialsId: string | undefined): object {
  const groups = {
    Start: [
      { type: 'image', content: {} },
      { type: 'Webhook', options: { webhook: { url: 'http://127.0.0.1:1' } } },
      { type: 'openai', options: { credentialsId, action: 'Create chat completion' } },
    ],
  };
  return botOf({ variables: interview.variables ?? {}, groups });
}

const source = new URL('../../packages/console/src/', import.meta.url);

/** The changes that the console can make, by the names of their documents. */
export function changesOfConsole(): string[] {
  const files = readdirSync(source, { encoding: 'utf8', recursive: true });
  const texts = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, source), 'utf8'));
  const names = [...texts.join('\n').matchAll(/\bchange\(\s*([A-Z]\w+)/g)];
  return [...new Set(names.map(([, name = '']) => name))].sort();
}
