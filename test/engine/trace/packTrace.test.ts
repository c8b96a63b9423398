import { expect, test } from '@jest/globals';
import type { PackedEntry } from '../../../src/engine/trace/packedEntry.js';
import { packTrace } from '../../../src/engine/trace/packTrace.js';
import type { StateChange } from '../../../src/engine/trace/stateChange.js';
import type { BlockVisited, TraceEntry } from '../../../src/engine/trace/traceEntry.js';
import { unpackTrace } from '../../../src/engine/trace/unpackTrace.js';

const packed = (entries: readonly TraceEntry[]) => JSON.parse(packTrace(entries)) as PackedEntry[];

const began: TraceEntry = { kind: 'began', at: 1 };
const entered: TraceEntry & BlockVisited = {
  ...{ kind: 'block', at: 1, groupId: 'g', blockId: 'a', call: 'enter', way: 'edge' },
  edges: [{ id: 'e', blockId: 'a', itemId: 'i' }],
  to: { groupId: 'g', blockId: 'b' },
};
const waits: TraceEntry & BlockVisited = {
  ...{ kind: 'block', at: 1, groupId: 'g', blockId: 'b', call: 'enter', way: 'waits' },
};
const ended: TraceEntry = { kind: 'ended', at: 1, blocks: 2, characters: 3, work: 4 };

test('a trace is stored without what it repeats, and is the same when it is read', () => {
  const entries = [began, entered, waits, { ...ended, engineTook: 0.5, turnTook: 6 }];
  expect(packed(entries)).toEqual([
    1,
    [0, 0, ['g', 'a'], [['e', 'i']], ['g', 'b'], 0],
    [0, 8, 0, 0, 0, 0],
    ['ended', 2, 3, 4, 0.5, 6],
  ]);
  expect(unpackTrace(packed(entries))).toEqual(entries);
  expect(packTrace(entries).length * 3).toBeLessThan(JSON.stringify(entries).length);
});

const variable = { change: 'variable', depth: 0, id: 'v', name: 'V', from: null, to: 'x' } as const;
const rest = { groupId: 'g', index: 1, blockId: 'b', waitsFor: 'user' } as const;

test.each<readonly [string, readonly StateChange[]]>([
  ['a variable that had no value', [variable]],
  ['a variable that had one', [{ ...variable, from: ['y', null], to: null }]],
  ['a variable of the session', [{ ...variable, isSessionVariable: true }]],
  ['a variable of a linked bot', [{ ...variable, depth: 1 }]],
  [
    'an answer that a variable holds',
    [variable, { change: 'answer', depth: 0, key: 'V', to: 'x' }],
  ],
  ['an answer like no variable', [variable, { change: 'answer', depth: 0, key: 'V', to: 'z' }]],
  ['an answer under another name', [variable, { change: 'answer', depth: 0, key: 'W', to: 'x' }]],
  ['an answer alone', [{ change: 'answer', depth: 0, key: 'V', to: 'x' }]],
  ['an answer in a linked bot', [variable, { change: 'answer', depth: 1, key: 'V', to: 'x' }]],
  ['the number of answers', [{ change: 'member', member: 'answered', to: 2 }]],
  ['no number of answers', [{ change: 'member', member: 'answered', to: null }]],
  ['a rest at this block', [{ change: 'member', member: 'at', to: rest }]],
  ['a rest elsewhere', [{ change: 'member', member: 'at', to: { ...rest, blockId: 'c' } }]],
  ['no rest', [{ change: 'member', member: 'at', to: null }]],
  ['the phase', [{ change: 'member', member: 'phase', to: 'ended' }]],
  ['a text that was said', [{ change: 'said', kept: 1, added: 'Hi' }]],
])('%s is read as it was stored', (_what, changes) => {
  const entries = [began, { ...waits, changes }];
  expect(packed(entries)[1]).toHaveLength(6);
  expect(unpackTrace(packed(entries))).toEqual(entries);
});

const { blockId: _, ...nowhere } = waits;

test.each<readonly [string, readonly TraceEntry[]]>([
  ['a beginning that changed something', [{ ...began, changes: [variable] }, entered]],
  ['a visit at another time', [began, { ...entered, at: 2 }, { ...waits, at: 2 }]],
  ['a visit of a block that is not there', [began, nowhere, { ...nowhere, to: { groupId: 'h' } }]],
  ['a visit after one that leads nowhere', [began, waits, { ...waits, call: 'resume' }]],
  ['an edge from an event', [began, { ...nowhere, edges: [{ id: 'e', eventId: 'start' }] }]],
  ['an edge of a missing block', [began, { ...nowhere, edges: [{ id: 'e' }] }]],
  ['an edge of another block', [began, { ...waits, edges: [{ id: 'e', blockId: 'z' }] }]],
  ['an edge of the block', [began, { ...waits, edges: [{ id: 'e', blockId: 'b' }] }]],
  ['a visit in a linked bot', [began, { ...waits, bot: { botId: 'x', flowId: 'y' } }]],
  ['a visit with logs', [began, { ...waits, logs: ['Hm'] }]],
  ['a visit with conditions', [began, { ...waits, conditions: [] }]],
  ['an end that nobody measured', [began, ended]],
  ['an end that changed something', [began, { ...ended, changes: [variable] }]],
  ['an end at another time', [began, { ...ended, at: 2 }]],
])('%s is read as it was stored', (_what, entries) => {
  expect(unpackTrace(packed(entries))).toEqual(entries);
});
