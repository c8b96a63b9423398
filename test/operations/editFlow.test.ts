import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyEdits } from '../../src/engine/edits/applyEdits.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

const graphCoordinates = { x: 5, y: 6 };
const sketch = {
  variables: { Name: null },
  groups: { Start: [say('Hello'), ask('Name')], End: [say('Bye')] },
};

let workspaceId: string;
let colleague: string;
beforeAll(async () => {
  workspaceId = await makeWorkspace(rest);
  colleague = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
});

async function newBot(more: Shown = {}): Promise<string> {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch, more) }));
  return bot.id;
}

/** Edits a flow, and returns the payload of the mutation. */
async function edit(
  botId: string,
  edits: unknown,
  { token = TOKEN, ...more }: Shown & { token?: string } = {},
): Promise<Shown> {
  const query = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
    bot { revision draft } edits inverse userErrors { reason message path }
    conflicts { change { kind partId before after } before after by { revision author { id } } }
    issueChanges { added { code groupId blockId } resolved { code groupId blockId } } } }`;
  const variables = { input: { botId, edits, ...more } };
  const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
  const [fault] = errors ?? [];
  // What is no edit at all is refused before the mutation begins.
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

  test('the inverse edits undo it, and their inverse does it again', async () => {
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

  test('an editor that applies the answered edits to the flow it had has the flow as it is stored', async () => {
    const botId = await newBot();
    const before = await draftOf(botId);
    // An answer is part of the results, whatever is sent; and these credentials are not there.
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

describe('editing what others have changed meanwhile', () => {
  const rename = (groupId: unknown, title: string) => ({ renameGroup: { groupId, title } });
  const move = (groupId: unknown) => ({ moveGroups: { groups: [{ groupId, x: 9, y: 9 }] } });

  test('the same part: the last one counts, and is told what it was and who had changed it', async () => {
    const botId = await newBot();
    const groupId = (await draftOf(botId)).groups[0]?.id;
    await edit(botId, [rename(groupId, 'Theirs')], { ifRevision: 1, token: colleague });
    const late = await edit(botId, [rename(groupId, 'Mine')], { ifRevision: 1 });
    const group = { id: groupId, graphCoordinates: expect.anything() };
    expect(late).toMatchObject({
      userErrors: [],
      bot: { revision: 3 },
      conflicts: [
        {
          change: { kind: 'GROUP_RENAMED', partId: groupId, before: 'Start', after: 'Theirs' },
          before: { ...group, title: 'Start' },
          after: { ...group, title: 'Theirs' },
          by: { revision: 2, author: { id: expect.stringMatching(/^usr_z/) } },
        },
      ],
    });
    expect((await draftOf(botId)).groups[0]?.title).toBe('Mine');
  });

  test('other parts, even of the same group, are no conflict', async () => {
    const botId = await newBot();
    const groupId = (await draftOf(botId)).groups[0]?.id;
    await edit(botId, [rename(groupId, 'Theirs')], { token: colleague });
    const late = await edit(botId, [move(groupId)], { ifRevision: 1, onConflict: 'REFUSE' });
    expect(late).toMatchObject({ userErrors: [], conflicts: [] });
    expect((await draftOf(botId)).groups[0]).toMatchObject({
      title: 'Theirs',
      graphCoordinates: { x: 9, y: 9 },
    });
  });

  test('one may have conflicting edits refused instead, and then nothing is done', async () => {
    const botId = await newBot();
    const { groups } = await draftOf(botId);
    const titled = (title: string) => [
      ...groups.map(({ id }) => rename(id, title)),
      ...groups.map(({ id }) => move(id)),
      { setTheme: { patch: { customCss: title } } },
      { setSettings: { patch: { general: { isBrandingEnabled: title === 'Theirs' } } } },
    ];
    await edit(botId, titled('Theirs'), { token: colleague });
    const late = await edit(botId, titled('Mine'), { ifRevision: 1, onConflict: 'REFUSE' });
    const message = expect.stringMatching(/GROUP_RENAMED of .* at revision 2/);
    expect(late).toMatchObject({
      bot: null,
      conflicts: null,
      issueChanges: null,
      userErrors: [{ reason: 'BOT_CHANGED', message }],
    });
    expect((await draftOf(botId)).groups[0]?.title).toBe('Theirs');
  });

  test.each<[what: string, change: (botId: string) => Promise<unknown>, ifRevision: number]>([
    [
      'parts were replaced otherwise than by edits',
      async (botId) => bodyOf(rest.updateBot({ botId, bot: { variables: [] } })),
      1,
    ],
    [
      'what was changed is no longer kept',
      async (botId) => {
        await edit(botId, [{ setTheme: { patch: { customCss: 'a' } } }]);
        await edit(botId, [{ setTheme: { patch: { customCss: 'b' } } }]);
        await rowsOf(app().databaseUrl, 'delete from bot_change where bot_id = $1', [botId]);
      },
      1,
    ],
    ['there is no such revision yet', async () => undefined, 99],
  ])('edits are refused where %s', async (_what, change, ifRevision) => {
    const botId = await newBot();
    await change(botId);
    const late = await edit(botId, [{ setTheme: { patch: { customCss: 'c' } } }], { ifRevision });
    expect(late).toMatchObject({ bot: null, userErrors: [{ reason: 'BOT_CHANGED' }] });
  });

  test('a name or an address that was changed meanwhile is no part of the flow', async () => {
    const botId = await newBot();
    await bodyOf(rest.updateBot({ botId, bot: { name: 'Renamed' } }));
    const edits = [{ setTheme: { patch: { customCss: 'c' } } }];
    expect(await edit(botId, edits, { ifRevision: 1 })).toMatchObject({ conflicts: [] });
  });
});

test('an editor is told what its edits broke and what they mended', async () => {
  const botId = await newBot();
  const { groups } = await draftOf(botId);
  const [start, end] = groups;
  const alone = { code: 'GROUP_UNREACHABLE', groupId: end?.id };
  const first = await edit(botId, [{ renameGroup: { groupId: end?.id, title: 'The end' } }]);
  // It was of no use before, under another title.
  expect(first['issueChanges']).toEqual({ added: [], resolved: [] });
  const from = { blockId: start?.blocks.at(-1)?.id };
  const edge = { id: 'eNew', from, to: { groupId: end?.id } };
  const joined = await edit(botId, [{ connect: { edge } }]);
  expect(joined['issueChanges']).toMatchObject({ added: [], resolved: [alone] });
  const parted = await edit(botId, joined['inverse']);
  expect(parted['issueChanges']).toMatchObject({ added: [alone], resolved: [] });
});

describe('edits that cannot be applied are refused with the place of the mistake, and none of them is', () => {
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

  test('more of them than a large flow takes', async () => {
    const variables = Array.from({ length: 10_100 }, (_, n) => ({ id: `v${n}`, name: `V ${n}` }));
    const botId = await newBot({ variables });
    const edits = Array.from({ length: 1_000 }, () => ({ setTheme: { patch: {} } }));
    const [error] = recordsAt(await edit(botId, edits), 'userErrors');
    expect(error?.['message']).toMatch(/A flow of this size takes \d{3} edits at once/);
  });
});
