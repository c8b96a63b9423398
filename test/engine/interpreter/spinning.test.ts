import { describe, expect, test } from '@jest/globals';
import { chat, type ChatOptions } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch, type FlowSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const SPUN = /^log: error: Stopped after \d+ blocks in one turn: the flow goes round/;
const setN = (options: object): BlockSketch => ({
  type: 'Set variable',
  options: { variableId: 'vN', ...options },
});
const linked = (botId: string): BlockSketch => ({
  type: 'Bot link',
  options: { botId, mergeResults: true },
});

/** The lines of the second turn of a chat. */
function secondTurn(sketch: FlowSketch, options: ChatOptions = {}): string[] {
  const [, turn] = chat(flowOf({ variables: { N: '0' }, ...sketch }), ['go'], options);
  return linesOf(turn?.events ?? []).slice(1);
}

const asked: BlockSketch = { ...ask('text input'), to: 'Loop' };

describe('a flow that goes in circles', () => {
  test.each<[string, BlockSketch[]]>([
    ['says the same', [{ ...say('hello'), to: 'Loop' }]],
    ['sets a variable to what it is', [setN({ type: 'Empty' }), { ...say('hello'), to: 'Loop' }]],
    [
      'sets a variable to one thing and then to another',
      [setN({ expressionToEvaluate: 'a', isCode: false }), { ...say('hello'), to: 'Other' }],
    ],
    ['fills in code', [{ ...say('hello{{= 1 =}}'), to: 'Loop' }]],
  ])('and %s is stopped at the first round without change, and asks again', (_, Loop) => {
    const Other = [{ ...setN({ expressionToEvaluate: 'b', isCode: false }), to: 'Loop' }];
    const lines = secondTurn({ groups: { Start: [asked], Loop, Other } });
    expect(lines.filter((line) => line.startsWith('bot:')).length).toBeLessThanOrEqual(2);
    expect(lines.at(-2)).toMatch(SPUN);
    expect(lines.at(-1)).toBe('? text input');
  });

  test('without changing its lists is stopped too', () => {
    const variables = { N: ['a', null], M: ['b'] };
    const same = { type: 'Append value(s)', item: '{{M}}' };
    const Loop = [setN(same), setN({ type: 'Pop' }), { type: 'Wait', to: 'Loop' }];
    expect(secondTurn({ variables, groups: { Start: [asked], Loop } }).at(-2)).toMatch(SPUN);
  });

  test('while a counter changes goes on until it has counted', () => {
    const done = [
      {
        id: 'done',
        to: 'Done',
        content: {
          comparisons: [
            { id: '1', variableId: 'vN', comparisonOperator: 'Equal to', value: 'xxxx' },
          ],
        },
      },
    ];
    const Loop = [
      setN({ expressionToEvaluate: '{{N}}x', isCode: false }),
      { type: 'Condition', items: done, to: 'Loop' },
    ];
    const groups = { Start: [asked], Loop, Done: [say('done {{N}}')] };
    expect(secondTurn({ variables: { N: null }, groups })).toEqual(['bot: done xxxx']);
  });

  test('while a list grows is not stopped as unchanged', () => {
    const Loop = [setN({ type: 'Append value(s)', item: 'x' }), { type: 'Wait', to: 'Loop' }];
    const [stop] = secondTurn({ variables: { N: ['0'] }, groups: { Start: [asked], Loop } });
    expect(stop).toMatch('Stopped after 1000 blocks in one turn');
  });

  test('by a random choice may take another edge the next time', () => {
    const items = [
      { id: 'a', path: 'a', to: 'Loop' },
      { id: 'b', path: 'b', to: 'Done' },
    ];
    const Loop = [{ type: 'AB test', items, options: { aPercent: 80 } }];
    const lines = secondTurn({ groups: { Start: [asked], Loop, Done: [say('out')] } });
    expect(lines).toEqual(['bot: out']);
  });

  test.each([100, 0])('through an A/B test at %i %% is found at once', (aPercent) => {
    const items = [
      { id: 'a', path: 'a', to: 'Loop' },
      { id: 'b', path: 'b', to: 'Loop' },
    ];
    const Loop = [{ type: 'AB test', items, options: { aPercent } }];
    const [stop] = secondTurn({ groups: { Start: [asked], Loop } });
    expect(stop).not.toMatch('1000 blocks');
    expect(stop).toMatch('log: error');
  });

  test('through another service calls it each time', () => {
    let calls = 0;
    const webhook = { url: 'https://example.com', method: 'GET' };
    const Loop = [{ type: 'Webhook', options: { webhook }, to: 'Loop' }];
    const lines = secondTurn(
      { groups: { Start: [asked], Loop } },
      {
        answer: () => {
          calls += 1;
          return calls % 20 === 0
            ? { ok: false, error: 'it asked too often', isFinal: true }
            : { ok: true, value: { statusCode: 200, body: '{}' } };
        },
      },
    );
    expect(lines.at(-2)).toMatch('it asked too often');
    expect(lines.at(-1)).toBe('? text input');
  });
});

describe('the last input', () => {
  test('is asked again when a linked bot goes in circles, with the current variables', () => {
    const inner = flowOf(
      {
        variables: { N: null },
        groups: {
          Start: [
            setN({ expressionToEvaluate: 'seen', isCode: false }),
            { type: 'Wait', to: 'Start' },
          ],
        },
      },
      'inner',
    );
    const Loop = [setN({ expressionToEvaluate: 'outer', isCode: false }), linked('inner')];
    const groups = { Start: [ask('text input', 'N'), linked('inner')], Loop };
    const turns = chat(flowOf({ variables: { N: null }, groups }), ['go', 'again', 'again'], {
      flows: [inner],
    });
    const [, second, third, fourth] = turns;
    expect(linesOf(second?.events ?? []).at(-1)).toBe('? text input');
    expect(second?.session).toMatchObject({
      stack: [{ flowId: 'flow', variables: [{ value: 'go' }], continuations: [] }],
      at: { blockId: 'Start.1' },
    });
    expect(fourth?.session.stack).toEqual(third?.session.stack);
  });

  test('is asked again in its linked bot when the outer one goes in circles', () => {
    const inner = flowOf(
      { groups: { Start: [ask('text input', 'M')] }, variables: { M: null } },
      'inner',
    );
    const groups = {
      Start: [linked('inner'), { type: 'Wait', to: 'Loop' }],
      Loop: [{ type: 'Wait', to: 'Loop' }],
    };
    const turns = chat(flowOf({ groups }), ['one', 'two'], { flows: [inner] });
    for (const turn of turns.slice(1)) {
      expect(linesOf(turn.events).at(-1)).toBe('? text input');
      expect(turn.session.stack.map(({ flowId }) => flowId)).toEqual(['flow', 'inner']);
    }
  });

  test('is asked again after the client has reported back', () => {
    const pause = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const groups = {
      Start: [ask('text input'), pause, pause, { type: 'Wait', to: 'Loop' }],
      Loop: [{ type: 'Wait', to: 'Loop' }],
    };
    const turns = chat(flowOf({ groups }), ['go', null, null, 'again']);
    expect(linesOf(turns[3]?.events ?? []).at(-1)).toBe('? text input');
    expect(turns[3]?.session).toMatchObject({ at: { blockId: 'Start.1', waitsFor: 'user' } });
    expect(linesOf(turns[4]?.events ?? [])[0]).toBe('user: again');
  });

  test('is absent if the chat has only waited for the client', () => {
    const pause = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const groups = {
      Start: [pause, { type: 'Wait', to: 'Loop' }],
      Loop: [{ type: 'Wait', to: 'Loop' }],
    };
    const [, turn] = chat(flowOf({ groups }), [null]);
    expect(linesOf(turn?.events ?? []).at(-1)).toMatch(SPUN);
    expect(turn?.session).toMatchObject({ at: { waitsFor: 'client' } });
  });

  test('is asked again with its code, even if no more effects are allowed', () => {
    const button = {
      ...ask('text input', 'N', { labels: { button: '{{= {{N}} + 1 =}}' } }),
      to: 'Loop',
    };
    const groups = {
      Start: [button],
      Loop: [setN({ expressionToEvaluate: '1 + {{N}}' }), { type: 'Wait', to: 'Loop' }],
    };
    const [, turn] = chat(flowOf({ variables: { N: '0' }, groups }), ['go'], {
      answer: (asking) =>
        asking.kind === 'evaluate' && asking.args[0]?.value === 0
          ? { ok: true, value: [{ ok: true, value: 2 }] }
          : { ok: false, error: 'it asked too often', isFinal: true },
    });
    expect(linesOf(turn?.events ?? [])).toContain('? text input');
  });

  test('is not asked again if that is too much work: only the log remains', () => {
    const comparison = {
      id: '1',
      variableId: 'vText',
      comparisonOperator: 'Does not contain',
      value: '{{Sought}}',
    };
    const displayCondition = { isEnabled: true, condition: { comparisons: [comparison] } };
    const items = [{ id: 'a', content: 'A', displayCondition }];
    const grow = { variableId: 'vText', expressionToEvaluate: '{{Big}}', isCode: false };
    const groups = {
      Start: [{ type: 'choice input', items, to: 'Loop' }],
      Loop: [
        { type: 'Set variable', options: grow },
        { type: 'Wait', to: 'Loop' },
      ],
    };
    const Sought = Array.from({ length: 10_000 }, (_, n) => `item ${n}`);
    const variables = { Text: 'x', Big: 'x'.repeat(200_000), Sought };
    const [, turn] = chat(flowOf({ variables, groups }), ['A']);
    const lines = linesOf(turn?.events ?? []);
    expect(lines.filter((line) => line.includes('Stopped after'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(SPUN);
  });
});
