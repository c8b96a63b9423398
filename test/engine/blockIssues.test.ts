import { expect, test } from '@jest/globals';
import {
  age,
  asked,
  c,
  code,
  cond,
  either,
  flow,
  type IssueRow,
  item,
  jump,
  readIssues,
  set,
  value,
} from '../support/flowIssues.js';
import { ask, say } from '../support/flowOf.js';

const NEVER = 'CONDITION_NEVER_HOLDS';
const rows: readonly IssueRow[] = [
  ['cards without any', flow({ type: 'cards', items: [] }), 'CHOICES_MISSING', true],
  [
    'a card that is never shown',
    flow(age, {
      type: 'cards',
      items: [
        { id: 'a' },
        { id: 'b', options: { displayCondition: { isEnabled: true } } },
        { id: 'c', options: { displayCondition: { isEnabled: true, condition: {} } } },
      ],
    }),
    NEVER,
    true,
  ],
  ['a date question', flow(ask('date input')), 'RANGE_EMPTY', false],
  ['a date question without options', flow({ type: 'date input' }), 'RANGE_EMPTY', false],
  [
    'one date as the only one',
    flow(ask('date input', undefined, { min: '2026-02-01', max: '2026-01-01' })),
    'RANGE_EMPTY',
    true,
  ],
  [
    'a date limit in words',
    flow(ask('date input', undefined, { min: '2026-02-01', max: 'today' })),
    'RANGE_EMPTY',
    false,
  ],
  [
    'dates in order',
    flow(ask('date input', undefined, { min: '2026-01-01', max: '2026-02-01' })),
    'RANGE_EMPTY',
    false,
  ],
  ['any file', flow({ type: 'file input' }), 'FILES_IMPOSSIBLE', false],
  [
    'no file small enough',
    flow(ask('file input', undefined, { sizeLimit: 0 })),
    'FILES_IMPOSSIBLE',
    true,
  ],
  [
    'files by their ending',
    flow(
      ask('file input', undefined, {
        sizeLimit: 1,
        allowedFileTypes: { isEnabled: true, types: ['.pdf'] },
      }),
    ),
    'FILES_IMPOSSIBLE',
    false,
  ],
  ['a payment of nothing', flow({ type: 'payment input' }), 'PAYMENT_WITHOUT_AMOUNT', true],
  ['a rating', flow({ type: 'rating input' }), 'RANGE_EMPTY', false],
  [
    'a rating upside down',
    flow(ask('rating input', undefined, { startsAt: 9, length: 5 })),
    'RANGE_EMPTY',
    true,
  ],
  [
    'limits as texts',
    flow(ask('number input', undefined, { min: '9', max: '1' })),
    'RANGE_EMPTY',
    true,
  ],
  ['a picture without content', flow({ type: 'image' }), 'BUBBLE_EMPTY', true],
  ['a text without content', flow({ type: 'text' }), 'BUBBLE_EMPTY', true],
  ['code within tags', code('<script>\n  f()\n</script>'), 'CODE_DOES_NOT_COMPILE', false],
  ['code after a tag of another kind', code('<b>f()</b>'), 'CODE_DOES_NOT_COMPILE', true],
  ['code that is empty', flow({ type: 'Code' }), 'CODE_DOES_NOT_COMPILE', false],
  ['code that is long', code(`if (${' '.repeat(100_000)}`), 'CODE_DOES_NOT_COMPILE', false],
  ['code too deep to read', code('['.repeat(45_000)), 'CODE_DOES_NOT_COMPILE', false],
  [
    'a value that is code',
    value({ ...set, isCode: true, expressionToEvaluate: '1 +' }),
    'CODE_DOES_NOT_COMPILE',
    true,
  ],
  [
    'a value that may be a text',
    value({ ...set, isCode: false, expressionToEvaluate: '1 +' }),
    'CODE_DOES_NOT_COMPILE',
    false,
  ],
  ['a request without options', flow({ type: 'Webhook' }), 'SECRET_IN_FLOW', false],
  [
    'a header without a value',
    flow({
      type: 'Webhook',
      options: { webhook: { headers: [{ id: 'h' }, { id: 'k', key: 'token' }] } },
    }),
    'SECRET_IN_FLOW',
    false,
  ],
  [
    'a request from the page',
    flow({
      type: 'Webhook',
      options: { isExecutedOnClient: true, webhook: { url: 'http://localhost/' } },
    }),
    'REQUEST_TO_PRIVATE_ADDRESS',
    false,
  ],
  ['a sheet without options', flow({ type: 'Google Sheets' }), 'CREDENTIALS_OF_OTHER_TYPE', false],
  [
    'behind a jump that comes back',
    { groups: { Start: [jump('End'), say('Back')], End: [{ type: 'Return' }] } },
    'BLOCK_UNREACHABLE',
    false,
  ],
  [
    'behind a test of two ways',
    {
      groups: {
        Start: [{ type: 'AB test', items: [{ id: 'a', path: 'a', to: 'End' }] }, say('x')],
        End: [say('y')],
      },
    },
    'BLOCK_UNREACHABLE',
    true,
  ],
  [
    'behind a test of no way',
    flow({ type: 'AB test', items: [] }, say('x')),
    'BLOCK_UNREACHABLE',
    false,
  ],
  [
    'where a variable leads',
    {
      groups: { Start: [age, { ...say('x') }, jump('{{Age}}'), say('y')] },
      variables: { Age: null },
    },
    'BLOCK_UNREACHABLE',
    false,
  ],
  [
    'a circle by chance',
    {
      groups: {
        Start: [
          {
            type: 'AB test',
            items: [
              { id: 'a', path: 'a', to: 'Start' },
              { id: 'b', path: 'b', to: 'End' },
            ],
          },
        ],
        End: [say('x')],
      },
    },
    'LOOP_MAY_NOT_END',
    false,
  ],
  [
    'a text after a test that leads on anyhow',
    {
      groups: {
        Start: [{ ...cond({ ...item('i', c('Is set')), to: 'End' }), to: 'End' }],
        End: [say('{{Age}}'), age],
      },
      variables: { Age: null },
    },
    'VARIABLE_SHOWN_UNSET',
    true,
  ],
  [
    'a circle out of reach',
    { groups: { Start: [say('x')], Loop: [{ ...cond(item('i', c('Is set'))), to: 'Loop' }] } },
    'LOOP_MAY_NOT_END',
    false,
  ],
  [
    'pictures of a variable',
    flow({
      type: 'picture choice input',
      items: [{ id: 'a', title: 'A' }],
      options: { dynamicItems: { isEnabled: true } },
    }),
    'ANSWER_LEADS_NOWHERE',
    false,
  ],
  [
    'a bot that gives variables back',
    flow({ type: 'Bot link', options: { botId: 'b', mergeResults: true } }, say('{{Age}}')),
    'VARIABLE_NEVER_SET',
    false,
  ],
  [
    'code that sets what it likes',
    flow({ type: 'Code', options: { content: 'setVariable(name, 1)' } }, say('{{Age}}')),
    'VARIABLE_NEVER_SET',
    false,
  ],
  [
    'a request of all variables',
    flow(
      { type: 'Set variable', options: set },
      { type: 'Webhook', options: { webhook: { url: 'https://example.com' } } },
    ),
    'VARIABLE_NEVER_READ',
    false,
  ],
  [
    'a request of all variables in its own body',
    flow(
      { type: 'Set variable', options: set },
      { type: 'Webhook', options: { webhook: { body: '{{state}}' }, isCustomBody: true } },
    ),
    'VARIABLE_NEVER_READ',
    false,
  ],
  [
    'a condition of many items',
    asked(...Array.from({ length: 51 }, (_, n) => item(`i${n}`, c('Equal to', `${n}`)))),
    'VARIABLE_SHOWN_UNSET',
    false,
  ],
  [
    'a text after either of two tests',
    {
      groups: {
        Start: [
          {
            ...cond(
              { ...either(c('Is empty'), c('Equal to', 'x')), to: 'Ask' },
              { id: 'j', to: 'Ask' },
            ),
            to: 'End',
          },
        ],
        Ask: [{ ...age, to: 'End' }],
        End: [say('{{Age}}')],
      },
      variables: { Age: null },
    },
    'VARIABLE_SHOWN_UNSET',
    false,
  ],
  [
    'a text where two things hold',
    {
      groups: {
        Start: [
          { ...cond({ ...item('i', c('Equal to', 'x'), c('Is set')), to: 'End' }), to: 'Ask' },
        ],
        Ask: [{ ...age, to: 'End' }],
        End: [say('{{Age}}')],
      },
      variables: { Age: null },
    },
    'VARIABLE_SHOWN_UNSET',
    false,
  ],
];

test.each(rows)('of %s: %#', (_about, sketch, wanted, isFound) => {
  expect(readIssues(sketch).some((one) => one.code === wanted)).toBe(isFound);
});

test('a mistake in code is at the line and the column where its author sees it', () => {
  const subjects = [
    code('<script>\nlet x = {{Age}} 1;\n</script>'),
    value({ ...set, isCode: true, expressionToEvaluate: '\n  {{Age}} + 1 1' }),
    value({ ...set, isCode: true, expressionToEvaluate: 'return 1 +' }),
  ].map((sketch) => readIssues(sketch).find((issue) => issue.code === MISTAKE)?.subject);
  expect(subjects).toEqual([
    'Unexpected token (line 2, column 17)',
    'Unexpected token (line 2, column 15)',
    'Unexpected token (line 1, column 11)',
  ]);
});

const MISTAKE = 'CODE_DOES_NOT_COMPILE';
