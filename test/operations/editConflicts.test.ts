import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

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

describe('editing what others have changed meanwhile', () => {
  const rename = (groupId: unknown, title: string) => ({ renameGroup: { groupId, title } });
  const move = (groupId: unknown) => ({ moveGroups: { groups: [{ groupId, x: 9, y: 9 }] } });

  test('if two people edit the same part, the last edit counts, and its author learns what the part was and who had changed it', async () => {
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

  test('other parts, even of the same group, do not conflict', async () => {
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

  test('a person can have conflicting edits refused instead, and then nothing is applied', async () => {
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
      issueChanges: null,
      userErrors: [{ reason: 'BOT_CHANGED', message }],
    });
    expect((await draftOf(botId)).groups[0]?.title).toBe('Theirs');
  });

  test('a refusal lists what the edits would have overwritten, as the reply to applied edits does', async () => {
    const botId = await newBot();
    const groupId = (await draftOf(botId)).groups[0]?.id;
    await edit(botId, [rename(groupId, 'Theirs'), move(groupId)], { token: colleague });
    const send = async (onConflict: string) =>
      edit(botId, [rename(groupId, 'Mine')], { ifRevision: 1, onConflict });
    const refused = await send('REFUSE');
    const made = await send('OVERWRITE');
    expect(refused).toMatchObject({
      bot: null,
      edits: null,
      inverse: null,
      userErrors: [{ reason: 'BOT_CHANGED', path: ['ifRevision'] }],
    });
    expect(made['conflicts']).toMatchObject([
      {
        change: { kind: 'GROUP_RENAMED', partId: groupId },
        by: { revision: 2, author: { id: expect.stringMatching(/^usr_z/) } },
      },
    ]);
    expect(refused['conflicts']).toEqual(made['conflicts']);
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

  test('a name or an address that was changed meanwhile is not part of the flow', async () => {
    const botId = await newBot();
    await bodyOf(rest.updateBot({ botId, bot: { name: 'Renamed' } }));
    const edits = [{ setTheme: { patch: { customCss: 'c' } } }];
    expect(await edit(botId, edits, { ifRevision: 1 })).toMatchObject({ conflicts: [] });
  });
});

test('the reply says which issues the edits caused and which they solved', async () => {
  const botId = await newBot();
  const { groups } = await draftOf(botId);
  const [start, end] = groups;
  const alone = { code: 'GROUP_UNREACHABLE', groupId: end?.id };
  const first = await edit(botId, [{ renameGroup: { groupId: end?.id, title: 'The end' } }]);
  // The group was unused before, when it had another title.
  expect(first['issueChanges']).toEqual({ added: [], resolved: [] });
  const from = { blockId: start?.blocks.at(-1)?.id };
  const edge = { id: 'eNew', from, to: { groupId: end?.id } };
  const joined = await edit(botId, [{ connect: { edge } }]);
  expect(joined['issueChanges']).toMatchObject({ added: [], resolved: [alone] });
  const parted = await edit(botId, joined['inverse']);
  expect(parted['issueChanges']).toMatchObject({ added: [alone], resolved: [] });
});

describe('notes:', () => {
  const app = useApp();
  const rest = restOf(app);

  const note = {
    id: 'n1',
    text: 'Legal has to read this',
    graphCoordinates: { x: 5, y: 6 },
    size: { width: 240, height: 120 },
    color: 'green',
  };
  const plain = botOf({ groups: { Start: [say('Hello')] } });

  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = await makeWorkspace(rest);
  });

  async function newBot(more: Shown = {}): Promise<string> {
    const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: { ...plain, ...more } }));
    return bot.id;
  }

  async function edit(botId: string, edits: unknown): Promise<Shown> {
    const query = `mutation ($input: EditFlowInput!) {
    editFlow(input: $input) { bot { revision } inverse userErrors { path } } }`;
    const { data } = await queryGraphql(app().url, {
      query,
      variables: { input: { botId, edits } },
    });
    return recordAt(data, 'editFlow');
  }

  async function read(botId: string, fields: string): Promise<Shown> {
    const query = `query ($id: ID!) { bot(id: $id) { ${fields} } }`;
    const { data } = await queryGraphql(app().url, { query, variables: { id: botId } });
    return recordAt(data, 'bot');
  }

  const draftOf = async (botId: string) => JSON.stringify((await read(botId, 'draft'))['draft']);

  describe('a person who writes notes on the canvas', () => {
    test('adds one, changes it and takes it away, and the flow is as it was, to the byte', async () => {
      const botId = await newBot();
      const before = await draftOf(botId);
      const added = await edit(botId, [{ setNote: { note } }]);
      expect(
        await read(botId, 'flow { notes { noteId text color position { x } size { width } } }'),
      ).toEqual({
        flow: {
          notes: [
            {
              ...{ noteId: 'n1', text: 'Legal has to read this', color: 'green' },
              ...{ position: { x: 5 }, size: { width: 240 } },
            },
          ],
        },
      });
      const patch = { text: 'Legal has read this', color: null };
      const changed = await edit(botId, [{ updateNote: { noteId: 'n1', patch } }]);
      expect(await draftOf(botId)).toContain('Legal has read this');
      await edit(botId, changed['inverse']);
      await edit(botId, added['inverse']);
      expect(await draftOf(botId)).toBe(before);
    });

    test('finds it by its words, and reads what changed since the live version', async () => {
      const botId = await newBot();
      await bodyOf(rest.publishBot({ botId }));
      await edit(botId, [{ setNote: { note } }]);
      const fields = `unpublishedChanges { kind partId name }
      searchFlow(text: "legal") { nodes { kind noteId excerpt } }`;
      expect(await read(botId, fields)).toEqual({
        unpublishedChanges: [{ kind: 'NOTE_ADDED', partId: 'n1', name: note.text }],
        searchFlow: { nodes: [{ kind: 'TEXT', noteId: 'n1', excerpt: note.text }] },
      });
    });

    test('moves a bot to another server with them', async () => {
      const botId = await newBot({ notes: [note] });
      const exported = await read(botId, 'draft');
      const other = await newBot(recordAt(exported, 'draft'));
      expect(partAt(await read(other, 'draft'), 'draft.notes')).toEqual([note]);
    });

    test('replaces all of them with updateBot, also with none', async () => {
      const botId = await newBot();
      const before = await draftOf(botId);
      await bodyOf(rest.updateBot({ botId, bot: { notes: [note] } }));
      await bodyOf(rest.updateBot({ botId, bot: { name: 'Another' } }));
      expect(partAt(await read(botId, 'draft'), 'draft.notes')).toEqual([note]);
      await bodyOf(rest.updateBot({ botId, bot: { notes: [] } }));
      expect(await draftOf(botId)).toBe(before);
      expect(await draftOf(await newBot({ notes: [] }))).toBe(before);
    });

    test('reads what is wrong with one', async () => {
      const botId = await newBot({ notes: [note] });
      const patch = { size: { width: 1 } };
      const { userErrors } = await edit(botId, [{ updateNote: { noteId: 'n1', patch } }]);
      expect(userErrors).toEqual([
        { path: ['edits', '0', 'updateNote', 'patch', 'size', 'width'] },
      ]);
    });
  });

  test('visitors get nothing of the notes; chats, problems and texts to translate are the same without them', async () => {
    const shown = async (botId: string) => {
      const { publicId } = await bodyOf(rest.publishBot({ botId }));
      const started = await bodyOf(rest.startChat({ publicId }));
      expect(JSON.stringify(started)).not.toContain('Legal');
      const fields = 'issues { code } translations(language: "de") { nodes { text } }';
      return { said: partAt(started, 'messages.0.content'), ...(await read(botId, fields)) };
    };
    expect(await shown(await newBot({ notes: [note] }))).toEqual(await shown(await newBot()));
  });
});
