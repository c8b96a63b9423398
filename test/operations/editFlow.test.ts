import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyEdits } from '../../src/engine/edits/applyEdits.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { botOf } from '../support/botOf.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

const graphCoordinates = { x: 5, y: 6 };
const sketch = {
  variables: { Name: null },
  groups: { Start: [say('Hello'), ask('Name')], End: [say('Bye')] },
};

let workspaceId: string;
beforeAll(async () => {
  workspaceId = await makeWorkspace(rest);
});

async function newBot(more: Shown = {}): Promise<string> {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch, more) }));
  return bot.id;
}

/** Edits a flow, and returns the payload of the mutation. */
async function edit(botId: string, edits: unknown): Promise<Shown> {
  const query = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
    bot { revision draft } edits inverse renamedTexts userErrors { reason message path } } }`;
  const variables = { input: { botId, edits } };
  const { data, errors } = await queryGraphql(app().url, { query, variables });
  const [fault] = errors ?? [];
  // A value that is not an edit is refused before the mutation runs.
  if (fault) return { userErrors: partAt(fault, 'extensions.issues') };
  return recordAt(data, 'editFlow');
}

async function draftOf(botId: string): Promise<FlowDefinition> {
  const query = 'query ($id: ID!) { bot(id: $id) { draft } }';
  const { data } = await queryGraphql(app().url, { query, variables: { id: botId } });
  // The draft of a bot is a flow.
  return partAt(data, 'bot.draft') as FlowDefinition;
}

describe('editing a flow by parts', () => {
  test('an editor adds a group with a block, joins it and moves it, and the rest stays as it is', async () => {
    const botId = await newBot();
    const before = await draftOf(botId);
    const block = { ...say('More?'), id: 'bNew' };
    const done = await edit(botId, [
      { addGroup: { group: { id: 'gNew', title: 'More', graphCoordinates, blocks: [block] } } },
      {
        connect: {
          edge: { id: 'eNew', from: { blockId: 'bNew' }, to: { groupId: before.groups[0]?.id } },
        },
      },
      { moveGroups: { groups: [{ groupId: 'gNew', x: 1, y: 2 }] } },
    ]);
    expect(done).toMatchObject({ userErrors: [], bot: { revision: 2 } });
    const after = await draftOf(botId);
    expect(after.groups.slice(0, -1)).toEqual(before.groups);
    expect(after.groups.at(-1)).toMatchObject({
      graphCoordinates: { x: 1, y: 2 },
      blocks: [{ id: 'bNew', outgoingEdgeId: 'eNew' }],
    });
    expect(after.edges.at(-1)).toMatchObject({ id: 'eNew' });
  });

  test('a variable is renamed everywhere at once, and undoing that restores the same document', async () => {
    const blocks = [ask('text input', 'Name'), say('Hi {{Name}}'), say('{{Name}} left')];
    const renamed = { variables: { Name: null }, groups: { Start: blocks } };
    const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(renamed) }));
    const before = await draftOf(bot.id);
    const [variable] = before.variables;
    const done = await edit(bot.id, [
      { renameVariable: { variableId: variable?.id, name: 'First name' } },
    ]);
    expect(done).toMatchObject({ userErrors: [], renamedTexts: 2 });
    expect(JSON.stringify(await draftOf(bot.id))).toBe(
      JSON.stringify(before)
        .replaceAll('{{Name}}', '{{First name}}')
        .replace('"name":"Name"', '"name":"First name"'),
    );
    expect(await edit(bot.id, done['inverse'])).toMatchObject({ renamedTexts: 2 });
    expect(JSON.stringify(await draftOf(bot.id))).toBe(JSON.stringify(before));
  });

  test('the inverse edits undo this, and the inverse of those edits redoes it', async () => {
    const botId = await newBot();
    const before = await draftOf(botId);
    const groupId = before.groups[1]?.id;
    const done = await edit(botId, [
      { removeGroup: { groupId } },
      { setTheme: { patch: { customCss: 'p {}' } } },
    ]);
    const undone = await edit(botId, done['inverse']);
    expect(JSON.stringify(await draftOf(botId))).toBe(JSON.stringify(before));
    await edit(botId, undone['inverse']);
    expect(await draftOf(botId)).toEqual(partAt(done, 'bot.draft'));
  });

  test('an editor that applies the edits of the reply to its flow has the stored flow', async () => {
    const botId = await newBot();
    const before = await draftOf(botId);
    // Answers always count as results, whatever is sent, and these credentials do not exist.
    const variable = { ...before.variables[0], isSessionVariable: true };
    const block = {
      id: 'bMail',
      type: 'Google Sheets',
      options: { credentialsId: 'crd_elsewhere' },
    };
    const done = await edit(botId, [
      { setVariable: { variable } },
      { addBlock: { groupId: before.groups[1]?.id, block, index: 0 } },
    ]);
    expect(done['userErrors']).toEqual([]);
    const { flow } = applyEdits(before, done['edits'] as []);
    expect(flow).toEqual(await draftOf(botId));
    expect(JSON.stringify(flow)).not.toContain('crd_elsewhere');
  });

  test('two people who edit different parts both succeed', async () => {
    const botId = await newBot();
    const [first, second] = (await draftOf(botId)).groups;
    await Promise.all([
      edit(botId, [{ renameGroup: { groupId: first?.id, title: 'Ada' } }]),
      edit(botId, [{ renameGroup: { groupId: second?.id, title: 'Bob' } }]),
    ]);
    expect((await draftOf(botId)).groups.map(({ title }) => title)).toEqual(['Ada', 'Bob']);
  });

  test('a block of a kind that this server does not know can be moved and changed, but not added', async () => {
    const hologram = { id: 'bFuture', type: 'hologram', beam: 1 };
    const [group] = flowOf(sketch).definition.groups;
    const botId = await newBot({
      groups: [{ ...group, blocks: [...(group?.blocks ?? []), hologram] }],
    });
    const kept = await edit(botId, [{ updateBlock: { blockId: 'bFuture', patch: { beam: 2 } } }]);
    expect(kept['userErrors']).toEqual([]);
    const groupId = (await draftOf(botId)).groups[0]?.id;
    const added = await edit(botId, [
      { addBlock: { groupId, block: { ...hologram, id: 'bOther' } } },
    ]);
    expect(added['userErrors']).toMatchObject([
      { path: ['edits', '0', 'addBlock', 'block', 'type'] },
    ]);
  });
});

describe('if one edit cannot be applied, all are refused, with the place of the mistake', () => {
  test.each<[what: string, edits: (flow: FlowDefinition) => unknown, path: string]>([
    ['no list', () => ({}), 'edits'],
    ['a kind that is none', () => [{ explode: {} }], 'edits.0'],
    [
      'a member that is missing',
      () => [{ renameGroup: { groupId: 'g' } }],
      'edits.0.renameGroup.title',
    ],
    [
      'a group that is there',
      ({ groups: [group] }) => [{ addGroup: { group } }],
      'edits.0.addGroup.group.id',
    ],
    [
      'a patch that breaks a block',
      ({ groups }) => [
        { updateBlock: { blockId: groups[0]?.blocks[0]?.id, patch: { content: 5 } } },
      ],
      'edits.0.updateBlock.patch.content',
    ],
    [
      'an edge to nothing',
      ({ groups }) => {
        const from = { blockId: groups[0]?.blocks[0]?.id };
        return [{ connect: { edge: { id: 'e', from, to: { groupId: 'none' } } } }];
      },
      'edits.0.connect.edge.to.groupId',
    ],
    [
      'a flow without a start',
      ({ events: [start] }) => [{ removeEvent: { eventId: start.id } }],
      'edits.0.removeEvent',
    ],
    [
      'a second edit that fails',
      ({ groups }) => [
        { renameGroup: { groupId: groups[0]?.id, title: 'Z' } },
        { disconnect: { edgeId: 'none' } },
      ],
      'edits.1.disconnect.edgeId',
    ],
  ])('%s', async (_what, edits, path) => {
    const botId = await newBot();
    const before = await draftOf(botId);
    const done = await edit(botId, edits(before));
    const [error] = recordsAt(done, 'userErrors');
    expect([error?.['path']].flat().join('.')).toBe(path);
    expect(await draftOf(botId)).toEqual(before);
  });

  test('more of them than one request takes', async () => {
    const botId = await newBot();
    const edits = Array.from({ length: 1_001 }, () => ({ setTheme: { patch: {} } }));
    expect(await edit(botId, edits)).toMatchObject({ userErrors: [{ path: ['edits'] }] });
  });

  test('a new name that a text has already', async () => {
    const botId = await newBot({
      variables: [
        { id: 'v', name: 'A' },
        { id: 'w', name: 'B' },
      ],
    });
    const done = await edit(botId, [{ renameVariable: { variableId: 'v', name: 'B' } }]);
    const path = ['edits', '0', 'renameVariable', 'name'];
    expect(done).toMatchObject({ userErrors: [{ path }], renamedTexts: null });
  });

  test('more of them than a large flow takes', async () => {
    const variables = Array.from({ length: 10_100 }, (_, n) => ({ id: `v${n}`, name: `V ${n}` }));
    const botId = await newBot({ variables });
    const edits = Array.from({ length: 1_000 }, () => ({ setTheme: { patch: {} } }));
    const [error] = recordsAt(await edit(botId, edits), 'userErrors');
    expect(error?.['message']).toMatch(/A flow of this size takes \d{3} edits at once/);
  });
});
