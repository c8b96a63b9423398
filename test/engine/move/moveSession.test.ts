import { expect, test } from '@jest/globals';
import { compileFlow, type Flow } from '../../../src/engine/flow/flow.js';
import type { Session } from '../../../src/engine/interpreter/session.js';
import { chat, newSession, type Sent } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch, type FlowSketch } from '../../support/flowOf.js';
import { moved } from '../../support/movedBy.js';

type Groups = Record<string, readonly BlockSketch[]>;

function old(groups: Groups, more: Partial<FlowSketch> = {}): Flow {
  return flowOf({ groups, ...more }, 'old');
}

function now(groups: Groups, more: Partial<FlowSketch> = {}): Flow {
  return flowOf({ groups, ...more }, 'now');
}

/** The chat after these answers. */
function after(flow: Flow, answers: readonly Sent[] = []): Session {
  return chat(flow, answers).at(-1)?.session ?? newSession(flow);
}

/** The codes for which the chat cannot move. */
function codes(session: Session, from: Flow, to: Flow): readonly string[] | undefined {
  return moved(session, from, to).reasons?.map(({ code }) => code);
}

const name: BlockSketch = { id: 'name', ...ask('text input', 'Name') };
const age: BlockSketch = { id: 'age', ...ask('number input', 'Age') };
const optionsOfAge = { variableId: 'vAge' };
const variables = { Name: null, Age: null };

test('a chat that waits at a block goes on there although blocks came before it, and the block moved', () => {
  const from = old({ A: [name, age] }, { variables });
  const to = now({ A: [say('New'), name], B: [say('How old?'), age] }, { variables });
  const { session } = moved(after(from, ['Ada']), from, to);
  expect(session).toMatchObject({
    at: { groupId: 'B', index: 1, blockId: 'age' },
    stack: [{ flowId: 'now', variables: [{ name: 'Name', value: 'Ada' }] }],
  });
});

test('a chat that only was registered moves as it is', () => {
  const from = old({ A: [name] }, { variables });
  const session = newSession(from);
  expect(moved(session, from, now({ B: [age] })).session?.stack).toEqual([
    { ...session.stack[0], flowId: 'now' },
  ]);
  const deleted = { ...session, stack: [] };
  expect(moved(deleted, from, now({ B: [age] })).session).toEqual(deleted);
});

test('a chat cannot move whose block is gone, is of another kind, or takes other answers', () => {
  const from = old({ A: [age] }, { variables });
  const session = after(from);
  const [changed, doubled] = [['BLOCK_CHANGED'], ['BLOCK_DOUBLED']];
  expect(moved(session, from, now({ A: [name] })).reasons).toEqual([
    {
      ...{ code: 'BLOCK_GONE', groupId: 'A', blockId: 'age' },
      message: 'Group "A", block 1 (number input) is not in the version',
    },
  ]);
  expect(codes(session, from, now({ A: [{ ...name, id: 'age' }] }))).toEqual(changed);
  const narrow = { ...age, options: { ...optionsOfAge, min: 18 } };
  expect(codes(session, from, now({ A: [narrow] }, { variables }))).toEqual(changed);
  expect(codes(session, from, now({ A: [age, age] }, { variables }))).toEqual(doubled);
  const lost = { ...session, at: { ...session.at!, index: 7 } };
  expect(moved(lost, from, now({ A: [age] })).reasons).toEqual([
    { code: 'BLOCK_GONE', groupId: 'A', message: 'A block of group "A" is not in the version' },
  ]);
});

test('words around an input, how it looks and where it leads may change', () => {
  const from = old({ A: [age] }, { variables });
  const labels = { placeholder: 'In years' };
  const worded = { ...age, to: 'B', options: { ...optionsOfAge, labels, isLong: true } };
  const plain = { ...age, options: undefined };
  expect(codes(after(from), from, now({ A: [worded], B: [] }))).toBeUndefined();
  expect(codes(after(from), from, now({ A: [plain] }))).toEqual(['BLOCK_CHANGED']);
  const items = [{ id: 'tea', content: 'Tea', to: 'B' }];
  const choice = { id: 'c', type: 'choice input', items };
  const choosing = old({ A: [choice], B: [] });
  const elsewhere = { ...choice, items: [{ ...items[0], to: 'C' }] };
  expect(codes(after(choosing), choosing, now({ A: [elsewhere], C: [] }))).toBeUndefined();
  const day = { id: 'day', type: 'date input', options: { labels: { separator: 'until' } } };
  const otherwise = { ...day, options: { labels: { separator: 'to' } } };
  const dated = old({ A: [day] });
  expect(codes(after(dated), dated, now({ A: [otherwise] }))).toEqual(['BLOCK_CHANGED']);
});

test('a variable keeps its value under a new name, and one that was made again under a new id', () => {
  const from = old({ A: [name, age] }, { variables });
  const session = after(from, ['Ada']);
  const definition = structuredClone(from.definition);
  const [was] = definition.variables;
  const named = (change: object) =>
    compileFlow('now', {
      ...definition,
      variables: [{ ...was!, ...change }, ...definition.variables.slice(1)],
    });
  expect(moved(session, from, named({ name: 'First name' })).session?.stack[0]).toMatchObject({
    variables: [{ id: 'vName', name: 'First name', value: 'Ada' }],
    answers: [{ key: 'First name', value: 'Ada' }],
  });
  const again = named({ id: 'vNew', isSessionVariable: true });
  expect(moved(session, from, again).session?.stack[0]?.variables).toEqual([
    { id: 'vNew', name: 'Name', value: 'Ada', isSessionVariable: true },
  ]);
});

test('answers that no variable keeps go on under the new title of their group', () => {
  const plain = { id: 'plain', ...ask('text input') };
  const more = { id: 'more', ...ask('text input') };
  const last = { id: 'last', ...ask('text input') };
  const from = old({ A: [plain, more], B: [last] });
  const { definition } = from;
  const groups = definition.groups.map((group) =>
    group.id === 'A' ? { ...group, title: 'Start' } : group,
  );
  const twins = definition.groups.flatMap((group) => [
    group,
    { ...group, id: `${group.id}2`, blocks: [] },
  ]);
  const twice = compileFlow('old', { ...definition, groups: twins });
  const to = compileFlow('now', { ...definition, groups });
  const session = after(from, ['x', 'y']);
  expect(session.stack[0]?.answers.map(({ key }) => key)).toEqual(['A', 'A (1)']);
  const [frame] = session.stack;
  const unknown = { key: 'unknown (2)', value: 'z' };
  const kept = { ...session, stack: [{ ...frame!, answers: [...frame!.answers, unknown] }] };
  expect(moved(kept, from, to).session?.stack[0]?.answers).toEqual([
    { key: 'Start', value: 'x' },
    { key: 'Start (1)', value: 'y' },
    unknown,
  ]);
  expect(moved(kept, twice, to)).toEqual(moved(kept, from, to));
});

test('a value that the old version reads must have a variable, other values stay with the chat', () => {
  const unread = old({ A: [name, age] }, { variables });
  const session = after(unread, ['Ada']);
  const gone = now({ A: [age] }, { variables: { Age: null } });
  expect(moved(session, unread, gone).session?.stack[0]?.variables).toEqual(
    session.stack[0]?.variables,
  );
  const read = old({ A: [name, age, say('Hello {{Name}} {{Nobody}}')] }, { variables });
  const reading = after(read, ['Ada']);
  expect(moved(reading, read, gone).reasons).toEqual([
    {
      ...{ code: 'VARIABLE_GONE', variableId: 'vName' },
      message: 'Variable "Name" has a value and is not in the version',
    },
  ]);
  const [frame] = reading.stack;
  const cleared = {
    ...reading,
    stack: [{ ...frame!, variables: [{ ...frame!.variables[0]!, value: null }] }],
  };
  expect(moved(cleared, read, gone).session?.stack[0]?.variables).toEqual([]);
});

test('a value is not given to a variable that means something else', () => {
  const both = { Name: null, Nick: null };
  const from = old({ A: [name, age] }, { variables: { ...both, Age: null } });
  const session = after(from, ['Ada']);
  const { definition } = from;
  const taken = compileFlow('now', {
    ...definition,
    variables: [
      { id: 'vNick', name: 'Name' },
      { id: 'vAge', name: 'Age' },
    ],
  });
  expect(codes(session, from, taken)).toEqual(['VARIABLE_GONE']);
});

test('a new variable begins with the value that is stored in the flow, and loses it on the way back', () => {
  const from = old({ A: [name, age] }, { variables });
  const to = now(
    { A: [name, age, say('{{Shop}}')] },
    { variables: { ...variables, Shop: 'Ada & Co' } },
  );
  const session = after(from, ['Ada']);
  const there = moved(session, from, to).session;
  expect(there?.stack[0]?.variables).toEqual([
    { id: 'vShop', name: 'Shop', value: 'Ada & Co' },
    ...(session.stack[0]?.variables ?? []),
  ]);
  expect(moved(there!, to, from).session).toEqual(session);
});

test('blocks to which a chat comes back must be there: after them it goes on, a message that was held back is parsed', () => {
  const from = old({ A: [name, age], B: [{ id: 'b', ...ask('text input') }] }, { variables });
  const [frame] = after(from, ['Ada']).stack;
  const at = { groupId: 'B', index: 0, blockId: 'b', waitsFor: 'client' as const };
  const session = (change: object, rest: object = {}): Session => ({
    ...after(from, ['Ada']),
    at: { ...at, ...rest },
    stack: [{ ...frame!, ...change }],
  });
  const mark = (index: number, then: object) => ({ groupId: 'A', index, ...then });
  const to = now({ A: [say('New'), name], B: [{ id: 'b', ...ask('text input') }] }, { variables });
  const back = session({
    continuations: [mark(0, { then: 'after' })],
    returnMark: mark(0, { then: 'hear', message: { text: 'x' } }),
  });
  expect(moved(back, from, to).session?.stack[0]).toMatchObject({
    continuations: [mark(1, { then: 'after' })],
    returnMark: mark(1, { then: 'hear', message: { text: 'x' } }),
  });
  const lost = session(
    { continuations: [mark(1, { then: 'after' })], returnMark: mark(1, { then: 'enter' }) },
    { asked: { groupId: 'A', index: 1 } },
  );
  const reasons = moved(lost, from, to).reasons ?? [];
  expect(reasons.map(({ code, blockId }) => [code, blockId])).toEqual(
    Array.from({ length: 3 }, () => ['BLOCK_GONE', 'age']),
  );
});

test('only the bots of a chat that run the old version move', () => {
  const from = old({ A: [name, age] }, { variables });
  const session = after(from, ['Ada']);
  const [frame] = session.stack;
  const linked = { ...frame!, botId: 'other', flowId: 'theirs' };
  const above = { ...session, stack: [frame!, linked, frame!] };
  const to = now({ A: [name] }, { variables: { ...variables, Shop: 'Ada & Co' } });
  const { at: _, ...linking } = above;
  const { session: there } = moved(linking, from, to);
  const own = { ...frame, flowId: 'now' };
  const shop = { id: 'vShop', name: 'Shop', value: 'Ada & Co' };
  const rooted = { ...own, variables: [shop, ...(frame?.variables ?? [])] };
  expect(there).toEqual({ ...linking, stack: [rooted, linked, own] });
  const inOther = { ...above, stack: [frame!, linked] };
  expect(moved(inOther, from, to).session?.at).toBe(above.at);
});

test('a chat that did not keep what was said cannot move to a version that reads it', () => {
  const from = old({ A: [name, age] }, { variables });
  const reading = { type: 'Set variable', options: { variableId: 'vName', type: 'Transcript' } };
  const to = now({ A: [name, age, reading] }, { variables });
  expect(codes(after(from), from, to)).toEqual(['TRANSCRIPT_MISSING']);
  expect(codes(newSession(from), from, to)).toBeUndefined();
  expect(codes(after(to), to, from)).toBeUndefined();
});

test('a variable that is used in more places than are listed counts as read', () => {
  const sets = Array.from({ length: 1_001 }, () => ({
    type: 'Set variable',
    options: { variableId: 'vName', expressionToEvaluate: 'x' },
  }));
  const from = old({ A: [name, age], B: sets }, { variables });
  const gone = now({ A: [age] }, { variables: { Age: null } });
  expect(codes(after(from, ['Ada']), from, gone)).toEqual(['VARIABLE_GONE']);
});
