import { describe, expect, test } from '@jest/globals';
import { openTurnTrace, type EffectDone, type OpenTrace } from '../../src/chat/turnTrace.js';
import type { EffectResult, HandledEffect, Session } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';

const flow = flowOf({ groups: { Start: [ask('text input')] } });
const effect: HandledEffect = { kind: 'runScript', code: 'return 1', args: [] };

const heard = { input: { type: 'message' }, journal: {} } as const;

/** No step is taken. */
const noEnv = () => standIn<ReturnType<Parameters<typeof openTurnTrace>[2]>>({});

const entriesOf = (trace: OpenTrace) => partAt(trace.noted(9), 'trace') as readonly unknown[];

/** The session while a block waits for its effect. */
function waitingAt(index: number): Session {
  const open = standIn<NonNullable<Session['open']>>({ blockCall: { groupId: 'Start', index } });
  return { ...newSession(flow), open };
}

/** The trace of a second turn in which this effect was handled. */
async function tracedEffect(
  result: EffectResult,
  { session = waitingAt(0), secrets = [] as string[], ...rest }: TracedOptions = {},
): Promise<unknown> {
  const { ports } = openFakeStore(flow, { secretTexts: async () => secrets });
  const place = { sessionId: 'ses_1', turn: 2, firstSeq: 2 };
  const trace = openTurnTrace(ports, standIn({ ...place, session, ...heard }), noEnv);
  const handled = { effect, result, session, at: 5, duration: 7, isKept: false, ...rest };
  await trace.noteEffect(handled);
  const [entry, ...others] = entriesOf(trace);
  expect(others).toEqual([]);
  return entry;
}

type TracedOptions = Partial<EffectDone> & { readonly secrets?: string[] };

describe('the trace of an effect', () => {
  test('names the block that requested it, and shows what it asked for and what came back', async () => {
    expect(await tracedEffect({ ok: true, value: [1] })).toEqual({
      ...{ kind: 'effect', at: 5, groupId: 'Start', blockId: 'Start.1', effect: 'runScript' },
      request: '{"code":"return 1","args":[]}',
      ...{ isOk: true, result: '[1]', duration: 7 },
    });
  });

  test('names only the group if the flow has no such block any more', async () => {
    const entry = await tracedEffect({ ok: true, value: 1 }, { session: waitingAt(7) });
    expect(entry).toHaveProperty('groupId', 'Start');
    expect(entry).not.toHaveProperty('blockId');
  });

  test('names no place if no block waits for it', async () => {
    const entry = await tracedEffect({ ok: true, value: 1 }, { session: newSession(flow) });
    expect(entry).toMatchObject({ kind: 'effect', effect: 'runScript' });
    expect(entry).not.toHaveProperty('groupId');
  });

  test('shows null for a result without a value', async () => {
    expect(await tracedEffect({ ok: true })).toMatchObject({ isOk: true, result: 'null' });
  });

  test('says why it failed and after how many tries', async () => {
    const entry = await tracedEffect({ ok: false, error: 'no answer', tries: 3 });
    expect(entry).toMatchObject({ isOk: false, result: 'null', error: 'no answer', tries: 3 });
    expect(await tracedEffect({ ok: true })).not.toHaveProperty('tries');
  });

  test('shows the first hundred lines that a script wrote, without secrets', async () => {
    const printed = Array.from({ length: 101 }, (_, number) => `${number} of Hunter-2`);
    const entry = await tracedEffect({ ok: true, printed }, { secrets: ['Hunter-2'] });
    const shown = printed.slice(0, 100).map((line) => line.replace('Hunter-2', '***'));
    expect(entry).toHaveProperty('printed', shown);
    expect(await tracedEffect({ ok: true })).not.toHaveProperty('printed');
  });

  test('hides what is stored under the name of a secret, but not that there is none', async () => {
    const value = { password: 'Swordfish', apiKey: '' };
    const entry = await tracedEffect({ ok: true, value });
    expect(entry).toHaveProperty('result', '{"password":"***","apiKey":""}');
  });

  test('says if an earlier attempt at the turn got the result', async () => {
    const entry = await tracedEffect({ ok: true }, { isKept: true });
    expect(entry).toHaveProperty('isKept', true);
  });

  test('hides the secrets of the account that it names', async () => {
    const asked: (readonly string[])[] = [];
    const { ports } = openFakeStore(flow, {
      async secretTexts(_botId, credentialsIds) {
        asked.push(credentialsIds);
        return ['Swordfish'];
      },
    });
    const session = waitingAt(0);
    const trace = openTurnTrace(ports, standIn({ turn: 2, session, ...heard }), noEnv);
    const named = standIn<HandledEffect>({
      kind: 'sendEmail',
      credentialsId: 'crd_1',
      to: 'Swordfish',
    });
    const result = { ok: true } as const;
    await trace.noteEffect({ effect: named, result, session, at: 5, duration: 7, isKept: false });
    expect(asked).toEqual([['crd_1']]);
    expect(entriesOf(trace)[0]).not.toHaveProperty('request', expect.stringMatching('Swordfish'));
    expect(entriesOf(trace)[0]).toHaveProperty('request', expect.stringMatching('"to":"\\*{3}"'));
  });
});
