/**
 * The flow that is measured, in the shape of an export: text → text input → text → text input, and back to the
 * beginning, so that a chat can go on for ever. Every answer fills a variable and the next text says it.
 */
export const benchFlow = {
  version: '6',
  name: 'Bench',
  events: [
    { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'toFirst' },
  ],
  groups: [
    group('first', [say('sayFirst', 'What is your name?'), ask('askFirst', 'name', 'toSecond')]),
    group('second', [
      say('saySecond', 'Nice to meet you, {{Name}}. What can we do for you?'),
      ask('askSecond', 'wish', 'back'),
    ]),
  ],
  edges: [
    { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'first' } },
    { id: 'toSecond', from: { blockId: 'askFirst' }, to: { groupId: 'second' } },
    { id: 'back', from: { blockId: 'askSecond' }, to: { groupId: 'first' } },
  ],
  variables: [
    { id: 'name', name: 'Name' },
    { id: 'wish', name: 'Wish' },
  ],
  theme: {},
  settings: {},
};

/** What every caller answers, whatever is asked. */
export const ANSWER = 'Ada Lovelace';

function group(id: string, blocks: readonly object[]): object {
  return { id, title: id, graphCoordinates: { x: 0, y: 0 }, blocks };
}

function say(id: string, text: string): object {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } };
}

function ask(id: string, variableId: string, outgoingEdgeId: string): object {
  return { id, type: 'text input', outgoingEdgeId, options: { variableId } };
}
