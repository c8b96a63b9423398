import { describe, expect, test } from '@jest/globals';
import type { EffectResult, Effect } from '../../../src/engine/interpreter/effect.js';
import { publicFill } from '../../../src/engine/interpreter/publicFill.js';
import { fillTemplate, MAX_FILLED_LENGTH } from '../../../src/engine/text/template.js';
import { answerOf } from '../../support/answerOf.js';
import { chat, newSession, runTurn, transcript } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const setX = (options: object): BlockSketch => ({
  type: 'Set variable',
  options: { variableId: 'vX', ...options },
});
const again = { type: 'Jump', options: { groupId: 'Loop' } };

describe('a turn whose values grow with every round', () => {
  test.each([
    ['a list appended to itself', { type: 'Append value(s)', item: '{{X}}' }],
    ['a text written twice into itself', { expressionToEvaluate: '{{X}}{{X}}', isCode: false }],
    ['a longer text', { expressionToEvaluate: 'so {{X}} and {{X}}', isCode: false }],
    ['code that doubles it', { expressionToEvaluate: '{{X}} + {{X}}' }],
  ])('is stopped soon: %s', (_, options) => {
    const flow = flowOf({ variables: { X: 'ab' }, groups: { Loop: [setX(options), again] } });
    const session = newSession(flow);
    const turn = runTurn(() => flow, session, { type: 'start' });
    const stop =
      /^log: error: Stopped after (\d+) blocks in one turn: (?:it filled in|the flow goes round)/;
    const [, blocks] = stop.exec(linesOf(turn.events).at(-1) ?? '') ?? [];
    expect(Number(blocks)).toBeLessThan(100);
  });

  test('is stopped, and the chat stays usable', () => {
    const grow = setX({ type: 'Append value(s)', item: '{{X}}' });
    const groups = { Start: [{ ...ask('text input'), to: 'Loop' }], Loop: [grow, again] };
    const [, turn, next] = chat(flowOf({ variables: { X: 'ab' }, groups }), ['go', 'once more']);
    expect(turn?.session).toMatchObject({ phase: 'running', at: { blockId: 'Start.1' } });
    expect(linesOf(next?.events ?? [])[0]).toBe('user: once more');
  });

  test('fills in nothing more once its limit is reached', () => {
    let written = 0;
    const counted = {
      filled: { length: 0 },
      charge: () => undefined,
      runInline: () => ({ ok: true as const }),
      valueNamed: () => {
        written += 1;
        return 'ab'.repeat(100_000);
      },
    };
    expect(fillTemplate('{{X}}'.repeat(20_000), counted)).toHaveLength(MAX_FILLED_LENGTH);
    expect(written).toBe(2);
  });
});

test('the texts of a theme are filled in up to a limit; the others stay empty', () => {
  const [start] = newSession(flowOf({ variables: { X: 'x' }, groups: { Start: [] } })).stack;
  const { fill } = publicFill(start ? [start] : []);
  expect(fill('{{X}}, '.repeat(20_001))).toBe(`${'x, '.repeat(20_000)}, `);
  expect(fill('one more {{X}}')).toBe('one more ');
});

describe('the log of a turn', () => {
  test('has the same entry only once', () => {
    const twin = { type: 'teleport', id: 'twin' };
    const groups = { Loop: [twin, twin, say('on'), twin] };
    expect(transcript(flowOf({ groups }))).toEqual([
      'log: info: Skipped block twin: blocks of type "teleport" are not known here',
      'bot: on',
    ]);
  });

  test('has a hundred entries, and the reason why the turn was stopped', () => {
    const unknown = Array.from({ length: 150 }, () => ({ type: 'teleport' }));
    const lines = transcript(flowOf({ groups: { Loop: [...unknown, again] } }));
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toMatch('Stopped after 302 blocks in one turn: the flow goes round');
  });
});

describe('code that was stopped', () => {
  const late = { ok: false, error: 'the code took too long', reason: 'limit' } as const;
  const play = (block: BlockSketch, answer: (asked: Effect) => EffectResult) =>
    chat(flowOf({ variables: { X: 'as it was' }, groups: { Start: [block, say('{{X}}')] } }), [], {
      answer,
    }).flatMap((turn) => linesOf(turn.events));

  test('is logged and does not change the variable of a custom value', () => {
    expect(play(setX({ expressionToEvaluate: 'while (true) {}' }), () => late)).toEqual([
      'log: error: The code of a variable failed',
      'bot: as it was',
    ]);
  });

  test('is logged if it is part of a text', () => {
    const [stopped, fine] = [late, { ok: true, value: 2 }] as const;
    const lines = play(say('a{{= spin() =}}{{= 2 =}}{{= oops( =}}'), (asked) =>
      asked.kind === 'evaluate'
        ? { ok: true, value: [stopped, fine, { ok: false, error: 'SyntaxError' }] }
        : answerOf(asked),
    );
    expect(lines).toEqual([
      'log: error: Inline code was stopped: the code took too long',
      'bot: aspin()2oops(',
      'bot: as it was',
    ]);
  });

  test('ends the turn after an accepted answer, and the chat goes on', () => {
    const groups = {
      Start: [{ ...ask('text input'), to: 'Loop' }],
      Loop: [setX({ expressionToEvaluate: '1 + 1' }), say('never')],
    };
    const [, turn, next] = chat(flowOf({ variables: { X: 'x' }, groups }), ['go', 'once more'], {
      answer: () => ({ ok: false, error: 'it took longer than 60 seconds', isFinal: true }),
    });
    expect(linesOf(turn?.events ?? [])).toEqual([
      'user: go',
      'log: error: Stopped after 1 blocks in one turn: it took longer than 60 seconds',
      '? text input',
    ]);
    expect(turn?.session).not.toHaveProperty('open');
    expect(linesOf(next?.events ?? [])[0]).toBe('user: once more');
  });
});
