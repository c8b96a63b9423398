import { expect, test } from '@jest/globals';
import {
  compileFlow,
  type FlowDefinition,
  flowDefinitionSchema,
} from '../../../src/engine/flow/flow.js';

const at = { x: 0, y: 0 };

function definition(parts: Partial<FlowDefinition> = {}): FlowDefinition {
  return {
    version: '6',
    events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e1' }],
    groups: [
      {
        id: 'g1',
        title: 'First',
        graphCoordinates: at,
        blocks: [
          { id: 'b1', type: 'text' },
          { id: 'b2', type: 'text input' },
        ],
      },
    ],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Name' }],
    theme: {},
    settings: {},
    ...parts,
  };
}

test('finds every part of a flow by its id', () => {
  const flow = compileFlow('f', definition());
  expect(flow.group('g1')?.title).toBe('First');
  expect(flow.edge('e1')?.to.groupId).toBe('g1');
  expect(flow.event('start')?.outgoingEdgeId).toBe('e1');
  expect(flow.variable('v1')?.name).toBe('Name');
  const place = flow.block('b2');
  expect([place?.block.type, place?.group.id, place?.index]).toEqual(['text input', 'g1', 1]);
});

test('finds nothing for an unknown id or an absent edge', () => {
  const flow = compileFlow('f', definition());
  expect(flow.group('__proto__')).toBeUndefined();
  expect(flow.edge(undefined)).toBeUndefined();
  expect(flow.edge('gone')).toBeUndefined();
  expect(flow.block('constructor')).toBeUndefined();
  expect(flow.event('g1')).toBeUndefined();
  expect(flow.variable('Name')).toBeUndefined();
});

test('finds a variable by its exact name only', () => {
  const flow = compileFlow('f', definition());
  expect(flow.variableNamed('Name')?.id).toBe('v1');
  expect(flow.variableNamed('name')).toBeUndefined();
});

test('takes the first of two blocks, edges, groups or variables with the same id or name', () => {
  const group = (title: string, type: string) => ({
    id: 'twice',
    title,
    graphCoordinates: at,
    blocks: [{ id: 'b', type }],
  });
  const flow = compileFlow(
    'f',
    definition({
      groups: [group('first', 'text'), group('second', 'image')],
      edges: [
        { id: 'e', from: { blockId: 'b' }, to: { groupId: 'first' } },
        { id: 'e', from: { blockId: 'b' }, to: { groupId: 'second' } },
      ],
      variables: [
        { id: 'v1', name: 'Name' },
        { id: 'v2', name: 'Name' },
      ],
    }),
  );
  expect(flow.group('twice')?.title).toBe('first');
  expect(flow.block('b')?.block.type).toBe('text');
  expect(flow.edge('e')?.to.groupId).toBe('first');
  expect(flow.variableNamed('Name')?.id).toBe('v1');
});

test('a stored flow has version 6 and a start event', () => {
  expect(flowDefinitionSchema.safeParse(definition()).success).toBe(true);
  expect(flowDefinitionSchema.safeParse({ ...definition(), version: '5' }).success).toBe(false);
  expect(flowDefinitionSchema.safeParse({ ...definition(), events: [] }).success).toBe(false);
});
