import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import type { Gesture } from '../../../packages/console/src/draft/draftSource.js';
import { benchFlow } from '../../flow.js';
import { importWithWorkspace } from '../../publishBot.js';
import { chanceOf } from '../chance.js';
import type { Phoenix } from '../phoenix.js';
import { until, wait } from '../times.js';
import type { Ground, Outcome } from '../trial.js';
import { openAccount, type Account, type Answer } from './account.js';
import { act, decide, goOnline, putAway, reload, type Author } from './actions.js';
import { readBot } from './readBot.js';
import { shownOf, shownOn } from './screen.js';
import { signIn } from './signIn.js';

/** Where two people work, and for how long. */
export interface Work {
  readonly server: Phoenix;
  readonly databaseUrl: () => string;
  /** A new window of a browser, without cookies. */
  openContext(): Promise<BrowserContext>;
  /** Whether there is another round: in each, people do so many things with pauses of up to so many milliseconds, and the server is killed. */
  goesOn(round: number): boolean;
  readonly actions: number;
  readonly thinks: number;
}

/** The longest time for which a server that was killed is away, and until both pages come to rest, in milliseconds. */
const [AWAY, AGREE_WITHIN] = [4_000, 120_000] as const;
/** How long a person tries to do one thing, such as to click what somebody else deletes at that moment, in milliseconds. */
const TRIES = 8_000;
/** How many of the last things that a person did are named with a fault. */
const LAST = 15;

/** Two people edit one bot in the console, round after round, until something is wrong. */
export async function atWork(
  { seed, chance, say }: Pick<Ground, 'seed' | 'chance' | 'say'>,
  work: Work,
): Promise<Outcome> {
  const { server } = work;
  const { botId, workspaceId } = await importWithWorkspace(server.now(), benchFlow);
  const account = openAccount((await readBot(server.now(), { botId, after: Infinity })).stored);
  const faults: string[] = [];
  const figures = { actions: 0, 'given up': 0, kills: 0, checkpoints: 0 };
  const authors = await Promise.all(
    ['Ada', 'Bo'].map(async (name, place) =>
      openAuthor({ name, account, faults, seed: seed + place }, work, { botId, workspaceId }),
    ),
  );
  const kill = async (): Promise<void> => {
    await wait((chance() * work.actions * work.thinks) / 2);
    await server.now().kill();
    await wait(chance() * AWAY);
    await server.rise();
    figures.kills += 1;
  };
  const giveUp = (error: unknown): string => {
    figures['given up'] += 1;
    return `gave up: ${String(error).slice(0, 200)}`;
  };
  const edit = async (author: Author): Promise<void> => {
    for (let count = 0; count < work.actions; count += 1) {
      await wait(author.chance() * work.thinks);
      figures.actions += 1;
      author.did.push(await act(author).catch(giveUp));
      await putAway(author).catch(giveUp);
      await decide(author).catch(giveUp);
    }
  };
  for (let round = 0; work.goesOn(round) && faults.length === 0; round += 1) {
    await Promise.all([kill(), ...authors.map(edit)]);
    faults.push(...(await look(authors, account, { server, botId })));
    figures.checkpoints += 1;
    if (round % 10 === 9) say(`${figures.actions} actions, ${figures.kills} kills`);
  }
  const last = authors.map(({ name, did }) => `${name}: ${did.slice(-LAST).join('; ')}`);
  return {
    figures: { ...figures, ...account.figures },
    broken: faults.map((fault) => `${fault} (seed ${seed}; last ${last.join(' | ')})`),
  };
}

/** Compares what both pages show with the stored draft, and what was done with what is stored; returns what is wrong. */
async function look(
  authors: readonly Author[],
  account: Account,
  { server, botId }: { readonly server: Phoenix; readonly botId: string },
): Promise<readonly string[]> {
  for (const author of authors) {
    const fault = await comeToRest(author);
    if (fault !== undefined) return [fault];
  }
  let different: readonly string[] = ['Nothing could be compared'];
  const isSame = async (): Promise<boolean> => {
    const { stored } = await readBot(server.now(), { botId, after: Infinity });
    const expected = shownOf(stored.flow, botId);
    const shown = await Promise.all(authors.map(async ({ page }) => shownOn(page)));
    different = authors.flatMap(({ name }, place) =>
      isDeepStrictEqual(shown[place], expected)
        ? []
        : `${name} sees ${JSON.stringify(shown[place])} instead of ${JSON.stringify(expected)}`,
    );
    return different.length === 0;
  };
  await until(async () => isSame().catch(() => false), AGREE_WITHIN);
  const { stored, changes } = await readBot(server.now(), { botId, after: account.revision() });
  return [...different, ...account.settle(stored, changes)];
}

/** Lets a page store everything; returns what it shows where it does not. */
async function comeToRest(author: Author): Promise<string | undefined> {
  const { page } = author;
  await goOnline(author);
  await page.evaluate('document.activeElement?.blur()');
  const isSaved = async (): Promise<boolean> => {
    await putAway(author);
    if (await decide(author)) return false;
    return (await page.locator('.draftStatus [role=status]').innerText()) === 'Saved';
  };
  if (await until(async () => isSaved().catch(() => false), AGREE_WITHIN)) return undefined;
  return `The page of ${author.name} is never done: ${await page.locator('body').innerText()}`;
}

/** Who a person is, and what is noted of them. */
interface Person {
  readonly name: string;
  readonly account: Account;
  readonly faults: string[];
  readonly seed: number;
}

/** Opens the flow in a browser of a member of the workspace. */
async function openAuthor(
  { name, account, faults, seed }: Person,
  { server, databaseUrl, openContext }: Work,
  { botId, workspaceId }: { readonly botId: string; readonly workspaceId: string },
): Promise<Author> {
  const context = await openContext();
  const origin = `http://127.0.0.1:${server.port}`;
  await context.addCookies([await signIn(databaseUrl(), { name, workspaceId, url: origin })]);
  await context.exposeBinding('noteKept', (_source, kept: string) =>
    account.note(JSON.parse(kept) as Gesture[]),
  );
  await context.exposeBinding('noteAnswered', (_source, mark: string, answer: string) =>
    account.noteAnswer(JSON.parse(answer) as Answer, { mark, name }),
  );
  await context.addInitScript(NOTE);
  const page = await context.newPage();
  page.setDefaultTimeout(TRIES);
  page.on('pageerror', (error) => faults.push(`An error in the page of ${name}: ${String(error)}`));
  const author: Author = {
    ...{ name, context, page, chance: chanceOf(seed), did: [], isOffline: false },
    url: `${origin}/console/b/${botId}/flow`,
    newWord: (partId) => account.newWord(partId),
  };
  await reload(author);
  return author;
}

/** Tells what the console keeps in the storage of the browser, the gestures that wait for the server, and what the server answers to each. */
const NOTE = `(() => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (key.startsWith('parley-unsent ')) window.noteKept(value);
    return setItem.call(this, key, value);
  };
  const send = self.fetch.bind(self);
  self.fetch = async (address, request) => {
    const response = await send(address, request);
    if (!/"operationName":"EditFlow"/.test(request?.body)) return response;
    const { data } = await response.clone().json().catch(() => ({}));
    const { clientMutationId } = JSON.parse(request.body).variables.input;
    if (data?.editFlow) window.noteAnswered(clientMutationId, JSON.stringify(data.editFlow));
    return response;
  };
})()`;
