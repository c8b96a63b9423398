import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as operations from '@parley/client/dashboard';
import { expect, test } from '@jest/globals';
import { formatDocument } from '@urql/core';
import { type DocumentNode, parse, print } from 'graphql';
import { botOf, interview } from '../support/botOf.js';
import { visitedPage } from '../support/consoleVisit.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const texts = Object.values(operations);
/** The operations of a dashboard, as a cache sends them: each thing says its type. */
const documents = texts.map((text) =>
  print(formatDocument<DocumentNode>(parse(text)) as DocumentNode),
);
const file = join(mkdtempSync(join(tmpdir(), 'parley-trusted-')), 'documents.json');
writeFileSync(
  file,
  JSON.stringify(Object.fromEntries([...texts, ...documents].map((text, at) => [`d${at}`, text]))),
);

const app = useApp({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_MODE: 'enforce' });
const rest = restOf(app);

/** What the console sends by `@parley/client`, which every page with a chat uses. */
const OF_CLIENT = ['Watch'];

describeInBrowser('the console', () => {
  const browser = useBrowser();

  test('asks for nothing but the operations of the dashboard, on a server that trusts only these', async () => {
    const { botId, workspaceId, publicId } = await makePublished(rest, botOf(interview));
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const page = await context.newPage();
    page.setDefaultTimeout(9_000);
    const look = await visitedPage(page, `${app().url}/console`);
    const sent = new Map<string, string>();
    const note = (text: unknown): void => {
      if (typeof text !== 'string') return;
      const { query = '', operationName = '' } = JSON.parse(text) as Record<string, string>;
      if (query !== '') sent.set(operationName || nameIn(query), print(parse(query)));
    };
    const refused: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) note(request.postData());
    });
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => note(payloadIn(String(payload))));
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('DOCUMENT_NOT_TRUSTED')) refused.push(String(payload));
      });
    });
    const visit = async (path: string, sees: string): Promise<void> => {
      await page.goto(`${app().url}/console/${path}`);
      await page.getByText(sees).locator('visible=true').first().waitFor();
    };
    await visit(`w/${workspaceId}`, 'Sketch');
    await page.getByRole('button', { name: 'New bot' }).first().click();
    await page.getByRole('button', { name: 'Empty bot' }).click();
    await page.getByText('Saved').waitFor();
    await visit(`b/${botId}/flow`, 'Welcome!');
    await page.locator('.block').first().click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Undo' }).click();
    await visit(`b/${botId}/settings`, 'Variables');
    await visit(`b/${botId}/theme`, 'Saved');
    await visit(`b/${botId}/try`, 'Turn 1');
    await page.frameLocator('iframe').getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Turn 2').waitFor();
    await visit(`b/${botId}/tests`, 'Explore');
    await page.getByRole('button', { name: 'Explore the draft' }).click();
    await visit(`b/${botId}/versions`, 'Live');
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await visit(`b/${botId}/results`, 'Ada');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('row').last().getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).waitFor();
    await visit(`b/${botId}/analytics`, 'Where visitors leave');
    await visit(`w/${workspaceId}/inbox`, 'Unassigned');
    const pages = [
      'members',
      'tokens',
      'credentials',
      'domains',
      'webhooks',
      'replies',
      'rules',
      'audit',
    ];
    for (const name of pages) await look.go(`w/${workspaceId}/settings/${name}`);
    const trusted = new Set([...documents, ...texts.map((text) => print(parse(text)))]);
    const others = [...sent].filter(([, text]) => !trusted.has(text)).map(([name]) => name);
    expect(others.filter((name) => !OF_CLIENT.includes(name))).toEqual([]);
    expect(refused).toEqual([]);
    expect(sent.size).toBeGreaterThan(35);
  });
});

const nameIn = (query: string): string =>
  /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1] ?? '';

/** The operation in a message of a socket. */
function payloadIn(text: string): string | undefined {
  const { type, payload } = JSON.parse(text) as { type: string; payload?: unknown };
  return type === 'subscribe' ? JSON.stringify(payload) : undefined;
}
