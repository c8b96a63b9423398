import type { Flow, FlowPart } from '@parley/client';

/** A text block. */
export const text = (id: string, said: string) => ({
  ...{ id, type: 'text', content: { richText: [{ type: 'p', children: [{ text: said }] }] } },
});
/** A block with two buttons, the first of which leads on. */
const choice: FlowPart = {
  ...{ id: 'ask', type: 'choice input', options: { variableId: 'vColour' } },
  items: [
    { id: 'red', content: 'Red', outgoingEdgeId: 'toEnd' },
    { id: 'blue', content: 'Blue' },
  ],
};
/** A group at a place from the left. */
export const group = (id: string, x: number, ...blocks: readonly FlowPart[]) => ({
  ...{ id, title: `Group ${id}`, graphCoordinates: { x, y: 0 }, blocks },
});
/** Two groups that edges join with the start. */
export const flow: Flow = {
  events: [
    {
      ...{ id: 'start', type: 'start', outgoingEdgeId: 'begin' },
      graphCoordinates: { x: -300, y: 0 },
    },
  ],
  groups: [
    group('a', 0, text('hello', 'Hello there'), choice),
    group('b', 400, text('bye', 'Bye')),
  ],
  edges: [
    { id: 'begin', from: { eventId: 'start' }, to: { groupId: 'a' } },
    { id: 'toEnd', from: { blockId: 'ask', itemId: 'red' }, to: { groupId: 'b' } },
  ],
  variables: [{ id: 'vColour', name: 'Colour' }],
  theme: {},
  settings: {},
};

/** Ids that are new and the same in each run. */
export const counter = () => {
  let count = 0;
  return () => `new${++count}`;
};
