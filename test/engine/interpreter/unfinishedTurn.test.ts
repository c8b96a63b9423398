import { describe, expect, test } from '@jest/globals';
import { returning } from '../../../src/engine/scripts/script.js';
import type { Session } from '../../../src/engine/interpreter/session.js';
import { step } from '../../../src/engine/interpreter/step.js';
import { chat, env, newSession, runTurn } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const greeting = flowOf({
  variables: { Name: null },
  groups: { Start: [say('Your name?'), ask('text input', 'Name'), say('Hi {{Name}}!')] },
});
const of = (flow: typeof greeting) => () => flow;

describe('an effect', () => {
  const flow = flowOf({
    variables: { X: null },
    groups: {
      Start: [
        say('first'),
        { type: 'Wait', options: { secondsToWaitFor: '1' } },
        { type: 'Set variable', options: { variableId: 'vX', expressionToEvaluate: '1 + 1' } },
        say('{{X}} {{= 2 + 2 =}} {{= 3 + 3 =}}'),
      ],
    },
  });
  const asked = step(of(flow), newSession(flow), { type: 'start' }, env(0));

  test('leaves the turn unfinished: the session contains it, and there are no events yet', () => {
    expect(asked).toMatchObject({
      events: [],
      records: [],
      passed: [],
      effect: { kind: 'runScript', code: returning('1 + 1'), args: [] },
      session: { phase: 'running', open: { blocksEntered: 3, lastBubbleBlockId: 'Start.1' } },
    });
  });

  test('for expressions has all expressions of a block, and one that fails stays text', () => {
    const answer = { ok: true, value: 2 } as const;
    const next = step(of(flow), asked.session, { type: 'answer', answer }, env(1));
    expect(next.effect).toEqual({
      kind: 'evaluate',
      expressions: ['2 + 2', '3 + 3'].map(returning),
      args: [],
    });
    const end = (value: unknown) =>
      linesOf(
        step(of(flow), next.session, { type: 'answer', answer: { ok: true, value } }, env(2))
          .events,
      ).at(-1);
    expect(
      end([
        { ok: true, value: 4 },
        { ok: false, error: 'no' },
      ]),
    ).toBe('bot: 2 4 3 + 3');
    expect(end([{ ok: true, value: 4 }])).toBe('bot: 2 4 3 + 3');
    expect(end('nonsense')).toBe('bot: 2 2 + 2 3 + 3');
    const failed = { ok: false, error: 'timeout' } as const;
    const turn = step(of(flow), next.session, { type: 'answer', answer: failed }, env(2));
    expect(linesOf(turn.events).at(-1)).toBe('bot: 2 2 + 2 3 + 3');
    expect(turn.session).not.toHaveProperty('open');
  });

  test('keeps the state of the turn: the first message and the new format', () => {
    const code = {
      type: 'Set variable',
      options: { variableId: 'vX', expressionToEvaluate: '1+1' },
    };
    const both = flowOf({
      variables: { X: null },
      groups: { Start: [code, ask('email input'), code] },
    });
    const turns = chat(both, [], { firstMessage: 'A@B.co' });
    expect(turns[0]?.events.at(-1)).toMatchObject({ lastMessageNewFormat: 'a@b.co' });
  });

  test('that was never requested may get a result without harm', () => {
    const answer = { ok: true, value: 1 } as const;
    const turn = step(of(greeting), newSession(greeting), { type: 'answer', answer }, env(0));
    expect(linesOf(turn.events)).toEqual([
      'log: error: A result arrived although no effect was requested',
    ]);
    expect(turn.session.phase).toBe('registered');
  });
});

describe('a broken session', () => {
  const resting = (at: Session['at'], more: Partial<Session> = {}): Session => ({
    ...newSession(greeting),
    phase: 'running',
    ...(at && { at }),
    ...more,
  });
  const sent = { type: 'message', message: { text: 'hi' } } as const;
  const gone = 'log: error: The block this chat was at does not exist any more';

  test('ends with a log if its block, its group or its flow no longer exists', () => {
    const at = { groupId: 'Start', index: 9, blockId: 'b', waitsFor: 'user' } as const;
    const lines = (session: Session, flows: Parameters<typeof step>[0]) =>
      linesOf(runTurn(flows, session, sent).events);
    expect(lines(resting(at), of(greeting))).toEqual(['user: hi', gone]);
    expect(lines(resting({ ...at, groupId: 'gone' }), of(greeting))).toEqual(['user: hi', gone]);
    expect(lines(resting({ ...at, index: 0 }), () => undefined)).toEqual(['user: hi', gone]);
    expect(lines(newSession(greeting), () => undefined)).toEqual([
      'log: error: The flow of this chat does not exist',
    ]);
  });

  test('goes on if it waits at a block that neither parses nor resumes', () => {
    const at = { groupId: 'Start', index: 0, blockId: 'Start.1', waitsFor: 'user' } as const;
    const asking = ['? text input'];
    expect(linesOf(runTurn(of(greeting), resting(at), sent).events)).toEqual([
      'user: hi',
      ...asking,
    ]);
    const client = { ...at, waitsFor: 'client' } as const;
    expect(linesOf(runTurn(of(greeting), resting(client), sent).events)).toEqual(asking);
  });

  test('without any bot is refused', () => {
    expect(() => runTurn(of(greeting), { ...resting(undefined), stack: [] }, sent)).toThrow(
      'at least one',
    );
  });

  test('keeps the progress it had', () => {
    const turn = runTurn(of(greeting), resting(undefined, { progress: 40 }), { type: 'start' });
    expect(turn.session.progress).toBe(40);
  });
});
