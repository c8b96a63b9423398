import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../../src/engine/documents/atOnce.js';
import { diffFlows as diffInSteps } from '../../../../src/engine/flow/diff/diffFlows.js';
import type { FlowDefinition } from '../../../../src/engine/flow/flow.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';
import { fc } from '../../../support/properties.js';
import { partAt } from '../../../support/parts.js';

const diffFlows = (...flows: Parameters<typeof diffInSteps>) => atOnce(diffInSteps(...flows));
const base = flowOf({
  variables: { Name: null, Age: null },
  groups: {
    Start: [say('Hello'), ask('text input', 'Name'), { ...say('Bye'), to: 'End' }],
    Other: [ask('number input', 'Age', { min: 1 }), say('So old')],
    End: [say('The end')],
  },
}).definition;

/** A changed copy of the base. */
function edited(edit: (flow: FlowDefinition) => void): FlowDefinition {
  const copy = structuredClone(base);
  edit(copy);
  return copy;
}

const groupOf = (flow: FlowDefinition, id: string) =>
  flow.groups.find((group) => group.id === id) ?? raise(`no group ${id}`);
const raise = (message: string): never => {
  throw new Error(message);
};
const point = { x: 0, y: 0 };

describe('the difference between two flows', () => {
  const edits: [string, (flow: FlowDefinition) => void, object][] = [
    [
      'names a new group',
      ({ groups }) =>
        groups.push({ id: 'New', title: 'Extra', graphCoordinates: point, blocks: [] }),
      { kind: 'GROUP_ADDED', id: 'New', name: 'Extra' },
    ],
    [
      'names a group by its new and its old title',
      (flow) => void (groupOf(flow, 'Other').title = 'Else'),
      { kind: 'GROUP_RENAMED', id: 'Other', name: 'Else', before: 'Other', after: 'Else' },
    ],
    [
      'says where a group was and is',
      (flow) => void (groupOf(flow, 'Other').graphCoordinates = { x: 9, y: 0 }),
      { kind: 'GROUP_MOVED', id: 'Other', name: 'Other', before: point, after: { x: 9, y: 0 } },
    ],
    [
      'says what else of a group changed',
      (flow) => void Object.assign(groupOf(flow, 'Other'), { mood: { of: 'day' } }),
      { kind: 'GROUP_CHANGED', id: 'Other', name: 'Other', paths: ['mood'] },
    ],
    [
      'names a new block and its group',
      (flow) => groupOf(flow, 'End').blocks.push({ id: 'new', type: 'text' }),
      { kind: 'BLOCK_ADDED', id: 'new', groupId: 'End', name: 'text' },
    ],
    [
      'names a block that is gone',
      (flow) => groupOf(flow, 'Other').blocks.pop(),
      { kind: 'BLOCK_REMOVED', id: 'Other.2', groupId: 'Other', name: 'text' },
    ],
    [
      'shows the words of a bubble before and after',
      (flow) => groupOf(flow, 'End').blocks.splice(0, 1, { ...say('Fin'), id: 'End.1' }),
      {
        kind: 'TEXT_CHANGED',
        id: 'End.1',
        groupId: 'End',
        name: 'text',
        before: 'The end',
        after: 'Fin',
      },
    ],
    [
      'says where a block differs',
      (flow) => {
        const [input] = groupOf(flow, 'Other').blocks;
        Object.assign(input ?? {}, { options: { variableId: 'vAge', min: 2, max: 5 } });
      },
      {
        kind: 'BLOCK_CHANGED',
        id: 'Other.1',
        groupId: 'Other',
        name: 'number input',
        paths: ['options.min', 'options.max'],
      },
    ],
    [
      'names one block where two have changed places',
      (flow) => groupOf(flow, 'Other').blocks.reverse(),
      {
        kind: 'BLOCK_MOVED',
        id: 'Other.2',
        groupId: 'Other',
        name: 'text',
        before: 'Other',
        after: 'Other',
      },
    ],
    [
      'says into which group a block went',
      (flow) => groupOf(flow, 'End').blocks.unshift(...groupOf(flow, 'Other').blocks.splice(0, 1)),
      {
        kind: 'BLOCK_MOVED',
        id: 'Other.1',
        groupId: 'End',
        name: 'number input',
        before: 'Other',
        after: 'End',
      },
    ],
    [
      'shows how an edge was wired and is',
      ({ edges }) =>
        void (edges[0] = { ...(edges[0] ?? raise('no edge')), to: { groupId: 'Other' } }),
      {
        kind: 'EDGE_REWIRED',
        id: 'Start.3→End',
        before: { from: { blockId: 'Start.3' }, to: { groupId: 'End' } },
        after: { from: { blockId: 'Start.3' }, to: { groupId: 'Other' } },
      },
    ],
    [
      'names an edge that is gone',
      ({ edges }) => edges.shift(),
      { kind: 'EDGE_REMOVED', id: 'Start.3→End' },
    ],
    [
      'names a new edge',
      ({ edges }) => edges.push({ id: 'e', from: { blockId: 'End.1' }, to: { groupId: 'Other' } }),
      { kind: 'EDGE_ADDED', id: 'e' },
    ],
    [
      'shows the old name of a variable',
      ({ variables }) => void (variables[0] = { id: 'vName', name: 'First name' }),
      {
        kind: 'VARIABLE_RENAMED',
        id: 'vName',
        name: 'First name',
        before: 'Name',
        after: 'First name',
      },
    ],
    [
      'names a new variable',
      ({ variables }) => variables.push({ id: 'v', name: 'City' }),
      { kind: 'VARIABLE_ADDED', id: 'v', name: 'City' },
    ],
    [
      'names a variable that is gone',
      ({ variables }) => variables.pop(),
      { kind: 'VARIABLE_REMOVED', id: 'vAge', name: 'Age' },
    ],
    [
      'says that a variable begins with something else',
      ({ variables }) => void (variables[1] = { id: 'vAge', name: 'Age', value: '7' }),
      { kind: 'VARIABLE_CHANGED', id: 'vAge', name: 'Age', paths: ['value'] },
    ],
    [
      'says where the settings differ',
      (flow) => void (flow.settings = { general: { isBrandingEnabled: true } }),
      { kind: 'SETTINGS_CHANGED', paths: ['general'] },
    ],
    [
      'says where the theme differs',
      (flow) => void (flow.theme = { customCss: '.a {}' }),
      { kind: 'THEME_CHANGED', paths: ['customCss'] },
    ],
    [
      'says where an event differs',
      ({ events }) => void (events[0].graphCoordinates = { x: 1, y: 0 }),
      { kind: 'EVENT_CHANGED', id: 'start', name: 'start', paths: ['graphCoordinates.x'] },
    ],
    [
      'says which member unknown to this server differs',
      (flow) => void Object.assign(flow, { future: 1 }),
      { kind: 'FLOW_CHANGED', paths: ['future'] },
    ],
  ];

  test.each(edits)('%s', (_words, edit, change) => {
    expect(diffFlows(base, edited(edit))).toEqual([change]);
  });

  test('lists each of several changes to different parts', () => {
    const apart = edits.filter(([, , change]) =>
      /"(GROUP_\w+|THEME_\w+|SETTINGS_\w+|FLOW_\w+|EVENT_\w+)"/.test(JSON.stringify(change)),
    );
    fc.assert(
      fc.property(fc.subarray(apart), (picked) => {
        const both = edited((flow) => picked.forEach(([, edit]) => edit(flow)));
        const kinds = diffFlows(base, both).map(({ kind }) => kind);
        expect([...kinds].sort()).toEqual(
          picked.map(([, , change]) => partAt(change, 'kind')).sort(),
        );
      }),
    );
  });

  test('lists everything if there was no flow before', () => {
    const kinds = diffFlows(undefined, base).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['EVENT_ADDED', 'GROUP_ADDED', 'BLOCK_ADDED', 'EDGE_ADDED', 'VARIABLE_ADDED']),
    );
    expect(kinds).toHaveLength(1 + 3 + 6 + 2 + 2);
  });

  test('lists a deleted group and its blocks', () => {
    const flow = edited(({ groups }) => groups.pop());
    expect(diffFlows(base, flow).map(({ kind, id }) => [kind, id])).toEqual([
      ['GROUP_REMOVED', 'End'],
      ['BLOCK_REMOVED', 'End.1'],
    ]);
  });

  test('names the member in which a picture, which has no text, differs', () => {
    const showing = (url: string) =>
      edited((flow) =>
        groupOf(flow, 'End').blocks.push({ id: 'p', type: 'image', content: { url } }),
      );
    const [before, after] = ['cat', 'dog'].map((pet) => showing(`https://example.com/${pet}.png`));
    expect(diffFlows(before, after ?? raise('no flow'))).toEqual([
      { kind: 'BLOCK_CHANGED', id: 'p', groupId: 'End', name: 'image', paths: ['content.url'] },
    ]);
  });

  test.each([
    ['a button', [{ id: 'a', content: 'One' }, { id: 'b' }], ['items.a.content']],
    ['a new button', [{ id: 'a' }, { id: 'b' }, { id: 'c' }], ['items']],
    ['the order of the buttons', [{ id: 'b' }, { id: 'a' }], ['items']],
    ['a button without an id', [{ id: 'a' }, { content: 'One' }], ['items']],
    ['two buttons with one id', [{ id: 'a' }, { id: 'a' }], ['items']],
    ['buttons that are no objects', ['a', 'b'], ['items']],
    ['no list', 'none', ['items']],
  ])('names the member in which a block of buttons differs: %s', (_what, items, paths) => {
    const [before, after] = [[{ id: 'a' }, { id: 'b' }], items].map((list) =>
      edited((flow) => {
        groupOf(flow, 'End').blocks.push({ id: 'p', type: 'choice input', items: list });
      }),
    );
    expect(diffFlows(before, after ?? raise('no flow'))).toMatchObject([
      { kind: 'BLOCK_CHANGED', id: 'p', paths },
    ]);
  });

  test('distinguishes two parts that have the same id', () => {
    const twice = edited(({ variables }) => variables.push({ id: 'vAge', name: 'Twin' }));
    expect(diffFlows(base, twice)).toEqual([{ kind: 'VARIABLE_ADDED', id: 'vAge', name: 'Twin' }]);
    expect(diffFlows(twice, twice)).toEqual([]);
  });
});

test('a member with a long name that holds many others is described by the beginnings of a hundred places', () => {
  const name = 'k'.repeat(5_000);
  const members = (value: number) =>
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, value]));
  const [before, after] = [1, 2].map((value) =>
    edited((flow) => Object.assign(flow.theme, { [name]: members(value) })),
  );
  const [change] = diffFlows(before, after ?? raise('no flow'));
  expect(change?.paths).toHaveLength(100);
  expect(change?.paths?.[0]).toBe(name.slice(0, 500));
});

test('a flow of sixty thousand new variables is described by the first five thousand', () => {
  const many = edited((flow) => {
    flow.variables = Array.from({ length: 60_000 }, (_, at) => ({ id: `v${at}`, name: `${at}` }));
  });
  const changes = diffFlows(base, many);
  expect(changes).toHaveLength(5_000);
  expect(changes.at(-1)).toEqual({ kind: 'VARIABLE_ADDED', id: 'v4999', name: '4999' });
});

test('indexing both flows is done in steps of a thousand parts', () => {
  const variables = Array.from({ length: 60_000 }, (_, at) => ({ id: `v${at}`, name: 'Same' }));
  const before = edited((flow) => Object.assign(flow, { variables }));
  const after = edited((flow) => Object.assign(flow, { variables: [...variables].reverse() }));
  expect([...diffInSteps(before, after)].length).toBeGreaterThan(3 * 60);
});

test('a list with the same content is not a change of its part', () => {
  const [before, after] = [1, 2].map((a) =>
    edited((flow) => Object.assign(flow.theme, { a, list: [{}] })),
  );
  expect(diffFlows(before, after ?? raise('no flow'))).toEqual([
    { kind: 'THEME_CHANGED', paths: ['a'] },
  ]);
});
