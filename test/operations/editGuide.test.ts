import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);
const guide = readFileSync('docs/guide/edit-a-flow.md', 'utf8');
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp('```' + language + '\\n([^`]*)```', 'g'))].map(
    ([, text = '']) => text,
  );
const documents = blocksOf('graphql');

let botId: string;
beforeAll(async () => {
  const workspaceId = await makeWorkspace(rest);
  const bot = botOf({ groups: { g1: [say('Hello')], g2: [say('Bye')] } });
  botId = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot.id;
});

function documentOf(name: string): string {
  const found = documents.find((text) => text.includes(` ${name}(`));
  if (found === undefined) throw new Error(`The guide has no ${name}`);
  return found;
}

async function run(name: string, variables: Shown): Promise<Shown> {
  const { data, errors } = await queryGraphql(app().url, { query: documentOf(name), variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return recordAt({ data }, 'data');
}

async function first(name: string, variables: Shown): Promise<unknown> {
  const socket = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const stream = socket.iterate({ query: documentOf(name), variables: { ...variables } });
  const sent: unknown = await stream.next();
  await socket.dispose();
  return partAt(sent, 'value.data');
}

test('each operation of the guide is one of this server', () => {
  const schema = buildGatewaySchema();
  expect(documents).toHaveLength(6);
  for (const text of documents) expect(validate(schema, parse(text))).toEqual([]);
});

test('the guide can be followed from an edit to its undo, beside others', async () => {
  const [sent = ''] = blocksOf('json');
  const { edits } = recordAt(JSON.parse(sent), 'input');
  const made = await run('Edit', { input: { botId, edits, clientMutationId: 'window-1' } });
  expect(made).toMatchObject({ editFlow: { bot: { revision: 2 }, edits, userErrors: [] } });
  const inverse = partAt(made, 'editFlow.inverse');
  expect(await first('Follow', { botId, afterRevision: 1 })).toMatchObject({
    botChanged: { revision: 2, kind: 'UPDATED', edits, clientMutationId: 'window-1' },
  });
  const undone = await run('EditKnown', {
    input: { botId, edits: inverse, undoes: 2, ifRevision: 2 },
  });
  expect(undone).toMatchObject({
    editFlow: {
      bot: { revision: 3 },
      conflicts: [],
      // The edge that led there is gone again.
      issueChanges: { added: [{ code: 'GROUP_UNREACHABLE', groupId: 'g2' }], resolved: [] },
      userErrors: [],
    },
  });
  const { bot } = await run('History', { botId });
  expect(partAt(bot, 'changes.nodes')).toMatchObject([
    { revision: 3, undoes: 2 },
    { revision: 2, inverse, clientMutationId: 'window-1' },
    { revision: 1, inverse: null },
  ]);
  const input = { botId, clientId: 'window-1', groupId: 'g1' };
  expect(await run('Look', { input })).toEqual({ showPresence: { userErrors: [] } });
  expect(await first('Editors', { botId })).toMatchObject({
    editorsOf: [{ clientId: 'window-1', groupId: 'g1' }],
  });
});
