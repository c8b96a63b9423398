import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { applyEdits } from '../../src/engine/edits/applyEdits.js';
import type { FlowEdit } from '../../src/engine/edits/flowEdit.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);
const STEPS = 50;
const sketch = {
  variables: { Name: null },
  groups: { Start: [say('Hello'), ask('text input', 'Name'), say('Thanks')], End: [say('Bye')] },
};

let workspaceId: string;
let colleague: string;
beforeAll(async () => {
  workspaceId = await makeWorkspace(rest);
  colleague = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
});

async function run(query: string, variables: Shown, token = TOKEN): Promise<Shown> {
  const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
  if (errors) throw new Error(JSON.stringify(errors));
  return recordAt({ data }, 'data');
}

async function edit(input: Shown, token = TOKEN): Promise<Shown> {
  const query = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
    bot { revision } userErrors { message path } } }`;
  const done = recordAt(await run(query, { input }, token), 'editFlow');
  expect(done['userErrors']).toEqual([]);
  return done;
}

async function draftOf(botId: string): Promise<FlowDefinition> {
  const shown = await run('query ($botId: ID!) { bot(id: $botId) { draft } }', { botId });
  // The draft of a bot is a flow.
  return partAt(shown, 'bot.draft') as FlowDefinition;
}

/** The changes that a person can undo and redo, the next one last. */
interface Stacks {
  readonly undo: Shown[];
  readonly redo: Shown[];
}

/** The undo and redo stacks of a person, as an editor builds them when it is opened. */
async function openStacks(botId: string): Promise<Stacks> {
  const query = `query ($botId: ID!, $after: String) { bot(id: $botId) {
    changes(first: 100, after: $after, mine: true) { nodes { revision inverse undoes } nextCursor } } }`;
  const changes: Shown[] = [];
  let after: unknown = null;
  do {
    const page = recordAt(await run(query, { botId, after }), 'bot.changes');
    changes.unshift(...recordsAt(page, 'nodes').reverse());
    after = page['nextCursor'];
  } while (after !== null);
  const stacks: Stacks = { undo: [], redo: [] };
  for (const change of changes) note(stacks, change);
  return stacks;
}

/** Records a change of the person: undoing moves a step to the redo stack, and a new change clears that stack. */
function note({ undo, redo }: Stacks, change: Shown): void {
  const { inverse, undoes } = change;
  if (inverse === null) undo.length = redo.length = 0;
  else if (undoes === null) {
    redo.length = 0;
    undo.push(change);
  } else if (undo.at(-1)?.['revision'] === undoes) {
    undo.pop();
    redo.push(change);
  } else {
    redo.pop();
    undo.push(change);
  }
}

/** Undoes the last change of one of the stacks, as this person. */
async function undoOne(
  botId: string,
  { undo, redo }: Stacks,
  from: 'undo' | 'redo',
): Promise<void> {
  const change = (from === 'undo' ? undo : redo).at(-1);
  if (!change) throw new Error(`Nothing to ${from}`);
  await edit({ botId, edits: change['inverse'], undoes: change['revision'] });
}

/** The edit of a step: the kinds alternate, and some need the part that the step before made. */
function stepOf(flow: FlowDefinition, step: number): FlowEdit {
  const [start] = flow.groups;
  const [block] = start?.blocks ?? [];
  const [groupId, blockId] = [start?.id ?? '', block?.id ?? ''];
  const made = { ...say(`Text ${step}`), id: `b${step}` };
  const edge = { id: `e${step}`, from: { blockId: `b${step - 1}` }, to: { groupId } };
  const steps: FlowEdit[] = [
    { moveGroups: { groups: [{ groupId, x: step, y: -step }] } },
    { addBlock: { groupId, block: made, index: step % 3 } },
    { connect: { edge } },
    { renameGroup: { groupId, title: `Title ${step}` } },
    { updateBlock: { blockId, patch: { content: { plainText: `Step ${step}` } } } },
    { setVariable: { variable: { id: `v${step}`, name: `Variable ${step}` } } },
    { moveBlock: { blockId, groupId } },
    { removeBlock: { blockId } },
    { setTheme: { patch: { general: { font: `Font ${step}` } } } },
  ];
  // The list has so many entries.
  return steps[step % steps.length] as FlowEdit;
}

test('a person undoes and redoes fifty steps after a reload, while another edits other parts', async () => {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  const botId = bot.id;
  const start = await draftOf(botId);
  const endId = start.groups[1]?.id ?? '';
  let [theirs, count] = [start, 0];
  /** A change of the other person, also made to a copy of the flow without this person's changes. */
  const interfere = async (): Promise<void> => {
    count += 1;
    const edits: FlowEdit[] = [
      { renameGroup: { groupId: endId, title: `Theirs ${count}` } },
      { addBlock: { groupId: endId, block: { id: `theirs${count}`, type: 'text' } } },
    ];
    theirs = applyEdits(theirs, edits).flow;
    await edit({ botId, edits }, colleague);
  };
  let mine = start;
  for (let step = 0; step < STEPS; step += 1) {
    if (step % 10 === 0) await interfere();
    const next = stepOf(mine, step);
    mine = applyEdits(mine, [next]).flow;
    await edit({ botId, edits: [next] });
  }

  const all = await openStacks(botId);
  // The first change is the creation of the bot, which is no edit.
  expect([all.undo.length, all.redo.length]).toEqual([STEPS, 0]);
  for (let step = 0; step < STEPS; step += 1) {
    if (step % 10 === 0) await interfere();
    await undoOne(botId, step < 20 ? await openStacks(botId) : all, 'undo');
    all.undo.pop();
  }
  expect(await draftOf(botId)).toEqual(theirs);

  const undone = await openStacks(botId);
  expect([undone.undo.length, undone.redo.length]).toEqual([0, STEPS]);
  for (let step = 0; step < STEPS; step += 1) {
    if (step % 10 === 0) await interfere();
    await undoOne(botId, undone, 'redo');
    undone.redo.pop();
  }
  const draft = await draftOf(botId);
  const [, end] = draft.groups;
  expect(end).toEqual(theirs.groups[1]);
  const ownParts = ({ groups: [group], ...others }: FlowDefinition) => ({ group, ...others });
  expect(ownParts(draft)).toEqual(ownParts(mine));
  const again = await openStacks(botId);
  expect([again.undo.length, again.redo.length]).toEqual([STEPS, 0]);
});

test('undoing a connection keeps what another person has changed in the block meanwhile', async () => {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  const botId = bot.id;
  const [start, end] = (await draftOf(botId)).groups;
  const blockId = start?.blocks[2]?.id ?? '';
  const edge = { id: 'eNew', from: { blockId }, to: { groupId: end?.id } };
  await edit({ botId, edits: [{ connect: { edge } }] });
  const patch = say('Written meanwhile');
  await edit({ botId, edits: [{ updateBlock: { blockId, patch } }] }, colleague);
  await undoOne(botId, await openStacks(botId), 'undo');
  const draft = await draftOf(botId);
  expect(draft.edges.map(({ id }) => id)).not.toContain('eNew');
  expect(draft.groups[0]?.blocks[2]).toEqual({ id: blockId, ...patch });
});

describe('the guide to edits:', () => {
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

  test('each operation of the guide exists on this server', () => {
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
        // The edge that led there is removed again.
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
});

test('edits that are sent again with the same mark are stored once, even at the same time', async () => {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  const groupId = (await draftOf(bot.id)).groups[0]?.id;
  const send = async (mark: string, token = TOKEN) => {
    const query = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
      revision inverse bot { revision } userErrors { message path } } }`;
    const edits = [{ renameGroup: { groupId, title: `by ${mark}` } }];
    const input = { botId: bot.id, edits, clientMutationId: mark, once: true };
    return recordAt(await run(query, { input }, token), 'editFlow');
  };
  const both = await Promise.all([send('a'), send('a')]);
  expect(both[0]).toMatchObject({ revision: 2, userErrors: [] });
  expect(both[1]).toEqual(both[0]);
  expect(await send('b')).toMatchObject({ revision: 3, bot: { revision: 3 } });
  expect(await send('a')).toEqual({ ...both[0], bot: { revision: 3 } });
  for (const unkept of ['', 'm'.repeat(201)]) {
    expect(await send(unkept)).toMatchObject({ userErrors: [{ path: ['clientMutationId'] }] });
  }
  // What was published with the mark is no edit.
  const publish = `mutation ($input: PublishBotInput!) { publishBot(input: $input) { bot { revision } } }`;
  await run(publish, { input: { botId: bot.id, clientMutationId: 'p' } });
  expect(await send('p')).toMatchObject({ revision: 5, bot: { revision: 5 } });
  // The mark of somebody else is another.
  expect(await send('a', colleague)).toMatchObject({ revision: 6, bot: { revision: 6 } });
});
