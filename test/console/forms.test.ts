import { applyEdits, type Flow, type FlowPart } from '@parley/client';
import { expect, test } from '@jest/globals';
import {
  blockEdit,
  bothPatches,
  commonNodes,
  countSet,
  type Field,
  type FieldNode,
  fieldTree,
  isMixed,
  isShown,
  type Keys,
  keysOf,
  newEntry,
  patchTo,
  withSet,
} from '../../packages/console/src/blocks/formModel.js';
import { completed, found, openTemplate } from '../../packages/console/src/inspector/templates.js';
import { fieldsOfKind, KINDS } from '../../src/engine/index.js';

function field(path: string, more: Partial<Field> = {}): Field {
  const none = { choices: [], showsWhen: [], isRequired: false, isSecret: false };
  const said = { title: path, help: '', control: 'TEXT', isDeprecated: false } as const;
  return { ...none, ...said, path, takesVariables: true, needsSecrets: false, ...more } as Field;
}

/** The block after one member of it was set as a form does it. */
function after(block: FlowPart, keys: Keys, value: unknown): unknown {
  const flow: Flow = {
    ...{ events: [], edges: [], variables: [], theme: {}, settings: {} },
    groups: [{ id: 'g', blocks: [block] }],
  };
  return applyEdits(flow, [blockEdit(block, keys, value)]).flow.groups[0]?.blocks[0];
}

test('the members of an object and of the entries of a list are inside of it, and old ones are left out', () => {
  const fields = [
    field('options.a', { control: 'SECTION' }),
    field('options.a.b', { control: 'LIST' }),
    field('options.a.b[].id', { control: 'ID' }),
    field('options.a.b[].old', { isDeprecated: true }),
    field('options.ab'),
  ];
  const [a, ab] = fieldTree(fields);
  expect(a?.inside[0]?.inside.map((node) => node.field.path)).toEqual(['options.a.b[].id']);
  expect(ab?.inside).toEqual([]);
});

test('every field of every kind is somewhere in its form', () => {
  for (const kind of KINDS) {
    const fields = fieldsOfKind(kind).map((one) => field(one.path, { ...one } as Partial<Field>));
    const all: string[] = [];
    const visit = (nodes: readonly FieldNode[]): void =>
      nodes.forEach((node) => {
        all.push(node.field.path);
        visit(node.inside);
      });
    visit(fieldTree(fields));
    const wanted = fields.filter(({ isDeprecated }) => !isDeprecated).map(({ path }) => path);
    expect([kind.type, all]).toEqual([kind.type, wanted]);
  }
});

test('a field shows while its conditions hold, in a list those of the same entry', () => {
  const fields = [
    field('mode', { default: 'text' }),
    field('list[].on'),
    field('list[].to', {
      showsWhen: [
        { path: 'list[].on', in: [true] },
        { path: 'mode', in: ['text'] },
      ],
    }),
  ];
  const document = { list: [{ on: false }, { on: true }] };
  const shows = (place: number, mode?: string): boolean =>
    fields[2] !== undefined &&
    isShown(fields[2], {
      fields,
      document: { ...document, ...(mode && { mode }) },
      places: [place],
    });
  expect([shows(0), shows(1), shows(1, 'other')]).toEqual([false, true, false]);
});

test('what is set in a form is set in the block, whatever is around it', () => {
  const list = [{ id: 'x', to: { a: 1 } }, { id: 'y' }];
  const block = { id: 'b', type: 'k', options: { keep: 1, list } };
  expect(after(block, ['options', 'new', 'deep'], 'v')).toEqual({
    ...block,
    options: { keep: 1, list, new: { deep: 'v' } },
  });
  expect(after(block, keysOf('options.list[].to.b', [1]), 2)).toEqual({
    ...block,
    options: { keep: 1, list: [list[0], { id: 'y', to: { b: 2 } }] },
  });
  expect(after(block, keysOf('options.list[].to.a', [0]), null)).toEqual({
    ...block,
    options: { keep: 1, list: [{ id: 'x', to: {} }, { id: 'y' }] },
  });
  expect(after(block, ['options', 'keep'], null)).toEqual({ ...block, options: { list } });
});

test('a look that is given to a bot takes the place of all that its look was', () => {
  const theme = {
    general: { font: 'a', background: { type: 'Color', content: '#fff' } },
    chat: {},
  };
  const look = { general: { background: { type: 'Image' } }, customCss: 'b' };
  const flow: Flow = {
    ...{ events: [], edges: [], variables: [], groups: [] },
    settings: {},
    theme,
  };
  const { flow: given, inverse } = applyEdits(flow, [
    { setTheme: { patch: patchTo(theme, look) } },
  ]);
  expect(given.theme).toEqual(look);
  expect(applyEdits(given, inverse).flow.theme).toEqual(theme);
});

test('of a button that is changed only that button is sent, so that two people can change two', () => {
  const block = { id: 'b', type: 'k', items: [{ id: 'i', content: 'A' }] };
  expect(blockEdit(block, keysOf('items[].content', [0]), 'B')).toEqual({
    updateItem: { blockId: 'b', itemId: 'i', patch: { content: 'B' } },
  });
  expect(blockEdit(block, ['items'], [])).toEqual({
    updateBlock: { blockId: 'b', patch: { items: [] } },
  });
});

test('a new entry has an id where entries have one, and is a text where they are texts', () => {
  const list = field('l', { control: 'LIST' });
  const made = (...paths: string[]): unknown => {
    const [node] = fieldTree([list, ...paths.map((path) => field(path))]);
    return node && newEntry(node, () => 'n1');
  };
  expect([made('l[].id'), made('l[]'), made('l[].key')]).toEqual([{ id: 'n1' }, '', {}]);
});

test('of several blocks, what differs is mixed, and lists are left to the form of one', () => {
  const [one, other] = [
    { id: 'a', options: { isLong: true, labels: { button: 'Go' } } },
    { id: 'b', options: { isLong: true } },
  ];
  expect(isMixed([one, other], ['options', 'isLong'])).toBe(false);
  expect(isMixed([one, other], ['options', 'labels', 'button'])).toBe(true);
  const fields = [
    field('options', { control: 'SECTION' }),
    field('options.tools', { control: 'LIST' }),
    field('options.model'),
  ];
  const [options] = commonNodes(fieldTree(fields));
  expect(options?.inside.map((node) => node.field.path)).toEqual(['options.model']);
});

test('a folded part says how much is set in it', () => {
  const nodes = fieldTree([
    field('a', { control: 'SECTION' }),
    field('a.id', { control: 'ID' }),
    field('a.b'),
    field('a.c'),
    field('a.d', { control: 'SECTION' }),
    field('a.d.e'),
  ]);
  const document = { a: { id: 'x', b: '', c: null, d: { e: false } } };
  expect(countSet(nodes, { fields: [], document, places: [] })).toBe(2);
});

test('credentials that are typed in are put together', () => {
  const once = withSet({}, ['auth', 'key'], 'k');
  expect(withSet(withSet(once, ['host'], 'h'), ['auth', 'key'], null)).toEqual({
    auth: {},
    host: 'h',
  });
});

test('of stored credentials only what was changed is sent, together', () => {
  const patch = bothPatches(
    { live: { secretKey: 'a', publicKey: 'p' } },
    { live: { secretKey: null } },
  );
  expect(bothPatches(patch, { test: null })).toEqual({
    live: { secretKey: null, publicKey: 'p' },
    test: null,
  });
});

test('a brace offers variables until the name is closed', () => {
  expect(openTemplate('Hi {na', 6)).toEqual({ start: 3, search: 'na' });
  expect(openTemplate('Hi {{ na', 8)).toEqual({ start: 3, search: 'na' });
  expect(openTemplate('Hi {{Name}} ', 12)).toBeUndefined();
  expect(completed('Hi {na you', 6, 'Name')).toEqual({ text: 'Hi {{Name}} you', caret: 11 });
  expect(completed('Hi {{na}} you', 7, 'Name')).toEqual({ text: 'Hi {{Name}} you', caret: 11 });
});

test('what begins with what is typed is offered first', () => {
  const options = ['Last name', 'Name', 'Nickname of pet'].map((label) => ({ label }));
  expect(found(options, 'na').map(({ label }) => label)).toEqual([
    'Name',
    'Last name',
    'Nickname of pet',
  ]);
  expect(found(options, 'pet nick').map(({ label }) => label)).toEqual(['Nickname of pet']);
});
