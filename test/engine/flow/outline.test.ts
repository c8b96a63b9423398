import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../../src/engine/blocks/index.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { outlineOf } from '../../../src/engine/flow/outline.js';
import { anyFlow } from '../../support/anyFlow.js';
import { ask, flowOf, say, type BlockSketch, type FlowSketch } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

/** The lines of the outline of a sketched flow, without its title. */
function outline(sketch: FlowSketch): string[] {
  const text = atOnce(outlineOf('Bot', flowOf(sketch).definition));
  expect(text.startsWith('# Bot\n\n')).toBe(true);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(1);
}

/** The lines of one block at the end of a flow. */
function linesOf(block: BlockSketch, sketch: Partial<FlowSketch> = {}): string[] {
  return outline({ ...sketch, groups: { A: [block], ...sketch.groups } }).slice(2);
}

describe('the outline of a flow', () => {
  test('says in words what each block says or asks for, and where it leads', () => {
    const comparisons = [
      { id: 'c', variableId: 'vAge', comparisonOperator: 'Less than', value: '18' },
    ];
    expect(
      outline({
        variables: { Name: null, Age: null },
        groups: {
          Welcome: [
            say('Hello!\nWho are you?'),
            ask('text input', 'Name'),
            { ...ask('number input', 'Age', { min: 1 }), to: 'Check' },
          ],
          Adults: [say('Welcome, {{Name}}')],
          Check: [
            {
              type: 'Condition',
              items: [{ id: 'i', content: { comparisons }, to: 'Children' }],
              to: 'Adults',
            },
          ],
          Children: [say('Bye')],
        },
      }),
    ).toEqual([
      '- Start → 1. Welcome',
      '## 1. Welcome',
      '- Text: “Hello! / Who are you?”',
      '- Text question · Save the answer in: {{Name}}',
      '- Number question · Save the answer in: {{Age}} · Lowest: 1 → 2. Check',
      '## 2. Check',
      '- Condition',
      '  - {{Age}} Less than “18” → 3. Children',
      '  - Otherwise → 4. Adults',
      '## 3. Children',
      '- Text: “Bye”',
      '- The path ends here',
      '## 4. Adults',
      '- Text: “Welcome, {{Name}}”',
      '- The path ends here',
    ]);
  });

  test('begins with the events, and ends with the groups that nothing leads to', () => {
    expect(
      outline({
        groups: { A: [say('a')], Lost: [], Help: [say('h')] },
        events: [
          { type: 'command', options: { command: 'help' }, to: 'Help' },
          { type: 'invalidReply' },
        ],
      }),
    ).toEqual([
      '- Start → 1. A',
      '- Command: “help” → 2. Help',
      '- Invalid reply → nothing',
      ...['## 1. A', '- Text: “a”', '- The path ends here'],
      ...['## 2. Help', '- Text: “h”', '- The path ends here'],
      'No edge and no jump leads to the groups that follow.',
      ...['## 3. Lost', '- The path ends here'],
    ]);
  });

  test('follows jumps, and says so where an edge leads into a group or nowhere', () => {
    expect(
      outline({
        groups: {
          A: [
            {
              type: 'choice input',
              items: [
                { id: 'i', content: 'x', to: 'B#B.2' },
                { id: 'j', to: 'None' },
              ],
            },
          ],
          B: [say('1'), say('2'), { type: 'Jump', options: { groupId: 'C' } }],
          C: [{ type: 'Jump', options: { groupId: '{{Where}}' } }],
        },
      }),
    ).toEqual([
      '- Start → 1. A',
      ...['## 1. A', '- Buttons', '  - “x” → 2. B, block 2', '  - Empty → nowhere'],
      ...['## 2. B', '- Text: “1”', '- Text: “2”', '- Jump · Group: 3. C'],
      ...['## 3. C', '- Jump · Group: “{{Where}}”'],
    ]);
  });

  test('copes with items that are none, groups without a title and edges to blocks of other groups', () => {
    const items = [
      'none',
      { id: 'i', displayCondition: { isEnabled: true }, to: ' #A.1' },
      { id: 'j', content: 'x' },
    ];
    const flow = flowOf({
      groups: { A: [{ type: 'choice input', items: items.slice(1) }], ' ': [say('b')] },
    }).definition;
    const [group] = flow.groups;
    const [block] = group?.blocks ?? [];
    const changed = { ...block, items: ['none', ...[block?.['items'] ?? []].flat()] };
    const groups = [{ ...group, blocks: [changed] }, ...flow.groups.slice(1)];
    const text = atOnce(outlineOf('Bot', { ...flow, groups } as typeof flow));
    expect(text.split('\n').slice(6, 9)).toEqual([
      '- Buttons',
      '  - Shown only when → 2. Untitled',
      '  - “x”',
    ]);
  });

  test('has the buttons of cards below the cards', () => {
    const paths = [{ id: 'p', text: 'Book', to: 'B' }];
    const items = [{ id: 'i', title: 'Room', paths }];
    expect(linesOf({ type: 'cards', items }, { groups: { B: [say('b')] } }).slice(0, 3)).toEqual([
      '- Cards',
      '  - “Room”',
      '    - “Book” → 2. B',
    ]);
  });

  test('leaves out defaults, secrets, what does not count, and the rest of long texts', () => {
    const options = {
      isMultipleChoice: false,
      buttonLabel: 'Not shown unless several can be chosen',
      isSearchable: true,
      searchInputPlaceholder: 'x'.repeat(301),
    };
    expect(linesOf({ type: 'choice input', items: [], options })[0]).toBe(
      `- Buttons · Can be searched · Hint in the search field: “${'x'.repeat(300)}…”`,
    );
  });

  test('names switches by what they turn on, and what is off', () => {
    const options = { audioClip: { isEnabled: true }, isLong: false };
    const [line] = linesOf({ type: 'text input', options });
    expect(line).toMatch(/^- Text question · (?!On\b)\w/);
    const off = linesOf({ type: 'audio', content: { url: 'a', isAutoplayEnabled: false } });
    expect(off[0]).toBe('- Sound: “a” · Plays by itself: no');
  });

  test('says the texts of old documents, and the kinds of blocks that this server does not know', () => {
    expect(linesOf({ type: 'text', content: { plainText: 'Old' } })[0]).toMatch(/Old/);
    expect(linesOf({ type: 'hologram', beams: 3 })[0]).toBe('- Unknown block “hologram”');
  });

  test('names variables that are missing, and this bot; and of data in an address only the kind', () => {
    expect(linesOf(ask('text input', 'Gone'))[0]).toContain('a variable that is not there');
    expect(linesOf({ type: 'Bot link', options: { botId: 'current' } })[0]).toContain('this bot');
    const url = `data:image/png;base64,${'A'.repeat(90)}`;
    expect(linesOf({ type: 'image', content: { url } })[0]).toContain('“data:image/png;base64,…”');
  });

  test('leaves out the rest of blocks with thousands of items, and of groups with thousands of blocks', () => {
    const items = Array.from({ length: 2_000 }, (_, index) => {
      return { id: `i${index}`, content: 'x', value: 'y', displayCondition: { isEnabled: true } };
    });
    const lines = linesOf({ type: 'choice input', items });
    expect(lines).toHaveLength(503);
    expect(lines[500]).toBe(lines[1]);
    expect(lines[501]).toBe('  - The rest is left out');
    const blocks = Array.from({ length: 4_000 }, () => say('x'.repeat(300)));
    expect(outline({ groups: { A: blocks } }).at(-1)).toBe('1 more groups are left out.');
  });

  test('ends after a million characters', () => {
    const groups = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => {
        const to = `g${index + 1}`;
        return [`g${index}`, [{ ...say('x'.repeat(300)), to }]];
      }),
    );
    const lines = outline({ groups });
    expect(lines.at(-1)).toMatch(/^\d+ more groups are left out\.$/);
    expect(lines.join('\n').length).toBeLessThan(1_010_000);
  });
});

test.each(KINDS.map(({ type, label, example }) => [type, label, example] as const))(
  'the outline of a block "%s" begins with its name',
  (type, label, example) => {
    const [line = ''] = linesOf({ type, ...example });
    expect(line.split(/ · |: | → /)[0]).toBe(`- ${label}`);
  },
);

test('any flow has an outline, always the same, with each group once', () => {
  fc.assert(
    fc.property(anyFlow('flow'), ({ definition }) => {
      const text = atOnce(outlineOf('Bot', definition));
      expect(atOnce(outlineOf('Bot', structuredClone(definition)))).toBe(text);
      expect(text.match(/^## /gm)?.length).toBe(definition.groups.length);
    }),
  );
});
