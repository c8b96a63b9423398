import { describe, expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { TurnInput } from '../../src/chat/openTurn.js';
import { run, type RunTurn } from '../../src/chat/run.js';
import type { Flow, Session } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { type FakeStore, flowsOf, openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { linesOf } from '../support/lines.js';
import { recordAt } from '../support/parts.js';
import { parrot, send, waiting } from '../support/waitingChat.js';

const code = { type: 'Set variable', options: { variableId: 'vX', expressionToEvaluate: '1 + 1' } };
const again = { type: 'Jump', options: { groupId: 'Loop' } };
const endless = flowOf({ variables: { X: 'x' }, groups: { Loop: [code, again] } });
const live = { isPreview: false, resultId: 'res_1' };

async function startOf(
  store: FakeStore,
  flow: Flow,
  more: Partial<TurnInput> = {},
): Promise<RunTurn> {
  return run(store.ports, {
    sessionId: 'chat',
    turn: 1,
    firstSeq: 1,
    session: newSession(flow),
    input: { type: 'start' },
    journal: openUnleasedJournal(() => 0, 'chat'),
    ...more,
  });
}

/** Plays a flow whose effects take so many milliseconds each. */
async function linesAt(
  pace: number,
  flow = endless,
  session = newSession(flow),
): Promise<{ lines: string[]; effects: number }> {
  let effects = 0;
  const store = openFakeStore(flow, {
    async handleEffect() {
      effects += 1;
      store.time += pace;
      return { ok: true, value: 2 };
    },
  });
  const { events } = await startOf(store, flow, { session });
  return { lines: linesOf(events), effects };
}

describe('a turn that requests effects endlessly', () => {
  test('is ended after fifty of them, and says so', async () => {
    const { lines, effects } = await linesAt(0);
    expect(effects).toBe(50);
    expect(lines).toEqual([
      'log: error: Stopped after 101 blocks in one turn: it asked the outside more than 50 times',
    ]);
  });

  test('is ended after a minute, and a log says so', async () => {
    const { lines, effects } = await linesAt(30_000);
    expect(effects).toBe(3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/blocks in one turn: it took longer than 60 seconds$/);
  });

  test('is ended after ten seconds in a restricted preview', async () => {
    const session = newSession(endless, { reach: 'nothing' });
    const { lines, effects } = await linesAt(5_000, endless, session);
    expect(effects).toBe(3);
    expect(lines[0]).toMatch(/it took longer than 10 seconds$/);
  });
});

test('a turn sends five e-mails at most, and goes on without the others', async () => {
  const email = { type: 'Email', options: { recipients: ['ada@example.com'] } };
  const flow = flowOf({
    groups: { Start: [...Array.from({ length: 6 }, () => email), say('Sent')] },
  });
  const { lines, effects } = await linesAt(0, flow, newSession(flow, live));
  expect(effects).toBe(5);
  expect(lines).toEqual([
    'log: success: Email successfully sent',
    'log: error: Email not sent',
    'bot: Sent',
  ]);
});

test('a payment that cannot be prepared fails the call with what is wrong with the account', async () => {
  const options = { credentialsId: 'c', amount: '5', currency: 'EUR' };
  const flow = flowOf({ groups: { Start: [ask('payment input', undefined, options)] } });
  const handleEffect = async () => ({ ok: false, error: 'no such account' }) as const;
  await expect(startOf(openFakeStore(flow, { handleEffect }), flow)).rejects.toMatchObject({
    reason: 'PAYMENT_IMPOSSIBLE',
    message: expect.stringMatching(/: The payment of block \S+ cannot be taken: no such account$/),
  });
});

describe('the gate of restricted previews', () => {
  const flow = flowOf({ groups: { Start: [say('Hi')] } });
  const restricted = newSession(flow, { reach: 'bots' });
  const clientAddress = '192.0.2.1';
  test.each([
    ['is passed by their messages', { session: restricted, clientAddress }, [clientAddress]],
    ['is not passed again by their start', { session: restricted }, []],
    ['is not passed by other chats', { session: newSession(flow), clientAddress }, []],
  ])('%s', async (_what, more, passed) => {
    const addresses: string[] = [];
    const store = openFakeStore(flow, {
      async previewGate(address, work) {
        addresses.push(address);
        return work();
      },
    });
    const { events } = await startOf(store, flow, more);
    expect(linesOf(events)).toEqual(['bot: Hi']);
    expect(addresses).toEqual(passed);
    expect(store.ran).toEqual(passed.flatMap(() => ['preview_grown', '']));
  });
});

describe('the flows of a turn', () => {
  test('are read once, also where a bot is open more than once', async () => {
    const reads: string[] = [];
    const flows = flowsOf(parrot);
    const load = async (id: string) => {
      reads.push(id);
      return flows.load(id);
    };
    const store = waiting(parrot, { flows: { ...flows, load } });
    const session: Session = { ...newSession(parrot), ...recordAt(store.chat.row.state) };
    const [frame] = session.stack;
    const stack = [frame, frame];
    store.chat.row = { ...store.chat.row, state: { ...session, stack } };
    await send(store);
    expect(reads).toEqual(['flow']);
  });

  test('are read for the theme of a chat that is only registered', async () => {
    const theme = { chat: { hostAvatar: { url: '{{Face}}' } } };
    const flow = flowOf({ variables: { Face: 'https://example.com/a.png' }, theme, groups: {} });
    const { events } = await startOf(openFakeStore(flow), flow, { turn: 0 });
    expect(linesOf(events)).toEqual(['theme: {"hostAvatarUrl":"https://example.com/a.png"}']);
  });
});

describe('a command', () => {
  const helpful = flowOf({
    groups: { Start: [ask('text input')], Help: [say('Help')] },
    events: [{ type: 'command', options: { command: 'help' }, to: 'Help' }],
  });

  test('is followed if an event of the open bot listens to it', async () => {
    expect(await send(waiting(helpful), { message: { command: 'help' } })).toEqual(['Help']);
  });

  test('of the bot that linked to the open one is not known', async () => {
    const inner = flowOf({ groups: { Start: [ask('text input')] } }, 'inner');
    const store = waiting(helpful, { flows: flowsOf(helpful, inner) });
    const session = newSession(helpful);
    const stack = [...session.stack, ...newSession(inner).stack];
    store.chat.row = { ...store.chat.row, state: { ...session, stack } };
    const sent = send(store, { message: { command: 'help' } });
    await expect(sent).rejects.toMatchObject({ reason: 'COMMAND_NOT_FOUND' });
  });
});

const link = { type: 'Bot link', options: { botId: 'other' } };

const flow = flowOf({ groups: { Start: [link, say('back')] } });

const other = flowOf({ groups: { Start: [say('other')] } }, 'other');

/** The lines of a start with these rows for a statement, and the values that the statements got. */
async function play(found: Record<string, object[]>, isPreview = false) {
  const flows = { ...flowsOf(flow, other), save: async () => other };
  const store = openFakeStore(flow, { flows });
  Object.assign(store.found, found);
  const sent: unknown[] = [];
  store.before = (name, values) => void sent.push([name, ...values]);
  const turn = await run(store.ports, {
    sessionId: 'ses_1',
    turn: 1,
    firstSeq: 1,
    session: newSession(flow, isPreview ? {} : { isPreview, resultId: 'res_1' }),
    input: { type: 'start' },
    journal: openUnleasedJournal(() => 0, 'chat'),
  });
  return { lines: linesOf(turn.events), sent };
}

test('a chat continues in the published version of another bot, and comes back', async () => {
  const { lines, sent } = await play({ linked_published: [{ flowId: 'other' }] });
  expect(lines).toEqual(['bot: other', 'bot: back']);
  expect(sent).toEqual([['linked_published', 'bot', 'other']]);
});

test('a preview continues in the draft of another bot', async () => {
  const { lines, sent } = await play({ linked_draft: [{ draft: '{}' }] }, true);
  expect(lines).toEqual(['bot: other', 'bot: back']);
  expect(sent).toEqual([['linked_draft', 'bot', 'other']]);
});

test.each([false, true])(
  'a link to a bot that is not there is skipped (preview: %s)',
  async (isPreview) => {
    const { lines } = await play({}, isPreview);
    expect(lines).toEqual([expect.stringMatching(/^log: error: .*Bot link/), 'bot: back']);
  },
);
