import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

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
  const { data } = await queryGraphql(app().url, { query, variables: { input: { botId, edits } } });
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
    expect(userErrors).toEqual([{ path: ['edits', '0', 'updateNote', 'patch', 'size', 'width'] }]);
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
