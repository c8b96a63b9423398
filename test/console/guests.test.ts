import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Actor, rights } from '../auth/rights.js';
import { operationRows } from '../operations/rows/index.js';
import {
  changesOfConsole,
  type ConsoleThings,
  makeConsoleThings,
  placesOf,
} from '../support/consolePlaces.js';
import { type Visited, visitedPage } from '../support/consoleVisit.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { saveShare, saveSignIn, saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

const folder = new URL('../../examples/dashboard/', import.meta.url);

/** The operations of the changes, by the names of their documents. */
const OPERATIONS = new Map(
  readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .map((text) => /^mutation (\w+)[^{]*\{\s*(\w+)/m.exec(text))
    .map((found) => [found?.[1], found?.[2]] as const),
);

/** Whether the table of rights lets somebody make a change. */
function mayDo(actor: Actor, change: string): boolean {
  const rule = operationRows[OPERATIONS.get(change) ?? '']?.rule;
  if (rule === undefined) throw new Error(`${change}: it has no rule`);
  return typeof rule !== 'string' || rights[rule].may[actor] === 'done';
}

/** Changes that others cannot follow, in the order in which they are sent: the last take the person out of a bot and of the workspace. */
const LAST = [
  /^(Close|Release|Delete|Remove(?!Member)|Revoke)/,
  /^(Archive|Unpublish)/,
  /^EndShare/,
  /^RemoveM/,
];
const rankOf = (name: string) => LAST.findIndex((names) => names.test(name));

/** Changes that ask other servers, and are not sent. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['DraftTranslations', 'TestCredentials', 'TestHttpRequest', 'TryWebhook', 'VerifyDomain'],
  'SendFile',
]);

/** Changes of which the console offers only a part, to some. */
const NOT_OFFERED: Partial<Record<Actor, readonly string[]>> = {
  // What is recorded is to be stored.
  guestRead: ['RecordTest'],
  // Guests do not see to whom a chat can be given, nor the channels of the workspace.
  guestWrite: ['AssignChat', 'SetBotChannel'],
};

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  /** Presses everything that a person meets who has a role and a share of the bots, and then sends each change that this made. */
  async function visitAs(actor: Actor, role: string, share?: string) {
    const things = await makeConsoleThings(app);
    const workspaceId = String(things['WORKSPACE']);
    const token = await saveUser(app().databaseUrl, { workspaceId, role });
    const { user } = await bodyOf(rest.readMe({}, { token }));
    if (share !== undefined) await shareBots(things, user.id, share);
    await saveSignIn(app().databaseUrl, user.id);
    const context = await browser.openContext();
    await signIntoBrowser(context, app(), user.id);
    const page = await context.newPage();
    const root = `${app().url}/console`;
    const visit = await visitedPage(page, root);
    await page.goto(root);
    const visited: Visited = { sent: new Map(), pressed: new Set(), faults: [] };
    const canAnswer = mayDo(actor, 'ClaimChat');
    const places = placesOf(things).filter(({ within }) => canAnswer || within !== '.chatPanel');
    for (const place of places) await visit.pressAll(place, visited);
    await visit.fail('');
    // Before the changes are made, the last of which takes the person out of the workspace.
    await page.goto(`${root}/w/${workspaceId}`);
    const drags = await page.locator('.botCard').first().getAttribute('draggable');
    expect(drags).toBe(String(role !== 'GUEST'));
    expect(await page.getByText('could not be read').count()).toBe(0);
    await page.goto(`${root}/b/${String(things['BOT'])}/flow`);
    await page
      .getByRole('status')
      .getByText(share === 'READ' ? 'You may look at this bot.' : 'Saved')
      .waitFor();
    const { sent, faults } = visited;
    const offered = changesOfConsole().filter((name) => mayDo(actor, name));
    const missing = offered.filter((name) => !sent.has(name));
    expect({ refused: await refusedOf(page, actor, sent), missing, faults }).toEqual({
      ...{ refused: [], faults: [] },
      missing: NOT_OFFERED[actor] ?? [],
    });
    return visited.pressed;
  }

  test('a guest who may only read a bot can press every button that is enabled, and the server refuses nothing', async () => {
    const pressed = await visitAs('guestRead', 'GUEST', 'READ');
    expect([...pressed]).toEqual(expect.arrayContaining([': Export', ': More for Sketch']));
  });

  test('a guest who may change a bot meets what that allows, and nothing that the server refuses', async () => {
    await visitAs('guestWrite', 'GUEST', 'WRITE');
  });

  test('a member of a workspace meets what that allows, and nothing that the server refuses', async () => {
    await visitAs('member', 'MEMBER');
  });
});

/** Shares the bots with a guest. */
async function shareBots(things: ConsoleThings, userId: string, type: string) {
  for (const name of ['BOT', 'VERSIONED', 'FORM', 'ARCHIVED'])
    await saveShare(app().databaseUrl, { botId: things[name] ?? '', userId, type });
}

/** Sends each of the changes that a person made; returns those that the server refuses them. */
async function refusedOf(page: Page, actor: Actor, sent: Visited['sent']): Promise<string[]> {
  const refused = [...sent.keys()].filter(
    (name) => OUTSIDE.has(name) && name !== 'SendFile' && !mayDo(actor, name),
  );
  const inOrder = [...sent].sort(([one], [other]) => rankOf(one) - rankOf(other));
  for (const [name, body] of inOrder.filter(([one]) => !OUTSIDE.has(one))) {
    const headers = { 'content-type': 'application/json' };
    // A view that is not shared any more could not be deleted.
    const sharing = body.replace('"isShared":false', '"isShared":true');
    const request = JSON.stringify({ method: 'POST', headers, body: sharing });
    const text = await page.evaluate<string>(
      `fetch('/graphql', ${request}).then((response) => response.text())`,
    );
    if (/"code":"(FORBIDDEN|NOT_FOUND)"/.test(text)) refused.push(`${name}: ${text}`);
  }
  return refused;
}
