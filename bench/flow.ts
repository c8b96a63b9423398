/**
 * The measured flow, in the shape of an export: text → text input → text → text input, and back to the beginning, so
 * that a chat can go on for ever. Every answer fills a variable, and the next text shows it.
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

/** The number of groups of a ring that a chat passes. */
const STOPS = 10;

/**
 * The groups of a flow of any size: each sends a text and asks. A chat goes round through ten of them that lie far
 * apart, so that flows of all sizes do the same work; from all others it would reach the next of the ten.
 */
export function ringOf(size: number): { groups: object[]; edges: object[] } {
  const names = Array.from({ length: size }, (_, index) => `group${index}`);
  const apart = size / STOPS;
  const after = (index: number): number => (Math.floor(index / apart + 1) * apart) % size;
  return {
    groups: names.map((name) =>
      group(name, [
        say(`${name}.say`, 'Nice to meet you, {{Name}}.'),
        ask(`${name}.ask`, 'name', `${name}.on`),
      ]),
    ),
    edges: [
      { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'group0' } },
      ...names.map((name, index) => ({
        id: `${name}.on`,
        from: { blockId: `${name}.ask` },
        to: { groupId: names[after(index)] },
      })),
    ],
  };
}

/** The answer of every caller to every input. */
export const ANSWER = 'Ada Lovelace';

function group(id: string, blocks: readonly object[]) {
  return { id, title: id, graphCoordinates: { x: 0, y: 0 }, blocks };
}

function say(id: string, text: string): object {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } };
}

function ask(id: string, variableId: string, outgoingEdgeId: string): object {
  return { id, type: 'text input', outgoingEdgeId, options: { variableId } };
}

/** The flow of the bench, with a block before all others that every second turn passes. */
export function flowBeginningWith(block: object): object {
  const [first, ...others] = benchFlow.groups;
  const blocks = [block, ...(first?.blocks ?? [])];
  return { ...benchFlow, groups: [{ ...first, blocks }, ...others] };
}

/** A flow that sends a number of characters in every second turn. */
export function talker(characters: number): object {
  return flowBeginningWith(say('talk', 'x'.repeat(characters)));
}
