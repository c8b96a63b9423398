import { expect, jest, test } from '@jest/globals';
import { compileFlow } from '../../src/engine/index.js';
import { oldFlowIds } from '../../src/chat/moveChat.js';
import type { MoveTarget } from '../../src/storage/hot/movingBots.js';
import { newSession } from '../support/chat.js';
import { flowsOf, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { caller, meanwhile, send, waiting } from '../support/waitingChat.js';

const name: BlockSketch = { id: 'name', ...ask('text input', 'Name') };
const more: BlockSketch = { id: 'more', ...ask('text input') };

/** A version of a flow that asks for a name, and then says so. */
function version(id: string, first: readonly BlockSketch[] = [name]) {
  const groups = { Start: [...first, say(`Hello from ${id}`), more] };
  return flowOf({ groups, variables: { Name: null } }, id);
}

const one = version('one');
const two = version('two', [say('New'), name]);
const three = version('three');
const other = version('other', [{ ...name, id: 'nick' }]);

const targetTo = (flowId: string, change: Partial<MoveTarget> = {}): MoveTarget => ({
  ...{ versionId: `ver_${flowId}`, version: 2, flowId, endsOthers: false, message: null },
  ...change,
});

interface Live {
  target: MoveTarget | undefined;
}

/** A chat that waits in version one while another is live. */
function inFlight(live: Live, change: object = {}): FakeStore {
  const moving = { isNone: false, targetOf: async () => live.target };
  const store = waiting(one, { moving, flows: flowsOf(one, two, three, other) });
  store.chat.row = { ...store.chat.row, ...change };
  return store;
}

const flowIn = ({ chat }: FakeStore) => partAt(chat.row.state, 'stack.0.flowId');
const kinds = ({ chat }: FakeStore) => chat.turns.at(-1)?.map((event) => partAt(event, 'kind'));

test('a chat moves to the live version before its answer is read, and its log says so', async () => {
  const store = inFlight({ target: targetTo('two') });
  const written = jest.spyOn(store.ports.turns, 'write');
  expect(await send(store)).toEqual(['Hello from two']);
  expect(store.chat.turns).toMatchObject([
    [
      { kind: 'moved', versionId: 'ver_two', version: 2 },
      { kind: 'heard', text: 'Ada' },
      {},
      {},
      {},
    ],
  ]);
  expect(store.chat.row).toMatchObject({ turn: 2, seq: 6 });
  expect(flowIn(store)).toBe('two');
  // It is no longer left at the old version's block, but at the next one of the new.
  expect(written.mock.lastCall?.[0].write.counts).toEqual([
    {
      ...{ botId: 'bot', flowId: 'two' },
      parts: [
        ['answered', 'name', 1],
        ['took', '0:name', 1],
        ['reached', 'Start.3', 1],
        ['reached', 'more', 1],
        ['left', 'more', 1],
      ],
    },
    { botId: 'bot', flowId: 'one', parts: [['left', 'name', -1]] },
  ]);
  expect(await send(store)).toEqual([]);
  expect(kinds(store)).toEqual(['heard', 'turnEnd']);
});

test('a chat that cannot move goes on in its version, or ends with the message of its bot', async () => {
  const stays = inFlight({ target: targetTo('other') });
  expect(await send(stays)).toEqual(['Hello from one']);
  expect([flowIn(stays), kinds(stays)?.[0]]).toEqual(['one', 'heard']);

  const message = 'We changed, {{Name}}. Please start again.';
  const ends = inFlight({ target: targetTo('other', { endsOthers: true, message }) });
  expect(await send(ends)).toEqual(['We changed, . Please start again.']);
  expect(ends.chat.row).toMatchObject({ isEnded: true, state: { isClosed: true } });
  expect(ends.chat.turns).toMatchObject([
    [
      { kind: 'heard', text: 'Ada' },
      {
        log: {
          description:
            'Ended, since it cannot go on with version 2: Group "Start", block 1 (text input) is not in the version',
        },
      },
      { kind: 'message' },
      { kind: 'turnEnd', isEnded: true },
    ],
  ]);
  const silently = inFlight({ target: targetTo('other', { endsOthers: true }) });
  expect(await send(silently)).toEqual([]);
  expect(kinds(silently)).toEqual(['heard', 'log', 'turnEnd']);
  await expect(send(silently)).rejects.toMatchObject({ reason: 'SESSION_ENDED' });
});

test('a chat in which two versions of its bot are open moves both, or neither', async () => {
  const mark = { groupId: 'Start', index: 0, then: 'after' };
  const flowsOpen = async (groupId: string) => {
    const store = inFlight({ target: targetTo('two') });
    const state = recordAt(store.chat.row, 'state');
    const [frame] = recordsAt(state, 'stack');
    const below = { ...frame, flowId: 'three', continuations: [{ ...mark, groupId }] };
    const stack = [below, { ...frame, botId: 'linked' }, frame];
    store.chat.row = { ...store.chat.row, state: { ...state, stack } };
    await send(store);
    return recordsAt(store.chat.row.state, 'stack').map((open) => open['flowId']);
  };
  expect(await flowsOpen('Start')).toEqual(['two', 'one', 'two']);
  expect(await flowsOpen('None')).toEqual(['three', 'one', 'one']);
});

test('a chat in the live version, of a stage, without a bot, a preview, and one that a person has do not move', async () => {
  expect(oldFlowIds({ ...newSession(one), stack: [] }, 'two')).toEqual([]);
  const staged = compileFlow('@next/x/ver_1', one.definition);
  expect(oldFlowIds(newSession(staged), 'two')).toEqual([]);
  const current = inFlight({ target: targetTo('one') });
  await send(current);
  const preview = inFlight({ target: targetTo('two') }, { isPreview: true });
  await send(preview);
  const paused = inFlight({ target: targetTo('two') });
  paused.chat.row = {
    ...paused.chat.row,
    state: { ...Object(paused.chat.row.state), isPaused: true },
  };
  await send(paused);
  for (const store of [current, preview, paused]) {
    expect([flowIn(store), kinds(store)?.[0]]).toEqual(['one', 'heard']);
  }
});

test('a turn whose write was refused moves once, to the version that is live by then', async () => {
  const live: Live = { target: targetTo('two') };
  const store = inFlight(live);
  meanwhile(store, 'turn_commit', () => {
    live.target = targetTo('three');
    store.chat.row = { ...store.chat.row, fence: 1 };
  });
  expect(await send(store)).toEqual(['Hello from three']);
  expect([flowIn(store), kinds(store)?.filter((kind) => kind === 'moved')]).toEqual([
    'three',
    ['moved'],
  ]);
});

test('the trace of a chat that moved begins with the whole chat in its new version', async () => {
  const store = inFlight({ target: targetTo('two') });
  const state = recordAt(store.chat.row, 'state');
  const settings = { ...recordAt(state, 'settings'), isTraced: true };
  store.chat.row = { ...store.chat.row, state: { ...state, settings } };
  const written = jest.spyOn(store.ports.turns, 'write');
  await send(store);
  expect(written.mock.lastCall?.[0].write.trace).toContain('"flowId":"two"');
});

test('whoever takes over a turn moves its chat where the first attempt moved it, and not where that did not', async () => {
  const calling = (id: string) => compileFlow(id, caller.definition);
  for (const [first, expected] of [
    [targetTo('two'), 'two'],
    [undefined, caller.id],
  ] as const) {
    const live: Live = { target: first };
    const [second, third] = [calling('two'), calling('three')];
    let isBroken = true;
    const store = waiting(caller, {
      moving: { isNone: false, targetOf: async () => live.target },
      flows: flowsOf(caller, second, third),
      handleEffect: async () => {
        if (isBroken) throw new Error('the process stops');
        return { ok: true, value: { statusCode: 200 } };
      },
    });
    await expect(send(store)).rejects.toThrow('the process stops');
    expect(store.chat.row.lease).toBe('left');
    isBroken = false;
    live.target = targetTo('three');
    expect(await send(store)).toEqual(['Done Ada']);
    expect(flowIn(store)).toBe(expected);
  }
});
