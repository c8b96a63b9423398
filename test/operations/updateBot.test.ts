import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
} from '../support/transports.js';
import { say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';
import { partAt } from '../support/parts.js';

const app = useApp();

describe.each(transportNames)('updating a bot over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const make = async (bot: object = {}) => {
    const workspaceId = await makeWorkspace(transport);
    return (await bodyOf(transport.createBot({ workspaceId, bot }))).bot;
  };
  const update = async (botId: string, bot: object) =>
    (await bodyOf(transport.updateBot({ botId, bot }))).bot;

  test('keeps absent members, clears members with null and sets the others', async () => {
    const made = await make(botOf(interview, { icon: '🤖', publicId: `kept-${name}` }));
    const changed = await update(made.id, { name: 'New', icon: null, riskLevel: 3.5 });
    const { updatedAt, ...rest } = changed;
    expect(rest).toEqual({
      ...made,
      updatedAt: undefined,
      name: 'New',
      icon: null,
      riskLevel: 3.5,
    });
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot).toEqual(changed);
  });

  test('replaces each part of the flow as a whole', async () => {
    const made = await make({
      settings: { general: { isBrandingEnabled: true }, metadata: { title: 'T' } },
      theme: { general: { font: 'Inter' }, customCss: 'x' },
      variables: [{ id: 'a', name: 'A' }],
    });
    const changed = await update(made.id, {
      settings: { metadata: { description: 'D' } },
      theme: {},
      variables: [],
    });
    expect(changed).toMatchObject({ groups: made['groups'], events: made['events'] });
    expect(changed['settings']).toEqual({ metadata: { description: 'D' } });
    expect([changed['theme'], changed['variables']]).toEqual([{}, []]);
  });

  test('clears the public id with null and accepts another one', async () => {
    const made = await make({ publicId: `first-${name}` });
    expect((await update(made.id, { publicId: null }))['publicId']).toBeNull();
    expect((await update(made.id, { publicId: `next-${name}` }))['publicId']).toBe(`next-${name}`);
    const other = await make();
    const refusal = await refusalOf(
      transport.updateBot({ botId: other.id, bot: { publicId: `next-${name}` } }),
    );
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason: 'PUBLIC_ID_TAKEN' });
  });

  test('ignores members that no caller may set', async () => {
    const made = await make();
    const changed = await update(made.id, {
      id: 'mine',
      workspaceId: 'mine',
      isArchived: true,
      createdAt: '2001-01-01T00:00:00.000Z',
    });
    expect({ ...changed, updatedAt: made.updatedAt }).toEqual(made);
  });

  test('accepts a flow of version 5 and returns it as version 6', async () => {
    const made = await make();
    const changed = await update(made.id, {
      version: '5',
      groups: [
        {
          id: 'first',
          title: 'Start',
          graphCoordinates: { x: 0, y: 0 },
          blocks: [{ id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'e' }],
        },
        {
          id: 'g',
          title: 'G',
          graphCoordinates: { x: 0, y: 0 },
          blocks: [{ id: 'b', ...say('Hi') }],
        },
      ],
      edges: [{ id: 'e', from: { groupId: 'first', blockId: 's' }, to: { groupId: 'g' } }],
    });
    expect(changed).toMatchObject({
      version: '6',
      events: [{ type: 'start', outgoingEdgeId: 'e' }],
      groups: [{ id: 'g' }],
    });
  });

  test.each([
    ['theme null', { theme: null }, 'theme'],
    ['a closed flag that is a text', { isClosed: 'yes' }, 'isClosed'],
    ['a risk level that is a text', { riskLevel: 'high' }, 'riskLevel'],
    ['a moment that is none', { updatedAt: 'yesterday' }, 'updatedAt'],
    ['a folder that is not there', { folderId: 'nowhere' }, 'folderId'],
  ])('refuses %s', async (_case, bot, member) => {
    const made = await make();
    const refusal = await refusalOf(transport.updateBot({ botId: made.id, bot }));
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason: 'VALIDATION' });
    expect(refusal.issues?.[0]?.path.slice(0, 2)).toEqual(['bot', member]);
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot).toEqual(made);
  });

  test('accepts a folder of its workspace and refuses one of another', async () => {
    const made = await make();
    const other = await make();
    for (const bot of [made, other]) await makeFolder(`fld_${bot.id}`, String(bot['workspaceId']));
    const folderId = `fld_${made.id}`;
    expect((await update(made.id, { folderId }))['folderId']).toBe(folderId);
    const refusal = await refusalOf(
      transport.updateBot({ botId: made.id, bot: { folderId: `fld_${other.id}` } }),
    );
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await update(made.id, { folderId: null }))['folderId']).toBeNull();
  });

  test('refuses to overwrite a later change of somebody else', async () => {
    const made = await make();
    const now = Date.parse(made.updatedAt);
    const seen = (age: number) => ({ name: 'N', updatedAt: new Date(now - age).toISOString() });
    expect((await update(made.id, seen(4_000)))['name']).toBe('N');
    const refusal = await refusalOf(transport.updateBot({ botId: made.id, bot: seen(10_000) }));
    expect(refusal).toMatchObject({ code: 'CONFLICT', reason: 'BOT_CHANGED' });
  });

  test('sets the time of the change itself, whatever the clock of the caller says', async () => {
    const made = await make();
    const changed = await update(made.id, { updatedAt: '2099-01-01T00:00:00.000Z' });
    expect(changed.updatedAt).not.toMatch(/^2099/);
  });

  test('loses nothing of two changes made at once', async () => {
    const made = await make();
    await Promise.all([
      update(made.id, { name: 'Both' }),
      update(made.id, { icon: '🅱️' }),
      update(made.id, { riskLevel: 1 }),
      update(made.id, { settings: { metadata: { title: 'T' } } }),
      update(made.id, { theme: { customCss: 'c' } }),
    ]);
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot).toMatchObject({
      name: 'Both',
      icon: '🅱️',
      riskLevel: 1,
      settings: { metadata: { title: 'T' } },
      theme: { customCss: 'c' },
    });
  });

  test('closes a published bot at once, and opens it again', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    await update(botId, { isClosed: true });
    expect(await refusalOf(transport.startChat({ publicId }))).toMatchObject({
      reason: 'BOT_CLOSED',
    });
    await update(botId, { isClosed: false });
    expect((await bodyOf(transport.startChat({ publicId }))).messages).toHaveLength(1);
  });

  test('refuses a change that makes the draft too large, and does not change it', async () => {
    const { id: botId } = await make();
    const text = 'x'.repeat(5_000_000);
    await update(botId, { name: 'one', theme: { customCss: text } });
    await update(botId, { name: 'two', settings: { metadata: { description: text } } });
    const variables = [{ id: 'v', name: 'V', value: text }];
    const refusal = await refusalOf(
      transport.updateBot({ botId, bot: { name: 'three', variables } }),
    );
    expect(refusal).toMatchObject({ reason: 'VALIDATION' });
    expect(refusal.message).toMatch(/would have 150\d{5} characters of JSON; 12000000 are allowed/);
    expect((await bodyOf(transport.readBot({ botId }))).bot.name).toBe('two');
  });

  test('fails for a missing bot', async () => {
    const refusal = await refusalOf(transport.updateBot({ botId: 'bot_none', bot: {} }));
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'BOT_NOT_FOUND' });
  });
});

describe('with a revision over GraphQL', () => {
  const transport = openTransport('GraphQL', () => app().url);
  const revisionOf = async (id: string) => {
    const query = 'query ($id: ID!) { bot(id: $id) { revision } }';
    const { data } = await queryGraphql(app().url, { query, variables: { id } });
    return partAt(data, 'bot');
  };

  test('one of two writers that saw the same revision gets a conflict', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id: botId } = (await bodyOf(transport.createBot({ workspaceId, bot: {} }))).bot;
    expect(await revisionOf(botId)).toEqual({ revision: 1 });
    const outcomes = await Promise.all(
      ['A', 'B'].map((name) => transport.updateBot({ botId, bot: { name }, ifRevision: 1 })),
    );
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ code: 'CONFLICT', reason: 'BOT_CHANGED' }),
    );
    expect(await revisionOf(botId)).toEqual({ revision: 2 });
  });
});

async function makeFolder(id: string, workspaceId: string): Promise<void> {
  await rowsOf(
    app().databaseUrl,
    'insert into folder (id, workspace_id, name, created_at, updated_at) values ($1, $2, $1, now(), now())',
    [id, workspaceId],
  );
}
