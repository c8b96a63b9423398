import { expect, test } from '@jest/globals';
import {
  asked,
  c,
  choice,
  either,
  type IssueRow,
  item,
  many,
  matching,
  never,
  readIssues,
  shown,
} from '../support/flowIssues.js';
import { ask } from '../support/flowOf.js';

const NEVER = 'CONDITION_NEVER_HOLDS';
const ALWAYS = 'CONDITION_ALWAYS_HOLDS';
const COVERED = 'CONDITION_COVERED';
const rows: readonly IssueRow[] = [
  [
    'a condition of many comparisons',
    asked(either(...many), either(...many.slice(1))),
    COVERED,
    false,
  ],
  [
    'what is something or not',
    asked(either(c('Equal to', 'a'), c('Not equal', 'a'))),
    ALWAYS,
    true,
  ],
  [
    'two different things',
    asked(either(c('Contains', 'a'), c('Does not contain', 'b'))),
    ALWAYS,
    false,
  ],
  ['empty or set', asked(either(c('Is empty'), c('Is set'))), ALWAYS, true],
  [
    'two variables',
    asked(item('i', c('Is set'), c('Is empty', undefined, 'vOther'))),
    NEVER,
    false,
  ],
  ['set and empty', asked(item('i', c('Is set'), c('Is empty'))), NEVER, true],
  ['one text and another', asked(item('i', c('Equal to', 'a'), c('Equal to', 'b'))), NEVER, true],
  [
    'a number and a lower limit',
    asked(item('i', c('Greater than', '3'), c('Equal to', '5'))),
    NEVER,
    false,
  ],
  ['two parts of a text', asked(item('i', c('Contains', 'a'), c('Contains', 'b'))), NEVER, false],
  [
    'two lower limits',
    asked(item('i', c('Greater than', '1'), c('Greater than', '2'))),
    NEVER,
    false,
  ],
  [
    'upper and lower limits',
    asked(item('i', c('Less than', '9'), c('Greater than', '5'))),
    NEVER,
    false,
  ],
  [
    'limits that meet',
    asked(item('i', c('Greater or equal to', '5'), c('Less or equal to', '5'))),
    NEVER,
    false,
  ],
  [
    'limits that nearly meet',
    asked(item('i', c('Greater or equal to', '5'), c('Less than', '5'))),
    NEVER,
    true,
  ],
  [
    'items about two variables',
    asked(item('a', c('Is set', undefined, 'vOther')), item('b', c('Is set'))),
    COVERED,
    false,
  ],
  [
    'an upper limit below another',
    asked(item('a', c('Less than', '9')), item('b', c('Less than', '5'))),
    COVERED,
    true,
  ],
  [
    'a limit written otherwise',
    asked(item('a', c('Greater than', '5')), item('b', c('Greater than', '5.0'))),
    COVERED,
    true,
  ],
  [
    'a limit that is included before',
    asked(item('a', c('Greater or equal to', '5')), item('b', c('Greater than', '5'))),
    COVERED,
    true,
  ],
  [
    'a limit that is included after',
    asked(item('a', c('Greater than', '5')), item('b', c('Greater or equal to', '5'))),
    COVERED,
    false,
  ],
  [
    'a value after whether there is one',
    asked(item('a', c('Is set')), item('b', c('Equal to', 'x'))),
    COVERED,
    true,
  ],
  [
    'a value after a pattern',
    asked(item('a', c('Matches regex', 'x')), item('b', c('Equal to', 'x'))),
    COVERED,
    false,
  ],
  [
    'a value after a variable',
    asked(item('a', c('Contains', '{{Age}}')), item('b', c('Equal to', 'x'))),
    COVERED,
    false,
  ],
  [
    'no value',
    asked(item('a', c('Contains', 'x')), item('b', c('Equal to', 'null'))),
    COVERED,
    false,
  ],
  [
    'a limit that is no number',
    asked(item('i', c('Greater than', 'a'), c('Less than', 'b'))),
    NEVER,
    false,
  ],
  [
    'a pattern in many brackets',
    matching(`${'('.repeat(60)}a${')'.repeat(60)}`),
    'PATTERN_SLOW',
    false,
  ],
  ['a pattern with a look ahead', matching('(?=a)b|c'), 'PATTERN_NEVER_MATCHES', false],
  ['a pattern after its end', matching('a$b'), 'PATTERN_NEVER_MATCHES', true],
  ['a pattern line by line', matching('/a$\\nb/m'), 'PATTERN_NEVER_MATCHES', false],
  ['a pattern of a word', matching('^a\\b(b?)*$'), 'PATTERN_SLOW', false],
  ['a repetition inside brackets', matching('(?:x|(a+b?)*)y'), 'PATTERN_SLOW', true],
  [
    'a question of many choices',
    never(
      choice({ variableId: 'vAge' }, ...Array.from({ length: 201 }, (_, n) => `c${n}`)),
      c('Equal to', 'x'),
    ),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'several choices at once',
    never(choice({ variableId: 'vAge', isMultipleChoice: true }, 'a'), c('Equal to', 'x')),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'choices of a variable',
    never(choice({ variableId: 'vAge' }, '{{Age}}'), c('Equal to', 'x')),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'a choice shown at times',
    shown({ isEnabled: true, condition: { comparisons: [c('Is set')] } }),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  ['a choice always shown', shown({ isEnabled: false }), 'COMPARISON_NEVER_MATCHES', false],
  [
    'a number and a text',
    never(ask('number input', 'Age'), c('Equal to', 'adult')),
    'COMPARISON_NEVER_MATCHES',
    true,
  ],
  [
    'a number and a number',
    never(ask('number input', 'Age'), c('Equal to', '5')),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'a part of a number',
    never(ask('number input', 'Age'), c('Contains', 'x')),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'a date and a date',
    never(ask('date input', 'Age'), c('Greater than', '2026-01-01')),
    'COMPARISON_OF_KINDS',
    false,
  ],
  [
    'a date and a number',
    never(ask('date input', 'Age'), c('Greater than', '18')),
    'COMPARISON_OF_KINDS',
    true,
  ],
  [
    'dates and a text',
    never(ask('date input', 'Age', { isRange: true }), c('Greater than', 'x')),
    'COMPARISON_OF_KINDS',
    false,
  ],
  [
    'a part of a choice',
    never(choice({ variableId: 'vAge' }, 'Red'), c('Does not contain', 'x')),
    'COMPARISON_NEVER_MATCHES',
    false,
  ],
  [
    'the length of choices',
    never(choice({ variableId: 'vAge' }, 'Red'), c('Greater than', 'x')),
    'COMPARISON_OF_KINDS',
    false,
  ],
  ['a pattern of words', matching('(a+\\b)*y'), 'PATTERN_SLOW', true],
];

test.each(rows)('of %s: %#', (_about, sketch, wanted, isFound) => {
  expect(readIssues(sketch).some((one) => one.code === wanted)).toBe(isFound);
});
