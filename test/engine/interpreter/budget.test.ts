import { describe, expect, test } from '@jest/globals';
import { compare } from '../../../src/engine/conditions/comparison.js';
import { COMPARISON_OPERATORS } from '../../../src/engine/conditions/comparisonOperator.js';
import { formatDate } from '../../../src/engine/time/formatDate.js';
import { blocksFromMarkdown, inlineFromMarkdown } from '../../../src/engine/text/markdown.js';
import { pickPhrases } from '../../../src/engine/choices/pickPhrases.js';
import { MAX_STORED_LENGTH } from '../../../src/engine/interpreter/storedLength.js';
import { newBudget } from '../../../src/engine/interpreter/budget.js';
import { chat, newSession, runTurn } from '../../support/chat.js';
import { ask, flowOf, say, variableId, type BlockSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const many = (count: number, text = 'item') =>
  Array.from({ length: count }, (_, n) => `${text} ${n}`);

describe('comparing two long lists', () => {
  test.each(COMPARISON_OPERATORS)(
    'needs work in proportion to their lengths, not to their product: %s',
    (operator) => {
      const [left, right] = [many(20_000), many(20_000)];
      const work = newBudget();
      const evaluate = () => ({ ok: true, value: 'found' }) as const;
      compare({ left, operator, right }, { evaluate, charge: work.charge });
      expect(work.done()).toBeLessThan(800_000);
    },
  );

  test.each(['Matches regex', 'Does not match regex'] as const)(
    'does not hold where the search was stopped: %s',
    (operator) => {
      const evaluate = () => ({ ok: false, error: 'the code took too long' }) as const;
      const around = { evaluate, charge: newBudget().charge };
      expect(compare({ left: 'aaa', operator, right: '(a+)+b' }, around)).toBe(false);
    },
  );

  test('matches all patterns in one piece of code', () => {
    const codes = new Set<string>();
    const evaluate = (code: string) => {
      codes.add(code);
      return { ok: true, value: 'not found' } as const;
    };
    const around = { evaluate, charge: newBudget().charge };
    const [left, right] = [many(2_000), many(2_000, 'pattern')];
    expect(compare({ left, operator: 'Matches regex', right }, around)).toBe(false);
    expect(compare({ left, operator: 'Does not match regex', right }, around)).toBe(true);
    expect(codes.size).toBe(1);
  });
});

describe('a turn that is too much work', () => {
  const texts = (length: number) => ['x'.repeat(length)];
  const contains = (variable: string): BlockSketch => ({
    type: 'Condition',
    items: [
      {
        id: 'found',
        content: {
          comparisons: [
            {
              id: '1',
              variableId: variableId(variable),
              comparisonOperator: 'Does not contain',
              value: '{{Sought}}',
            },
          ],
        },
      },
    ],
  });
  const flow = flowOf({
    variables: { Text: texts(200_000).join(''), Sought: many(10_000) },
    groups: { Start: [ask('text input'), contains('Text'), say('never')] },
  });

  test('is ended with a log, asks its last input again, and leaves the chat usable', () => {
    const [, turn, next] = chat(flow, ['go', 'once more']);
    expect(linesOf(turn?.events ?? [])).toEqual([
      'user: go',
      'log: error: Stopped after 1 blocks in one turn: it was more work than a turn may be (Start: Condition Start.2)',
      '? text input',
    ]);
    expect(linesOf(next?.events ?? [])[0]).toBe('user: once more');
  });

  test('ends the chat if there is no input to ask again', () => {
    const groups = { Start: [contains('Text'), say('never')] };
    const variables = { Text: texts(200_000).join(''), Sought: many(10_000) };
    const [turn] = chat(flowOf({ variables, groups }));
    expect(linesOf(turn?.events ?? [])).toHaveLength(1);
  });

  test('includes its work before an effect', () => {
    const asking = { type: 'Code', options: { isExecutedOnClient: false, content: 'f()' } };
    const variables = { Text: texts(200_000).join(''), Sought: [...many(24), 'x'] };
    const play = (...blocks: BlockSketch[]) => {
      const groups = { Start: [...blocks, say('done')] };
      const [turn] = chat(flowOf({ variables, groups }), [], { answer: () => ({ ok: true }) });
      return linesOf(turn?.events ?? []).at(-1);
    };
    expect(play(contains('Text'), asking)).toBe('bot: done');
    expect(play(asking, contains('Text'))).toBe('bot: done');
    expect(play(contains('Text'), asking, contains('Text'))).toMatch('it was more work');
  });

  test('does not hide other errors', () => {
    const broken = flowOf({ groups: { Start: [say('{{X}}')] } });
    let calls = 0;
    const group = (id: string) => {
      calls += 1;
      if (calls > 1) throw new Error('broken');
      return broken.group(id);
    };
    const flows = () => ({ ...broken, group });
    expect(() => runTurn(flows, newSession(broken), { type: 'start' })).toThrow('broken');
  });
});

describe('an input with very many items', () => {
  const offers = (block: BlockSketch, sent: string) => {
    const [asked, answered] = chat(
      flowOf({ variables: { List: many(30_000) }, groups: { Start: [block, say('chosen')] } }),
      [sent],
    );
    const input = asked?.events.find((event) => event.kind === 'input');
    const lines = [...linesOf(asked?.events ?? []), ...linesOf(answered?.events ?? [])];
    return { items: input?.input.items?.length, lines };
  };
  const dynamic = { dynamicItems: { isEnabled: true, pictureSrcsVariableId: 'vList' } };

  test.each<[string, BlockSketch]>([
    ['buttons', { type: 'choice input', items: [], options: { dynamicVariableId: 'vList' } }],
    ['pictures', { type: 'picture choice input', items: [], options: dynamic }],
    ['cards', { type: 'cards', items: [{ id: 'card', title: '{{List}}' }] }],
  ])('offers the first ten thousand %s, and says so', (_, block) => {
    const { items, lines } = offers(block, 'item 9999');
    expect(items).toBe(10_000);
    expect(lines[0]).toMatch('Only the first 10000 items of block Start.1 are offered');
    expect(lines).toContain('bot: chosen');
    expect(offers(block, 'item 10000').lines).not.toContain('bot: chosen');
  });

  test('parses a long answer once for all cards', () => {
    const block = { type: 'cards', items: [{ id: 'card', title: '{{List}}' }] };
    expect(offers(block, '👍'.repeat(28_000)).lines).not.toContain('bot: chosen');
  });

  test.each([
    ['ids', 'choice1,'.repeat(1_000) + 'choice2'],
    ['words', 'item 3 and item 4, '.repeat(200)],
  ])('finds several by their %s within the work of a turn', (_, sent) => {
    const options = { dynamicVariableId: 'vList', isMultipleChoice: true };
    const { lines } = offers({ type: 'choice input', items: [], options }, sent);
    expect(lines).toContain('bot: chosen');
  });

  test('is too much work if each of them may be in a long answer', () => {
    const options = { dynamicVariableId: 'vList', isMultipleChoice: true };
    const sent = `item ${many(1_000, '').join('')}`;
    const { lines } = offers({ type: 'choice input', items: [], options }, sent);
    expect(lines.join('\n')).toMatch('it was more work than a turn may be');
  });

  test('finds a choice by an emoji, and none by a name longer than any answer', () => {
    const choices = [
      { id: 'a', label: '👍' },
      { id: 'b', label: 'b'.repeat(6_000) },
    ];
    expect(pickPhrases(choices, 'well 👍 then', newBudget())).toEqual([choices[0]]);
    expect(pickPhrases([{ id: '  ' }], '?', newBudget())).toEqual([]);
  });
});

describe('Markdown', () => {
  const worst = [
    '~~a~~ ',
    '1. ',
    '> - ',
    'a\n===\n',
    '- a\n\n',
    '- a\n  ',
    '[a](b (',
    '**a** ',
    '&#1;',
  ];

  test.each(worst)(
    'that consists of %j is parsed within the budget of a turn, or stays text',
    (unit) => {
      for (const read of [blocksFromMarkdown, inlineFromMarkdown]) {
        const work = newBudget();
        read(unit.repeat(10_000 / unit.length), work);
        expect(work.done()).toBeLessThanOrEqual(1_100_000);
      }
    },
  );

  test('that nests many lists in one line stays text', () => {
    expect(blocksFromMarkdown(`${'1. '.repeat(20)}a`, newBudget())).toEqual([
      { type: 'p', children: [{ text: `${'1. '.repeat(20)}a` }] },
    ]);
  });

  test('that nests lists very deep stays text', () => {
    const text = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
    expect(blocksFromMarkdown(text, newBudget())).toEqual([{ type: 'p', children: [{ text }] }]);
  });

  test('is struck through in any number of places', () => {
    const struck = inlineFromMarkdown('~~a~~ '.repeat(400), newBudget());
    expect(struck.filter((node) => node['strikethrough'] === true)).toHaveLength(400);
  });

  test('in many bubbles of one turn ends the turn', () => {
    const bubbles = Array.from({ length: 35 }, () => say('{{Text}} !'));
    const variables = { Text: '- **a** b\n'.repeat(180) };
    const [turn] = chat(flowOf({ variables, groups: { Start: bubbles } }));
    expect(linesOf(turn?.events ?? []).at(-1)).toMatch('it was more work than a turn may be');
  });
});

test('a long pattern for dates is cut', () => {
  expect(formatDate(new Date(0), "'".repeat(200_000))).toHaveLength(250);
});

test('a script that names a variable ten thousand times receives it once', () => {
  const variables = Object.fromEntries(many(2_000, 'v').map((name) => [name, '1']));
  const content = '{{v 1999}};'.repeat(10_000);
  const [turn] = chat(
    flowOf({ variables, groups: { Start: [{ type: 'Code', options: { content } }] } }),
  );
  const [action] =
    turn?.events.flatMap((event) => (event.kind === 'action' ? [event.action] : [])) ?? [];
  expect(action).toMatchObject({ scriptToExecute: { args: [{ id: 'vv1999', value: 1 }] } });
});

describe('a chat whose variables and answers reach the limit', () => {
  const fill = (name: string) => ({
    type: 'Set variable',
    options: { variableId: variableId(name), type: 'Append value(s)', item: 'y'.repeat(200_000) },
  });
  const names = many(30, 'V');
  const variables = Object.fromEntries(names.map((name) => [name, null]));
  const groups = {
    Start: [ask('text input'), ...names.slice(0, 8).map(fill), { type: 'Wait', to: 'Start' }],
  };

  test('keeps the values it has, with a log', () => {
    const turns = chat(flowOf({ variables, groups }), ['1', '2', '3', '4']);
    const kept = JSON.stringify(turns.at(-1)?.session).length;
    expect(kept).toBeLessThan(MAX_STORED_LENGTH * 1.01);
    expect(linesOf(turns.at(-1)?.events ?? [])).toContain(
      `log: error: A value was not kept: a chat keeps at most ${MAX_STORED_LENGTH} characters`,
    );
  });

  test('still accepts an answer, and shorter values', () => {
    const large = Object.fromEntries(names.slice(0, 5).map((name) => [name, 'y'.repeat(900_000)]));
    const shorten = {
      type: 'Set variable',
      options: { variableId: 'vV0', isCode: false, expressionToEvaluate: 'short' },
    };
    const Start = [ask('text input'), shorten, say('{{V 0}}')];
    const [, turn] = chat(flowOf({ variables: large, groups: { Start } }), ['go']);
    expect(linesOf(turn?.events ?? [])).toEqual([
      'user: go',
      expect.stringMatching('A value was not kept'),
      'bot: short',
    ]);
    expect(turn?.session.stack[0]?.answers).toEqual([]);
  });
});

describe('a turn that was stopped', () => {
  test.each<[string, BlockSketch]>([
    ['buttons', { type: 'choice input', items: [], options: { dynamicVariableId: 'vList' } }],
    ['cards', { type: 'cards', items: [{ id: 'card', title: '{{List}}' }] }],
  ])('asks again with as many %s as are offered at most', (_, block) => {
    const groups = { Start: [{ ...block, to: 'Loop' }], Loop: [{ type: 'Wait', to: 'Loop' }] };
    const [, turn] = chat(flowOf({ variables: { List: many(10_000) }, groups }), ['item 7']);
    const input = turn?.events.find((event) => event.kind === 'input');
    expect(input?.input.items).toHaveLength(10_000);
  });
});
