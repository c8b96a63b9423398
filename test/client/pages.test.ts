import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import { pageInGuide } from '../support/repository.js';
import { rowsOf } from '../support/rows.js';
import { asker, first, model, rest, useStreamedChats } from '../support/streamedChats.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { describeInBrowser, useBrowser, type WatchedPage } from '../support/useBrowser.js';
import { makePublished, makeWorkspace } from '../support/useApp.js';
import { useServer } from '../support/useServer.js';
import { saveUser } from '../support/users.js';

useStreamedChats();

const folders = {
  '/parley/': 'packages/client/dist/',
  '/graphql-ws/': 'node_modules/graphql-ws/dist/',
};

/** Serves the pages, and the packages they import. */
const servePage: RequestListener = ({ url = '' }, response) => {
  const { pathname } = new URL(url, 'http://x');
  const folder = Object.entries(folders).find(([path]) => pathname.startsWith(path));
  if (pathname === '/favicon.ico') return response.writeHead(204).end();
  response.setHeader('content-type', folder ? 'text/javascript' : 'text/html');
  if (!folder) return response.end(pageInGuide(pathname.slice(1)));
  response.end(readFileSync(`${folder[1]}${pathname.slice(folder[0].length)}`));
};

describeInBrowser('the page of a guide', () => {
  const { open } = useBrowser();
  const pages = useServer(servePage);

  async function openAt(path: string): Promise<WatchedPage> {
    return open(`${pages()}/${path}`);
  }

  test('that chats streams the answer of a model, and shows the chat again after a reload', async () => {
    const { publicId } = await asker();
    const { page, faults } = await openAt(`live-chat?server=${first.url}&bot=${publicId}`);
    await page.fill('#text', 'Why?');
    await page.click('text=Send');
    await page.locator('.visitor >> text=Why?').waitFor();
    const call = await model.next();
    call.say('Because of ');
    await page.locator('.bot >> text=Because of').waitFor();
    call.say('light.');
    await page.locator('.bot >> text=Because of light.').waitFor();
    call.end();
    await page.locator('.bot >> text=42 tokens').waitFor();
    const said = ['Why?', 'Because of light.', '42 tokens'];
    expect(await page.locator('#said p').allInnerTexts()).toEqual(said);
    await page.reload();
    await page.locator('.bot >> text=42 tokens').waitFor();
    expect(await page.locator('#said p').allInnerTexts()).toEqual(said);
    expect([await page.innerText('#fault'), faults]).toEqual(['', []]);
  });

  test('that edits renames a group, undoes that, and shows what another person adds', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(interview) }));
    const { page, faults } = await openAt(
      `dashboard#server=${first.url}&bot=${bot.id}&token=${TOKEN}`,
    );
    const titles = () =>
      page.evaluate("[...document.querySelectorAll('#groups input')].map(({ value }) => value)");
    const stored = async () => {
      const query = 'query ($id: ID!) { bot(id: $id) { flow { groups { title } } } }';
      const { data } = await queryGraphql(first.url, { query, variables: { id: bot.id } });
      return partAt(data, 'bot.flow.groups');
    };
    await page.fill('#groups input', 'Welcome');
    await page.press('#groups input', 'Tab');
    await page.locator('#undo:not([disabled])').waitFor();
    expect(await stored()).toEqual([{ title: 'Welcome' }]);
    const group = { id: 'g9', title: 'Theirs', graphCoordinates: { x: 0, y: 0 }, blocks: [] };
    const query = 'mutation ($input: EditFlowInput!) { editFlow(input: $input) { edits } }';
    const input = { botId: bot.id, edits: [{ addGroup: { group } }] };
    await queryGraphql(first.url, { query, variables: { input } });
    await page.locator('#groups li').nth(1).waitFor();
    expect(await titles()).toEqual(['Welcome', 'Theirs']);
    await page.click('#undo');
    await page.waitForFunction("document.querySelector('#groups input').value === 'Start'");
    expect(await titles()).toEqual(['Start', 'Theirs']);
    expect(await stored()).toEqual([{ title: 'Start' }, { title: 'Theirs' }]);
    expect([await page.innerText('#fault'), faults]).toEqual(['', []]);
  });

  test('that answers chats claims one, warns before it is taken over, gives it back and closes it', async () => {
    expect(pageInGuide('build-an-inbox').split('\n').length).toBeLessThanOrEqual(121);
    const { publicId, workspaceId } = await makePublished(rest, botOf(parrot));
    const agents = ['Ada', 'Bob'].map(async (name) => {
      const token = await saveUser(first.databaseUrl, { workspaceId, role: 'MEMBER' });
      const { user } = await bodyOf(rest.readMe({}, { token }));
      await rowsOf(first.databaseUrl, 'update app_user set name = $2 where id = $1', [
        user.id,
        name,
      ]);
      const hash = `server=${first.url}&workspace=${workspaceId}&token=${token}`;
      return openAt(`build-an-inbox#${hash}`);
    });
    const [ada, bob] = (await Promise.all(agents)) as [WatchedPage, WatchedPage];
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
    await bodyOf(rest.continueChat({ sessionId, message: 'Anybody?' }));
    for (const { page } of [ada, bob])
      await page.click('.waits >> text=Anybody? (1 unread, nobody)');
    await ada.page.click('text=Claim');
    await ada.page.fill('#text', 'Yes, Ada.');
    await ada.page.click('text=Send');
    await bob.page.locator('.agent >> text=Yes, Ada.').waitFor();
    await bob.page.locator('#chats >> text=Yes, Ada. (0 unread, Ada)').waitFor();

    await bob.page.click('text=Claim');
    await bob.page.locator('#held >> text=Ada has this chat.').waitFor();
    await bob.page.click('text=Take over');
    await bob.page.locator('#who >> text=PAUSED: Bob has it').waitFor();
    await ada.page.locator('#who >> text=PAUSED: Bob has it').waitFor();
    expect(await ada.page.isVisible('#form')).toBe(false);

    await bob.page.click('text=Give back');
    await ada.page.locator('#who >> text=OPEN: nobody has it').waitFor();
    await bodyOf(rest.continueChat({ sessionId, message: 'Thanks' }));
    await ada.page.locator('.bot >> text=You said Thanks').waitFor();
    await ada.page.click('text=Close');
    await ada.page.locator('#who >> text=This chat is over').waitFor();
    await bob.page.waitForFunction("document.querySelectorAll('#chats li').length === 0");
    for (const { page, faults } of [ada, bob]) {
      expect([await page.innerText('#fault'), faults]).toEqual(['', []]);
    }
  });
});
