import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, print, type DocumentNode } from 'graphql';
import { openApollo, openRelay, openUrql, type Asked } from '../support/cacheClients.js';
import { recordAt } from '../support/parts.js';
import { textOf } from '../support/repository.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';
import type { Fill } from '../operations/rows/things.js';
import { fillCases } from './fillCases.js';
import { mutationDocument, screenDocument } from './mutationDocuments.js';
import { caseOf } from './mutationCases.js';
import { screensOf, type Screen, type Shown } from './screens.js';

const app = useApp({ SECRET_KEY: 'the-secret-key-of-the-caches-of-tests', RATE_LIMITS: 'off' });
const schema = buildSchema(textOf('docs/schema.graphql'));
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
const openers = [openApollo, openUrql, openRelay];

let fill: Fill;
beforeAll(async () => {
  fill = await fillCases(app());
});

test('every mutation of the schema has a case, so that a new one gets one', () => {
  expect(mutations.filter((mutation) => !caseOf(schema, mutation))).toEqual([]);
});

describe('after a mutation, the caches of Apollo, urql and Relay show what the server would reply', () => {
  test.each(mutations)('%s', async (mutation) => {
    const { sent = {}, unsaid = [] } = caseOf(schema, mutation) ?? {};
    const input = await fill(sent);
    const shown = await shownBy(input);
    const screens = screensOf(shown);
    const before = await ask(screens);
    const document = mutationDocument(schema, mutation, screens);
    const reply = await send(print(document), { input });
    expect(reply).toMatchObject({ data: { [mutation]: { userErrors: [] } } });
    const replies = new Map<string, object>([...before, ['Mutate', reply]]);
    const asked = screens.map((screen): Asked => ({
      name: screen.name,
      document: documentOf(screen).document,
      variables: screen.variables,
    }));
    const clients = openers.map((open) => open(schema, (name) => replies.get(name) ?? {}));
    for (const client of clients) {
      for (const one of asked) await client.load(one);
      await client.mutate({ name: 'Mutate', document, variables: { input } });
    }
    const after = await ask(screens);
    for (const one of asked) {
      if (unsaid.includes(one.name) || isGone(before.get(one.name), after.get(one.name))) continue;
      const expected = plain(recordAt(after.get(one.name))['data']);
      for (const [index, client] of clients.entries()) {
        const place = `${openers[index]?.name}: ${one.name}`;
        expect([place, plain(await client.read(one))]).toEqual([place, expected]);
      }
    }
  });
});

/** The ids for the screens: those in the mutation's input, otherwise those of records that were made once. */
async function shownBy(input: Readonly<Record<string, unknown>>): Promise<Shown> {
  const made = await fill({
    ...{ workspaceId: '$workspaceId', folderId: '$folderId', botId: '$botId' },
    ...{ otherBotId: '$versionedBotId', versionId: '$versionId', resultId: '$resultId' },
  });
  const named = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in made && typeof value === 'string'),
  );
  return { ...made, ...named } as unknown as Shown; // All are texts.
}

async function ask(screens: readonly Screen[]): Promise<Map<string, object>> {
  const replies = screens.map(async (screen) => {
    return [screen.name, await send(documentOf(screen).text, screen.variables)] as const;
  });
  return new Map(await Promise.all(replies));
}

const documents = new Map<string, { readonly document: DocumentNode; readonly text: string }>();

/** The query of a screen, made once: clients remember what they have worked out about a document. */
function documentOf(screen: Screen): { readonly document: DocumentNode; readonly text: string } {
  const known = documents.get(screen.name);
  if (known) return known;
  const document = screenDocument(schema, screen, screen.name);
  const made = { document, text: print(document) };
  documents.set(screen.name, made);
  return made;
}

async function send(query: string, variables: object): Promise<object> {
  return queryGraphql(app().url, { query, variables });
}

/** Whether the record of a screen is deleted, so that the screen closes. */
function isGone(before: object | undefined, after: object | undefined): boolean {
  const rootOf = (reply: object | undefined) =>
    Object.values(recordAt(recordAt(reply)['data'] ?? {}))[0] ?? null;
  return rootOf(before) === null || rootOf(after) === null;
}

/** Not compared: the names of types, and the last use of a token, which every query may change. */
const LEFT_OUT = ['__typename', 'lastUsedAt'];

/** The data without members that are not compared, and without undefined values. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, member: unknown) =>
      LEFT_OUT.includes(key) ? undefined : member,
    ),
  );
}
