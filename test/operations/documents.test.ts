import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
} from '../support/transports.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();
const at = { x: 0, y: 0 };
const hologram = { id: 'h', type: 'hologram', options: { depth: 3 } };
const groups = [{ id: 'g', title: 'G', graphCoordinates: at, blocks: [hologram] }];
const events = [{ id: 's', type: 'start', graphCoordinates: at }];
const file = { version: '6', events, groups, spaceId: 'space', revision: 'theirs', draft: 1 };

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const importing = async (bot: object) =>
    (await bodyOf(transport.importBot({ workspaceId: await makeWorkspace(transport), bot }))).bot;

  test('a file of a newer product is kept whole, and can be edited without losing what it brought', async () => {
    const { id: botId } = await importing({ ...file, id: 'x', workspaceId: 'w', isArchived: true });
    const read = async () => (await bodyOf(transport.readBot({ botId }))).bot;
    expect(await read()).toMatchObject({ ...file, id: botId, isArchived: false });
    const edited = { name: 'Edited', groups: [{ ...groups[0], title: 'H' }], planet: 'Mars' };
    await bodyOf(transport.updateBot({ botId, bot: edited }));
    expect(await read()).toMatchObject({ ...edited, spaceId: 'space', revision: 'theirs' });
    await bodyOf(transport.updateBot({ botId, bot: { name: 'Again', spaceId: null } }));
    expect(await read()).not.toHaveProperty('spaceId');
    const blocks = [hologram, { ...hologram, id: 'i' }, { ...hologram, type: 'teleporter' }];
    const refusal = await refusalOf(
      transport.updateBot({ botId, bot: { groups: [{ ...groups[0], blocks }] } }),
    );
    expect(refusal.issues?.map(({ path }) => path)).toEqual(
      [1, 2].map((index) => ['bot', 'groups', 0, 'blocks', index, 'type'].map(spelt)),
    );
    const misspelt = await refusalOf(transport.updateBot({ botId, bot: { grups: [] } }));
    expect(misspelt.issues?.map(({ path }) => path)).toEqual([['bot', 'grups']]);
    const much = { name: 'x', more: 'x'.repeat(1_000_000) };
    expect((await refusalOf(transport.updateBot({ botId, bot: much }))).code).toBe('BAD_REQUEST');
    const ending = 'a'.repeat(999_000);
    expect(
      (await refusalOf(transport.updateBot({ botId, bot: { name: 'x', a: ending, b: ending } })))
        .code,
    ).toBe('BAD_REQUEST');
    await bodyOf(transport.updateBot({ botId, bot: { name: 'x', a: ending } }));
    expect(
      (await refusalOf(transport.updateBot({ botId, bot: { name: 'x', b: ending } }))).code,
    ).toBe('BAD_REQUEST');
  });

  test('a preview of a flow that has an id replies with that id', async () => {
    const { botId } = await makePublished(transport, botOf(interview));
    const bot = { ...botOf(interview), version: '6', id: 'mine' };
    expect(await bodyOf(transport.startPreview({ botId, bot }))).toMatchObject({
      bot: { id: 'mine' },
    });
    expect(await bodyOf(transport.startPreview({ botId }))).toMatchObject({ bot: { id: botId } });
  });

  test('an unknown token is refused, also where none is needed', async () => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const calling = { token: 'parley_nobody' };
    for (const call of [
      transport.startChat({ publicId }, calling),
      transport.continueChat({ sessionId, message: 'Ada' }, calling),
      transport.startPreview({ botId: 'bot_none' }, calling),
      transport.stopReply({ sessionId }, calling),
    ]) {
      expect((await refusalOf(call)).code).toBe('UNAUTHORIZED');
    }
  });

  test('a bot with a progress bar replies with the progress when a chat is only registered', async () => {
    const theme = { general: { progressBar: { isEnabled: true } } };
    const { publicId } = await makePublished(transport, botOf(interview, { theme }));
    const reply = await bodyOf(transport.startChat({ publicId, isOnlyRegistering: true }));
    expect(reply).toMatchObject({ progress: 0 });
  });

  function spelt(part: string | number): string | number {
    return name === 'REST' ? part : String(part);
  }
});

test('events of a chat from before its first one are refused', async () => {
  const transport = openTransport('REST', () => app().url);
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const address = `${app().url}/v1/sessions/${sessionId}/events?after=-1`;
  for (const accept of ['application/json', 'text/event-stream']) {
    const response = await fetch(address, { headers: { accept } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: ['after'] }] });
  }
  const query = `{ chatEvents(sessionId: "${sessionId}", after: -1) { seq } }`;
  expect((await queryGraphql(app().url, { query })).errors).toHaveLength(1);
});

test('a number where the interface has a text is refused', async () => {
  const transport = openTransport('REST', () => app().url);
  const workspaceId = await makeWorkspace(transport);
  const bad = { workspaceId: 5 } as unknown as { workspaceId: string };
  for (const call of [
    transport.createBot({ ...bad, bot: {} }),
    transport.importBot({ ...bad, bot: file }),
  ]) {
    const { code, issues } = await refusalOf(call);
    expect([code, issues?.[0]?.path]).toEqual(['BAD_REQUEST', ['workspaceId']]);
  }
  const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
  const patch = { updatedAt: 5 };
  expect((await refusalOf(transport.updateBot({ botId: bot.id, bot: patch }))).code).toBe(
    'BAD_REQUEST',
  );
});
