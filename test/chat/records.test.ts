import { expect, test } from '@jest/globals';
import { reportClientLogs } from '../../src/chat/clientLogs.js';
import { longestOf, recordsOf } from '../../src/chat/records.js';
import type { Session, StepResult } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';
import { parrot, waiting } from '../support/waitingChat.js';

const flow = flowOf({ groups: {} });
const live = newSession(flow, { isPreview: false, resultId: 'res_1' });
const turnOf = (more: Partial<StepResult> = {}): StepResult => ({
  session: live,
  events: [],
  records: [],
  passed: [],
  ...more,
});
const at = (blockId: string, more: object = {}): Session => ({
  ...live,
  phase: 'running',
  at: { groupId: 'g', index: 0, blockId, waitsFor: 'user' },
  ...more,
});

const after = (session: Session | undefined, waited = 0) => session && { session, waited };

test('an answer is counted by how long it took, at the block that asked', () => {
  const took = (waited: number, id = 'a') => {
    const passed = [{ botId: 'x', flowId: 'f', kind: 'answered', id }] as const;
    const { counts } = recordsOf(turnOf({ session: at('b'), passed }), after(at('a'), waited));
    return counts.flatMap(({ parts }) => parts.filter(([kind]) => kind === 'took'));
  };
  expect([-200, 0, 900, 1_000, 1_001, 60_000, 1e12].map((waited) => took(waited)[0]?.[1])).toEqual([
    '0:a',
    '0:a',
    '0:a',
    '0:a',
    '1:a',
    '12:a',
    '40:a',
  ]);
  expect(took(1_000, 'another')).toEqual([]);
  expect([0, 1, 12, 40].map(longestOf)).toEqual([1, 1.4, 64, null]);
});

test('a chat counts as left at the block where it waits, and no longer at the one before', () => {
  const counts = (session: Session, before?: Session) =>
    recordsOf(turnOf({ session }), after(before)).counts.flatMap(({ parts }) => parts);
  expect(counts(at('b'), at('a'))).toEqual([
    ['left', 'a', -1],
    ['left', 'b', 1],
  ]);
  expect(counts(at('a'), at('a'))).toEqual([]);
  expect(counts(at('a'))).toEqual([['left', 'a', 1]]);
  expect(counts(at('b', { phase: 'ended' }), at('a'))).toEqual([['left', 'a', -1]]);
  const settings = { ...live.settings, isPreview: true };
  expect(counts(at('b', { settings }))).toEqual([]);
  expect(counts(at('b', { stack: [] }))).toEqual([]);
  expect(counts({ ...live, phase: 'running' })).toEqual([]);
  expect(recordsOf(turnOf({ session: at('a') }), after(at('a'))).counts).toEqual([]);
});

test('the blocks and edges that a chat came through are counted for each bot, flow and kind', () => {
  const entry = { botId: 'x', flowId: 'f', kind: 'reached', id: 'b' } as const;
  const passed = [
    entry,
    entry,
    { ...entry, kind: 'edge' } as const,
    { ...entry, botId: 'y' },
    { ...entry, flowId: 'g' },
  ];
  expect(recordsOf(turnOf({ passed })).counts).toEqual([
    {
      botId: 'x',
      flowId: 'f',
      parts: [
        ['reached', 'b', 2],
        ['edge', 'b', 1],
      ],
    },
    { botId: 'y', flowId: 'f', parts: [['reached', 'b', 1]] },
    { botId: 'x', flowId: 'g', parts: [['reached', 'b', 1]] },
  ]);
});

test('earlier answers are replaced when a chat that was only registered begins to run, if the bot does not remember', () => {
  const settings = { ...live.settings, replacesAnswers: true } as const;
  const registered = { ...live, phase: 'registered', settings } as const;
  const running = { ...live, phase: 'running', settings } as const;
  const hides = (session: Session, before?: Session) =>
    recordsOf(turnOf({ session }), after(before)).hidesEarlierAnswers;
  expect(hides(running, registered)).toBe(true);
  expect(hides(registered, registered)).toBe(false);
  expect(hides(running, running)).toBe(false);
  expect(hides(running)).toBe(false);
  expect(hides({ ...running, settings: live.settings }, registered)).toBe(false);
});

test('only a turn with an end ends a chat, and only the last state of a result is stored', () => {
  const isEnded = (isOver: boolean) =>
    recordsOf(turnOf({ events: [{ kind: 'turnEnd', isEnded: isOver }] })).isEnded;
  expect([isEnded(true), isEnded(false)]).toEqual([true, false]);
  const result = {
    kind: 'saveResult',
    resultId: 'r',
    botId: 'bot',
    flowId: 'f',
    variables: [],
    hasStarted: true,
    isCompleted: false,
  } as const;
  const last = { ...result, isCompleted: true };
  const answer = {
    kind: 'recordAnswer',
    resultId: 'r',
    blockId: 'b',
    groupId: 'g',
    variableId: null,
    content: 'x',
  } as const;
  const { answers, results } = recordsOf(turnOf({ records: [result, answer, last] }));
  expect([answers, results]).toEqual([[answer], [last]]);
});

const line = {
  status: 'error',
  description: 'Failed: https://example.com/?api_key=sk-1234',
  details: { token: 'secret' },
} as const;

const report = { sessionId: 'ses_1', logs: [line], origin: undefined };

test('reports of a client are stored without secrets, only for live chats, and only up to a number of lines', async () => {
  const store = waiting(parrot);
  let kept: unknown;
  store.before = (name, values) => {
    if (name === 'client_logs_save') kept = values[3];
  };
  expect(await reportClientLogs(store.ports, report)).toBe(0);
  expect(kept).toContain('***');
  expect(kept).toContain('?api_key=***');
  store.found['client_logs_save'] = [{}];
  expect(await reportClientLogs(store.ports, report)).toBe(1);
  expect(await reportClientLogs(store.ports, { ...report, logs: [] })).toBe(0);
  store.chat.row = { ...store.chat.row, isPreview: true };
  expect(await reportClientLogs(store.ports, report)).toBe(0);
});

test('a stored chat ends with what turns leave as it is, so that little of it is logged', () => {
  const stored = (answered: number) =>
    recordsOf(turnOf({ session: at(`block ${answered}`, { answered }) })).state;
  expect(JSON.parse(stored(1))).toEqual(at('block 1', { answered: 1 }));
  const fromStack = (state: string) => state.slice(state.indexOf('"stack"'));
  expect(fromStack(stored(1))).toMatch(/"variables":.*"flowId":.*"settings":/);
  expect(fromStack(stored(1))).toBe(fromStack(stored(22)));
});
