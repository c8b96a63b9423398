import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

interface Page {
  readonly nodes: readonly { readonly name: string }[];
  readonly pageInfo: Readonly<Record<string, string | boolean | null>>;
}

/** Names with equal ones, letters outside of A to Z, and signs that patterns and cursors could stumble over. */
const NAMES = [
  'beta',
  'Alpha',
  'Älpler',
  'beta',
  '100%',
  'zeta 9',
  'Zeta',
  'omega\nline',
  'a_b',
  '_',
];

/** The order that people expect of names. */
const sorted = NAMES.toSorted(new Intl.Collator('und').compare);

let workspaceId: string;

beforeAll(async () => {
  workspaceId = await makeWorkspace(rest);
  for (const name of NAMES) await bodyOf(rest.createBot({ workspaceId, bot: { name } }));
  await rowsOf(
    app().databaseUrl,
    `insert into file (id, workspace_id, name, type, bytes, visibility, image_types, is_used, key, created_at, uploaded_at)
      select 'fil_' || lpad(n::text, 2, '0'), $1, name, 'text/plain', length(name), 'PRIVATE', '', true, 'key' || n, now(), now()
      from unnest($2::text[]) with ordinality as given (name, n)`,
    [workspaceId, NAMES],
  );
});

/** The names in a list of the workspace, read in pages of three from one end. */
const readAll = async (list: string, args: string, isForward: boolean) => {
  const names: string[] = [];
  let cursor: unknown = null;
  do {
    const slice = isForward ? 'first: 3, after: $cursor' : 'last: 3, before: $cursor';
    const query = `query ($id: ID!, $cursor: String) { workspace(id: $id) { page: ${list}(${args}, ${slice}) {
      nodes { name } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } } }`;
    const { data, errors } = await queryGraphql(app().url, {
      query,
      variables: { id: workspaceId, cursor },
    });
    if (errors) throw new Error(JSON.stringify(errors));
    const { nodes, pageInfo } = (data as { workspace: { page: Page } }).workspace.page;
    const page = nodes.map(({ name }) => name);
    names.splice(isForward ? names.length : 0, 0, ...page);
    cursor = isForward
      ? pageInfo['hasNextPage'] && pageInfo['endCursor']
      : pageInfo['hasPreviousPage'] && pageInfo['startCursor'];
  } while (cursor);
  return names;
};

describe.each([true, false])('read from the beginning: %s', (isForward) => {
  test.each(['bots', 'files'])(
    '%s are sorted by name, none missing and none twice',
    async (list) => {
      expect(await readAll(list, 'orderBy: NAME_ASC', isForward)).toEqual(sorted);
      expect(await readAll(list, 'orderBy: NAME_DESC', isForward)).toEqual(sorted.toReversed());
      expect(await readAll(list, 'orderBy: CREATED_AT_ASC', isForward)).toEqual(NAMES);
    },
  );

  test('files are sorted by size, bots by their last change', async () => {
    const bySize = await readAll('files', 'orderBy: BYTES_ASC', isForward);
    expect(bySize.map(({ length }) => length)).toEqual(
      NAMES.map(({ length }) => length).toSorted((a, b) => a - b),
    );
    const { bots } = await bodyOf(rest.listBots({ workspaceId }));
    const changed = bots.find(({ name }) => name === 'Älpler');
    await bodyOf(rest.updateBot({ botId: changed?.id, bot: { icon: '🦁' } }));
    expect((await readAll('bots', 'orderBy: UPDATED_AT_DESC', isForward))[0]).toBe('Älpler');
  });
});

test('files are found by a part of their name, whatever signs are in it', async () => {
  expect(await readAll('files', 'search: "ZETA", orderBy: NAME_ASC', true)).toEqual([
    'Zeta',
    'zeta 9',
  ]);
  expect(await readAll('files', 'search: "%"', true)).toEqual(['100%']);
});

test('a cursor of one order is refused in another', async () => {
  const list = async (args: string) => {
    const query = `{ workspace(id: "${workspaceId}") { bots(first: 3, ${args}) { nextCursor } } }`;
    return queryGraphql(app().url, { query });
  };
  const { data } = await list('orderBy: NAME_ASC');
  const { nextCursor } = (data as { workspace: { bots: { nextCursor: string } } }).workspace.bots;
  const { errors } = await list(`orderBy: UPDATED_AT_ASC, after: "${nextCursor}"`);
  expect(errors?.[0]?.extensions).toMatchObject({ reason: 'VALIDATION' });
});

test.each(transportNames)('bots are searched and sorted over %s', async (name) => {
  const transport = openTransport(name, () => app().url);
  const asked = { workspaceId, search: 'eta', orderBy: 'NAME_DESC' };
  const { bots } = await bodyOf(transport.listBots(asked));
  expect(bots.map((bot) => bot.name)).toEqual(['zeta 9', 'Zeta', 'beta', 'beta']);
  const { reason } = await refusalOf(transport.listBots({ workspaceId, orderBy: 'SHOE_SIZE' }));
  expect(reason).toBe('VALIDATION');
});

test('versions, results and members are read from the oldest, and searched', async () => {
  const made = await makePublished(rest, botOf(interview));
  for (const label of ['Spring', 'Summer'])
    await bodyOf(rest.publishBot({ botId: made.botId, label }));
  await bodyOf(rest.startChat({ publicId: made.publicId }));
  await bodyOf(rest.startChat({ publicId: made.publicId }));
  const query = `query ($id: ID!, $workspaceId: ID!) { bot(id: $id) {
      versions(orderBy: CREATED_AT_ASC, first: 2) { nodes { number } pageInfo { hasNextPage } }
      summer: versions(search: "SUMM") { nodes { number } }
      newest: results(hasStarted: null) { nodes { id } }
      oldest: results(hasStarted: null, orderBy: CREATED_AT_ASC) { nodes { id } }
    } workspace(id: $workspaceId) { members(search: "nobody") { id } credentials(orderBy: NAME_DESC) { id } } }`;
  const variables = { id: made.botId, workspaceId: made.workspaceId };
  const { data } = await queryGraphql(app().url, { query, variables });
  const { newest, oldest, ...lists } = (data as { bot: Record<string, { nodes: unknown[] }> }).bot;
  expect(lists).toEqual({
    versions: { nodes: [{ number: 1 }, { number: 2 }], pageInfo: { hasNextPage: true } },
    summer: { nodes: [{ number: 3 }] },
  });
  expect(newest?.nodes).toHaveLength(2);
  expect(oldest?.nodes).toEqual(newest?.nodes.toReversed());
  expect(data).toMatchObject({ workspace: { members: [], credentials: [] } });
});
