import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { searchFlow, type FlowMatch, type MatchKind } from '../../../src/engine/flow/searchFlow.js';
import { textFinder } from '../../../src/engine/text/findText.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

const ALL: MatchKind[] = ['TITLE', 'TEXT', 'VARIABLE', 'BLOCK_KIND', 'ID'];
const bold = {
  type: 'p',
  children: [{ text: 'Good ' }, { text: 'morn', bold: true }, { text: 'ing, {{Name}}' }],
};
const { definition: flow } = flowOf({
  variables: { Name: null },
  groups: {
    Welcome: [{ type: 'text', content: { richText: [bold] } }, ask('text input', 'Name')],
    'The Morning': [
      { type: 'choice input', items: [{ id: 'morningItem', content: 'In the MORNING' }] },
    ],
  },
  settings: { metadata: { title: 'Mornings' } },
});

function search(text: string, kinds = ALL): FlowMatch[] {
  return atOnce(searchFlow(flow, text, new Set(kinds)));
}

function placesOf(text: string, kinds = ALL): string[] {
  return search(text, kinds).map(({ kind, groupId, blockId, itemId, variableId, path }) =>
    [kind, groupId, blockId, itemId, variableId, path].filter(Boolean).join(' '),
  );
}

describe('a search in a flow', () => {
  test('finds titles, texts whatever is bold in them, and ids, in any case', () => {
    expect(placesOf('morning')).toEqual([
      'TITLE The Morning title',
      'ID The Morning id',
      'TEXT Welcome Welcome.1 content.richText',
      'ID The Morning The Morning.1 id',
      'ID The Morning The Morning.1 morningItem items[0].id',
      'TEXT The Morning The Morning.1 morningItem items[0].content',
      'TEXT settings.metadata.title',
    ]);
  });

  test('finds notes by what they say and by their ids', () => {
    const size = { width: 200, height: 100 };
    const note = { id: 'sticky', text: 'Call Ada', graphCoordinates: { x: 0, y: 0 }, size };
    const noted = { ...flow, notes: [note] };
    const find = (text: string) => atOnce(searchFlow(noted, text, new Set(ALL)));
    expect(find('call ada')).toMatchObject([{ kind: 'TEXT', noteId: 'sticky', path: 'text' }]);
    expect(find('sticky')).toMatchObject([{ kind: 'ID', noteId: 'sticky', path: 'id' }]);
    const other = { ...flow, notes: { of: 'Call Ada' } } as unknown as typeof flow;
    expect(atOnce(searchFlow(other, 'call ada', new Set(ALL)))).toEqual([]);
  });

  test('finds variables by name where they are, are saved and are shown', () => {
    expect(placesOf('name', ['VARIABLE', 'TEXT'])).toEqual([
      'VARIABLE vName name',
      'TEXT Welcome Welcome.1 content.richText',
      'VARIABLE Welcome Welcome.2 vName options.variableId',
    ]);
  });

  test('finds blocks by their kind, as people and as documents call it', () => {
    expect(placesOf('buttons')).toEqual(['BLOCK_KIND The Morning The Morning.1 type']);
    expect(placesOf('choice INPUT')).toEqual(['BLOCK_KIND The Morning The Morning.1 type']);
  });

  test('finds what is named by its id, and skips items without one', () => {
    const items = ['none', { id: 5 }, { id: 'target' }];
    const { definition } = flowOf({
      groups: {
        G: [
          { type: 'Jump', options: { groupId: 'target' } },
          { type: 'text input', options: { variableId: 'target' } },
        ],
      },
    });
    const [group] = definition.groups;
    const blocks = [...(group?.blocks ?? []), { id: 'b', type: 'choice input', items }];
    const changed = { ...definition, groups: [{ ...group, blocks }] };
    // The first group is there.
    const searched = changed as typeof definition;
    const found = atOnce(searchFlow(searched, 'target', new Set(ALL)));
    expect(found.map(({ kind, blockId, path }) => [kind, blockId, path].join(' '))).toEqual([
      'ID G.1 options.groupId',
      'ID G.2 options.variableId',
      'ID b items[2].id',
    ]);
  });

  test('shows the text around what was found, in one line, and where it is in that', () => {
    const words = `${'a'.repeat(99)}😀${'b'.repeat(39)}Here${'c'.repeat(79)}😀`;
    const { definition } = flowOf({ groups: { G: [say(words), say('one\nHere and here')] } });
    const [long, lines] = atOnce(searchFlow(definition, 'here', new Set(['TEXT'])));
    expect(long?.excerpt).toBe(`😀${'b'.repeat(39)}Here${'c'.repeat(79)}`);
    expect(long?.excerpt.slice(long.start, long.end)).toBe('Here');
    expect(long).toMatchObject({ offset: 140, count: 1 });
    expect(lines).toMatchObject({ excerpt: 'one Here and here', start: 4, end: 8, count: 2 });
  });

  test('finds what other products hold under a long name, but not what only a path of megabytes leads to', () => {
    const held = { ['k'.repeat(980)]: ['needle'], ['l'.repeat(1_001)]: ['needle'] };
    const { definition } = flowOf({ groups: { G: [{ type: 'hologram', held }] } });
    const found = atOnce(searchFlow(definition, 'needle', new Set(ALL)));
    expect(found.map(({ path }) => path)).toEqual([`held.${'k'.repeat(980)}[0]`]);
  });

  test('finds a name in lower case where the text has the capital İ', () => {
    const { definition } = flowOf({ groups: { G: [say('Welcome to İstanbul')] } });
    const [found] = atOnce(searchFlow(definition, 'istanbul', new Set(['TEXT'])));
    expect(found).toMatchObject({ offset: 11, count: 1 });
    expect(atOnce(searchFlow(definition, 'İSTANBUL', new Set(['TEXT'])))).toHaveLength(1);
  });

  test('finds nothing for no text, and at most ten thousand places', () => {
    expect(search('')).toEqual([]);
    const blocks = Array.from({ length: 10_001 }, () => say('x y'));
    const { definition } = flowOf({ groups: { G: blocks } });
    expect(atOnce(searchFlow(definition, 'x y', new Set(ALL)))).toHaveLength(10_000);
  });
});

test('any text is found where the platform finds it', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', 'İ', 'i', '😀'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(letters, letters, (text, sought) => {
      const short = sought.slice(0, 4);
      const folded = (written: string) => written.replaceAll('A', 'a').replaceAll('İ', 'i');
      const at = folded(text).indexOf(folded(short));
      const count = folded(text).split(folded(short)).length - 1;
      const found = textFinder(short)(text);
      if (short === '') expect(found).toBeUndefined();
      else expect(found).toEqual(at < 0 ? undefined : { start: at, count });
    }),
  );
});
