import { describe, expect, test } from '@jest/globals';
import { postAgentMessage, setChatStatus } from '../../src/chat/handover.js';
import { handBack } from '../../src/chat/handBack.js';
import { PAUSE_LASTS } from '../../src/chat/pausedTurn.js';
import { setBreakpoints, setPausedVariables, stepChat } from '../../src/chat/stepChat.js';
import { continueChat } from '../../src/chat/turn.js';
import type { Session } from '../../src/engine/index.js';
import { foldTrace } from '../../src/engine/trace/foldTrace.js';
import type { PackedEntry } from '../../src/engine/trace/packedEntry.js';
import { unpackTrace } from '../../src/engine/trace/unpackTrace.js';
import type { ChatReply } from '../../src/schema/chatReply.js';
import { atInput, GO, NEXT, opened, sent, sessionId } from '../support/debuggedChat.js';
import type { FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';

/** Steps from block to block to the end of the turn. */
async function stepToEnd(store: FakeStore, reply: ChatReply): Promise<ChatReply> {
  if (!reply.pause) return reply;
  return stepToEnd(store, await stepChat(store.ports, { sessionId, goOn: NEXT }));
}

function stateOf({ chat }: FakeStore): Session {
  const { settings, ...state } = chat.row.state as Session; // As it was written.
  const { breakpoints: _, ...others } = settings;
  return { ...state, settings: others };
}

/** Changes the chat once, just before a statement, as another process would. */
function meanwhile(store: FakeStore, name: string, change: () => void): void {
  store.before = (one) => {
    if (one !== name) return;
    store.before = () => undefined;
    change();
  };
}

const raiseFence = (store: FakeStore) => () => {
  store.chat.row = { ...store.chat.row, fence: store.chat.row.fence + 1 };
};

describe('a preview that is stepped through', () => {
  test('ends as one that runs at once: the same session, events and effects', async () => {
    const [plain, debugged] = [await opened(), await opened([atInput])];
    const said = await continueChat(plain.ports, sent('Ada'));
    const paused = await continueChat(debugged.ports, sent('Ada'));
    expect(paused).toMatchObject({ turn: 2, lastSeq: plain.chat.turns[0]?.length });
    expect(paused.pause).toEqual({
      ...{ number: 1, groupId: 'Start', blockId: 'Start.1', call: 'REPLY', hit: [atInput] },
    });
    expect(debugged.requests).toEqual([]);
    const stepped = await stepToEnd(debugged, paused);
    expect(stepped.raw).toEqual(said.raw);
    expect(debugged.chat.turns).toEqual(plain.chat.turns);
    expect(stateOf(debugged)).toEqual(stateOf(plain));
    expect(debugged.requests).toEqual(plain.requests);
    expect([debugged.chat.row.lease, debugged.chat.journal.size]).toEqual([null, 0]);
  });

  test('says what it has said so far, and goes on to the next breakpoint or block that is named', async () => {
    const store = await opened([
      { ...atInput, isOnce: true },
      { type: 'change', variableId: 'vOther' },
    ]);
    await continueChat(store.ports, sent('Ada'));
    const changed = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(changed.pause).toMatchObject({ number: 2, blockId: 'Start.5', hit: [{}] });
    const goOn = { ...GO, blockId: 'Start.7' };
    const named = await stepChat(store.ports, { sessionId, goOn, pause: 2 });
    expect(named).toMatchObject({ pause: { blockId: 'Start.7', hit: [] }, messages: [{}] });
    const ended = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(ended.pause).toBeUndefined();
    // The breakpoint at the input was for once.
    expect((await continueChat(store.ports, sent('again'))).pause).toBeUndefined();
  });

  test('does no effect twice if its process dies after the effect', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    store.before = (name) => {
      if (name === 'turn_commit_leased') throw new Error('The process died');
    };
    await expect(stepChat(store.ports, { sessionId, goOn: GO })).rejects.toThrow('died');
    expect([store.requests.length, store.chat.row.lease]).toEqual([2, 'left']);
    store.before = () => undefined;
    const reply = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(reply).toMatchObject({ turn: 2, messages: [{}] });
    expect(store.requests).toHaveLength(2);
  });

  test('has variables that a person writes while it is paused, and a trace that folds to its session', async () => {
    const store = await opened([atInput]);
    const first = store.chat.row.state as Session; // As it was written.
    await continueChat(store.ports, sent('Ada'));
    await stepChat(store.ports, { sessionId, goOn: NEXT });
    const variables = { Name: 'Grace', Unknown: 'x' };
    const changed = await setPausedVariables(store.ports, { sessionId, variables, pause: 2 });
    expect(changed.stack[0]?.variables).toMatchObject([{ name: 'Name', value: 'Grace' }]);
    const written: string[] = [];
    store.before = (_name, [turn]) => void written.push(String(partAt(turn, 'write.trace')));
    const reply = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(JSON.stringify(reply.messages)).toMatch('Hi Grace');
    const trace = written.find((text) => text.startsWith('[')) ?? '';
    const entries = unpackTrace(JSON.parse(trace) as PackedEntry[]); // As it was written.
    expect(entries.map(({ kind }) => kind)).toContain('edited');
    const { settings: _, ...folded } = foldTrace(first, entries) ?? first;
    expect(store.chat.row.state).toMatchObject(folded);
  });

  test('takes no more changes of variables once they are more than its chat can keep', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    const write = async (text: string) =>
      setPausedVariables(store.ports, { sessionId, variables: { Other: text.repeat(1_500_000) } });
    await write('x');
    await stepChat(store.ports, { sessionId, goOn: NEXT });
    await write('y');
    await expect(write('z')).rejects.toMatchObject({ reason: 'VALIDATION' });
    expect(await stepChat(store.ports, { sessionId, goOn: GO })).not.toHaveProperty('pause');
  });

  test('goes on with a command that was sent', async () => {
    const commanded = flowOf({
      groups: { Start: [ask('text input')], Other: [say('one'), say('two')] },
      events: [{ id: 'help', type: 'command', options: { command: 'help' }, to: 'Other' }],
    });
    const store = await opened([{ type: 'block', blockId: 'Other.2' }], {}, commanded);
    const message = { command: 'help' };
    const paused = await continueChat(store.ports, { ...sent(''), message });
    expect(paused).toMatchObject({ messages: [{}], pause: { blockId: 'Other.2' } });
    const reply = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(reply.messages).toHaveLength(2);
  });

  test('is as before its turn if the turn is refused', async () => {
    const pay = { type: 'payment input', options: { amount: '5', credentialsId: 'c' } };
    const paying = flowOf({ groups: { Start: [ask('text input'), say('Now pay'), pay] } });
    const handleEffect = async () => ({ ok: false, error: 'no such account' }) as const;
    const store = await opened([atInput], { handleEffect }, paying);
    const before = store.chat.row.state;
    await continueChat(store.ports, sent('Ada'));
    expect(store.chat.row.state).toHaveProperty('open');
    const refused = stepChat(store.ports, { sessionId, goOn: GO });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(store.chat.row).toMatchObject({ turn: 1, lease: null });
    expect(store.chat.row.state).toEqual(before);
  });

  test('leaves the blocks it entered out of a very large state, where loops are found later', async () => {
    const long = flowOf({
      variables: { Text: 'x'.repeat(2_100_000) },
      groups: { Start: [ask('text input'), say('one'), say('two')] },
    });
    const store = await opened([{ type: 'block', blockId: 'Start.3' }], {}, long);
    await continueChat(store.ports, sent('Ada'));
    expect(partAt(store.chat.row.state, 'open.entered')).toEqual([]);
    const { messages } = await stepChat(store.ports, { sessionId, goOn: GO });
    expect(messages).toHaveLength(2);
  });
});

describe('while a turn is paused', () => {
  test('a message is refused, until nobody has gone on for half an hour: then the turn is stopped, and the message is taken', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    const paused = { reason: 'TURN_PAUSED' };
    await expect(continueChat(store.ports, sent('Eve'))).rejects.toMatchObject(paused);
    await setBreakpoints(store.ports, { sessionId, breakpoints: [] });
    store.time += PAUSE_LASTS;
    const gone = { reason: 'TURN_NOT_PAUSED' };
    await expect(stepChat(store.ports, { sessionId, goOn: GO })).rejects.toMatchObject(gone);
    const reply = await continueChat(store.ports, sent('Eve'));
    expect(reply).toMatchObject({ turn: 3, messages: [{}] });
    expect(JSON.stringify(store.chat.turns[1])).toMatch('paused for more than 30 minutes');
    expect(stateOf(store).stack[0]?.variables).toContainEqual(
      expect.objectContaining({ name: 'Name', value: 'Eve' }),
    );
  });

  test('people cannot answer in the chat or give it back, but they can close it', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    const paused = { reason: 'TURN_PAUSED' };
    const answer = postAgentMessage(store.ports, { sessionId, text: 'Hello' });
    await expect(answer).rejects.toMatchObject(paused);
    const back = handBack(store.ports, { sessionId, groupId: 'Start' });
    await expect(back).rejects.toMatchObject(paused);
    await setChatStatus(store.ports, { sessionId, status: 'CLOSED' });
    expect(store.chat.row).toMatchObject({ turn: 2, isEnded: true });
    expect(store.chat.row.state).not.toHaveProperty('open');
    const gone = stepChat(store.ports, { sessionId, goOn: GO });
    await expect(gone).rejects.toMatchObject({ reason: 'TURN_NOT_PAUSED' });
  });

  test('a step from a pause that is over is refused, and so is one of a chat that is not paused', async () => {
    const store = await opened([atInput]);
    const gone = { reason: 'TURN_NOT_PAUSED' };
    await expect(stepChat(store.ports, { sessionId, goOn: GO })).rejects.toMatchObject(gone);
    await continueChat(store.ports, sent('Ada'));
    const step = stepChat(store.ports, { sessionId, goOn: NEXT, pause: 2 });
    await expect(step).rejects.toMatchObject(gone);
  });
});

describe('between processes, a step', () => {
  test('is taken again if another one was stored meanwhile', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    meanwhile(store, 'chat_state_write', raiseFence(store));
    const { pause } = await stepChat(store.ports, { sessionId, goOn: NEXT });
    expect(pause).toMatchObject({ number: 2, blockId: 'Start.2' });
  });

  test('waits for the process that runs the turn, and so does a change of variables', async () => {
    const store = await opened([atInput], {
      async untilNotified() {
        store.chat.row = { ...store.chat.row, lease: null };
      },
    });
    await continueChat(store.ports, sent('Ada'));
    store.chat.row = { ...store.chat.row, lease: 'held' };
    expect(await stepChat(store.ports, { sessionId, goOn: NEXT })).toHaveProperty('pause');
    store.chat.row = { ...store.chat.row, lease: 'held' };
    const variables = { Name: null };
    const { stack } = await setPausedVariables(store.ports, { sessionId, variables });
    expect(stack[0]?.variables).toMatchObject([{ name: 'Name', value: null }]);
  });

  test('and a change of breakpoints are made again if another one was stored meanwhile', async () => {
    const store = await opened([]);
    meanwhile(store, 'chat_state_write', raiseFence(store));
    await setBreakpoints(store.ports, { sessionId, breakpoints: [atInput] });
    expect(await continueChat(store.ports, sent('Ada'))).toHaveProperty('pause');
  });

  test('is taken again if another process took over what was left of it', async () => {
    const store = await opened([atInput]);
    await continueChat(store.ports, sent('Ada'));
    store.chat.row = { ...store.chat.row, lease: 'left' };
    meanwhile(store, 'lease_take', raiseFence(store));
    expect(await stepChat(store.ports, { sessionId, goOn: NEXT })).toHaveProperty('pause');
  });

  test('fails if its lease was lost, whether it ends or pauses, because its effects were done', async () => {
    for (const breakpoints of [[], [{ type: 'block', blockId: 'Start.6' } as const]]) {
      const store = await opened([{ ...atInput, isOnce: true }, ...breakpoints]);
      await continueChat(store.ports, sent('Ada'));
      const name = breakpoints.length > 0 ? 'chat_state_write' : 'turn_commit_leased';
      meanwhile(store, name, raiseFence(store));
      const step = stepChat(store.ports, { sessionId, goOn: GO });
      await expect(step).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    }
  });

  test('is not stored under a lease that was found lost', async () => {
    const store = await opened([
      { ...atInput, isOnce: true },
      { type: 'block', blockId: 'Start.4' },
    ]);
    await continueChat(store.ports, sent('Ada'));
    meanwhile(store, 'lease_keep', raiseFence(store));
    const step = stepChat(store.ports, { sessionId, goOn: GO });
    await expect(step).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    expect(store.ran.filter((name) => name === 'chat_state_write')).toHaveLength(2);
  });
});

test('only previews that have not ended can be debugged', async () => {
  const store = await opened();
  store.chat.row = { ...store.chat.row, isPreview: false };
  const set = () => setBreakpoints(store.ports, { sessionId, breakpoints: [atInput] });
  await expect(set()).rejects.toMatchObject({ reason: 'VALIDATION' });
  store.chat.row = { ...store.chat.row, isEnded: true };
  await expect(set()).rejects.toMatchObject({ reason: 'SESSION_ENDED' });
});
