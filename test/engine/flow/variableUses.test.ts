import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../../src/engine/blocks/index.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { fieldsOfKind } from '../../../src/engine/fields/fieldsOfKind.js';
import { variableUses } from '../../../src/engine/flow/variableUses.js';
import { ask, flowOf, say, type FlowSketch } from '../../support/flowOf.js';

/** The uses of the variables of a sketched flow, each in a line. */
function usesOf(sketch: FlowSketch): Record<string, string[]> {
  const uses = atOnce(variableUses(flowOf(sketch).definition));
  return Object.fromEntries(
    uses.map(({ name, variableId, places }) => [
      variableId === null ? `${name} (no variable)` : name,
      places.map(({ use, eventId, groupId, blockId, itemId, path }) =>
        [use, eventId, groupId, blockId, itemId, path].filter((one) => one !== null).join(' '),
      ),
    ]),
  );
}

const variables = { Name: null, Age: null };

/** What the variable `Name` holds in a flow of these blocks. */
function typesOf(...blocks: FlowSketch['groups'][string]): readonly string[] {
  const uses = variableUses(flowOf({ variables, groups: { A: blocks } }).definition);
  return atOnce(uses)[0]?.valueTypes ?? [];
}

const setTo = (options: object) => ({
  type: 'Set variable',
  options: { variableId: 'vName', ...options },
});

describe('what a variable holds', () => {
  test.each([
    [[], []],
    [[say('Hi {{Name}}')], []],
    [[ask('text input', 'Name')], ['TEXT']],
    [[ask('number input', 'Name'), ask('rating input', 'Name')], ['NUMBER']],
    [[ask('file input', 'Name')], ['FILE']],
    [[setTo({ type: 'Append value(s)' })], ['LIST']],
    [[setTo({ type: 'Transcript' })], ['TEXT']],
    [[setTo({ type: 'Empty' })], []],
    [[setTo({})], ['ANY']],
    [[setTo({ type: 'Newer kind' })], ['ANY']],
    [[setTo({ type: 'Pop', variableId: 'vAge', saveItemInVariableId: 'vName' })], ['ANY']],
    [
      [ask('date input', 'Name'), { type: 'Code', options: { content: 'setVariable("Name", 1)' } }],
      ['DATE', 'ANY'],
    ],
  ])('by %j is %j', (blocks, types) => {
    expect(typesOf(...blocks)).toEqual(types);
  });
});

describe('of each variable the flow says where it is', () => {
  test('set: by an input, a value, code and an event', () => {
    const content = 'setVariable("Name", "x"); setVariable(`Nobody`, 1)';
    expect(
      usesOf({
        variables,
        groups: {
          A: [
            ask('text input', 'Name'),
            { type: 'Set variable', options: { variableId: 'vAge', expressionToEvaluate: '1' } },
            { type: 'Code', options: { content } },
          ],
        },
        events: [{ type: 'reply', options: { contentVariableId: 'vAge' } }],
      }),
    ).toEqual({
      Name: ['SET A A.1 options.variableId', 'SET A A.3 options.content'],
      Age: [
        'SET on reply {"contentVariableId":"vAge"} options.contentVariableId',
        'SET A A.2 options.variableId',
      ],
    });
  });

  test('read: by conditions, by options and by code', () => {
    const comparisons = [
      { id: 'c', variableId: 'vName', comparisonOperator: 'Equal to', value: '{{Age}}' },
    ];
    expect(
      usesOf({
        variables,
        groups: {
          A: [
            { type: 'Condition', items: [{ id: 'i', content: { comparisons } }] },
            {
              type: 'choice input',
              items: [
                { id: 'j', content: 'Yes', value: '{{Age}}' },
                { id: 'k', displayCondition: { isEnabled: true, condition: { comparisons } } },
              ],
              options: { dynamicVariableId: 'vName' },
            },
            { type: 'Code', options: { content: '{{Age}} + 1' } },
            { type: 'Jump', options: { groupId: '{{Name}}' } },
            ask('text input', undefined, { variableId: '{{Age}}' }),
          ],
        },
      }),
    ).toEqual({
      Name: [
        'READ A A.1 i items[0].content.comparisons[0].variableId',
        'READ A A.2 options.dynamicVariableId',
        'READ A A.2 k items[1].displayCondition.condition.comparisons[0].variableId',
        'READ A A.4 options.groupId',
      ],
      Age: [
        'READ A A.1 i items[0].content.comparisons[0].value',
        'READ A A.2 j items[0].value',
        'READ A A.2 k items[1].displayCondition.condition.comparisons[0].value',
        'READ A A.3 options.content',
        'READ A A.5 options.variableId',
      ],
    });
  });

  test('shown: in texts of bubbles and inputs, of the theme and the settings; twice in a text is one place', () => {
    expect(
      usesOf({
        variables,
        groups: {
          A: [
            say('Hi {{Name}}, {{Name}}\n{{= {{Age}} + 1 =}}'),
            { type: 'choice input', items: [{ id: 'i', content: 'As {{Name}}' }] },
          ],
        },
        theme: { chat: { hostAvatar: { url: '{{Name}}' } } },
        settings: { metadata: { title: 'For {{Age}}' } },
      }),
    ).toEqual({
      Name: [
        'SHOWN A A.1 content.richText[0].children[0].text',
        'SHOWN A A.2 i items[0].content',
        'SHOWN theme.chat.hostAvatar.url',
      ],
      Age: ['SHOWN A A.1 content.richText[1].children[0].text', 'SHOWN settings.metadata.title'],
    });
  });

  test('also in members and kinds of blocks that this server does not know', () => {
    const { Name } = usesOf({
      variables,
      groups: { A: [{ type: 'hologram', beams: [['{{Name}}']], id: 'x' }] },
    });
    expect(Name).toEqual(['READ A x beams[0][0]']);
  });
});

test('names that no variable has come last, unless they mean something else or stand for themselves', () => {
  const webhook = { url: 'https://{{Host}}', body: '{{state}} {{Nick}}' };
  expect(
    usesOf({
      variables: {},
      groups: {
        A: [
          { type: 'Webhook', options: { webhook } },
          say('{{Nick}}'),
          { type: 'Code', options: { name: '{{Label}}' } },
        ],
      },
    }),
  ).toEqual({
    'Host (no variable)': ['READ A A.1 options.webhook.url'],
    'Nick (no variable)': [
      'READ A A.1 options.webhook.body',
      'SHOWN A A.2 content.richText[0].children[0].text',
    ],
  });
});

test('of two variables with one name, texts mean the first', () => {
  const { definition } = flowOf({ variables: { Name: null }, groups: { A: [say('{{Name}}')] } });
  const twice = { ...definition, variables: [...definition.variables, { id: 'v2', name: 'Name' }] };
  const counts = atOnce(variableUses(twice)).map(({ placeCount }) => placeCount);
  expect(counts).toEqual([1, 0]);
});

test('of a name that is everywhere the first thousand places are listed, and all are counted', () => {
  const blocks = Array.from({ length: 1_001 }, () => say('{{Name}}'));
  const [use] = atOnce(
    variableUses(flowOf({ variables: { Name: null }, groups: { A: blocks } }).definition),
  );
  expect([use?.places.length, use?.placeCount]).toEqual([1_000, 1_001]);
});

test('of names that are everywhere five thousand places are listed, and one of each other variable', () => {
  const names = Array.from({ length: 10 }, (_, index) => `n${index}`);
  const text = names.map((name) => `{{${name}}}`).join('');
  const groups = { A: [...Array.from({ length: 600 }, () => say(text)), say('{{Last}}')] };
  const variables = Object.fromEntries([...names, 'Last'].map((name) => [name, null]));
  const uses = atOnce(variableUses(flowOf({ variables, groups }).definition));
  expect(uses.flatMap(({ places }) => places)).toHaveLength(5_001);
  expect(uses.map(({ placeCount }) => placeCount)).toEqual([...names.map(() => 600), 1]);
});

test('a text with thousands of names without a variable lists the first thousand', () => {
  const text = Array.from({ length: 1_002 }, (_, index) => `{{n${index}}}`).join('');
  const uses = atOnce(
    variableUses(flowOf({ groups: { A: [say(text), say('{{n0}}')] } }).definition),
  );
  expect(uses).toHaveLength(1_000);
  expect(uses[0]?.placeCount).toBe(2);
});

test('the members that only read a variable are these; all others set it', () => {
  const reading = KINDS.flatMap((kind) =>
    fieldsOfKind(kind)
      .filter(({ control, variableUse }) => control === 'VARIABLE' && variableUse === 'READ')
      .map(({ path }) => path.split('.').at(-1)),
  );
  expect([...new Set(reading)].sort()).toEqual([
    'assistantMessagesVariableId',
    'attachmentsVariableId',
    'baseItemVariableId',
    'baseListVariableId',
    'descriptionsVariableId',
    'dialogueVariableId',
    'dynamicVariableId',
    'pictureSrcsVariableId',
    'targetListVariableId',
    'titlesVariableId',
    'userMessagesVariableId',
    'variableId',
  ]);
});
