import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  foldChat,
  newChat,
  withRefused,
  withSent,
  withTaken,
  type ChatEvent,
  type ChatState,
} from '@parley/client';
import { replyOf } from '../../src/engine/reply/replyOf.js';
import type { TurnEvent } from '../../src/engine/reply/reply.js';
import { chat } from '../support/chat.js';
import { readChat } from '../support/readChat.js';

const folder = new URL('../transcripts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.chat'));
const at = '2026-01-31T09:30:00.000Z';

/** The events of a turn as a client receives them. */
function numbered(events: readonly TurnEvent[], turn: number, before: number): ChatEvent[] {
  return events.map((event, index) => ({ ...event, at, turn, seq: before + index + 1 }));
}

/** The messages of the bot. */
const messagesIn = ({ said }: ChatState) =>
  said.flatMap((one) => ('message' in one ? [one.message] : []));

describe('the state of a chat, folded from all events, is what the replies said', () => {
  test.each(files)('%s', (name) => {
    const { flow, options, messages } = readChat(readFileSync(new URL(name, folder), 'utf8'));
    let state = newChat;
    let turn = 0;
    for (const { events, refusal } of chat(flow, messages, options)) {
      if (refusal) continue;
      turn += 1;
      const before = state;
      const sent = numbered(events, turn, before.lastSeq);
      for (const event of sent) state = foldChat(foldChat(state, event), event);
      const reply = replyOf(events);
      const isShown = new Set(reply.messages);
      const streamed = events.flatMap((event) =>
        event.kind === 'message' && event.isStreamed ? [event.message] : [],
      );
      const all = messagesIn(state).slice(messagesIn(before).length);
      expect(all.filter((one) => isShown.has(one))).toEqual(reply.messages);
      expect(all.filter((one) => !isShown.has(one))).toEqual(streamed);
      expect(state.actions).toEqual(reply.clientSideActions ?? []);
      // An unknown command is logged, and the chat waits as before, which its reply does not show.
      const isNothing = events.every(({ kind }) => kind === 'log' || kind === 'turnEnd');
      expect(state.input).toEqual(reply.input ?? (isNothing ? before.input : undefined));
      expect(state.progress).toBe(reply.progress ?? before.progress);
      expect(state.dynamicTheme).toEqual({ ...before.dynamicTheme, ...reply.dynamicTheme });
      expect([state.isTyping, state.lastSeq]).toEqual([false, sent.at(-1)?.seq]);
    }
  });
});

/** The lines that a renderer shows. */
const linesOf = ({ said }: ChatState) =>
  said.map((one) => {
    if ('streamedText' in one) return `bot … ${one.streamedText}`;
    if ('message' in one) return `${one.from}: ${String(one.message.content['plainText'])}`;
    return `${one.isPending ? 'sending' : 'visitor'}: ${one.text}`;
  });

const message = (id: string, plainText: string) => ({ id, type: 'text', content: { plainText } });
const delta = (text: string, offset: number, blockId = 'b2'): ChatEvent => {
  return { kind: 'delta', blockId, text, offset, seq: 1, turn: 2, at };
};

/** The lines after each event. */
function shownAfter(state: ChatState, events: readonly ChatEvent[]): string[][] {
  let next = state;
  return events.map((event) => {
    next = foldChat(next, event);
    return linesOf(next);
  });
}

test('a streamed text grows below the question, and is replaced by its message', () => {
  const asked = withSent(newChat, 'Why?');
  expect([linesOf(asked), asked.isTyping]).toEqual([['sending: Why?'], true]);
  const [heard, said] = numbered(
    [
      { kind: 'heard', text: 'Why?' },
      { kind: 'message', message: message('b2', 'Because of light') },
    ],
    2,
    1,
  );
  const early = shownAfter(asked, [heard!, delta('Because ', 0), delta('of light', 8), said!]);
  expect(early).toEqual([
    ['visitor: Why?'],
    ['visitor: Why?', 'bot … Because '],
    ['visitor: Why?', 'bot … Because of light'],
    ['visitor: Why?', 'bot: Because of light'],
  ]);
  // A watcher who sent nothing, and receives the visitor's message after the first deltas.
  const late = shownAfter(newChat, [delta('Because ', 0), heard!, delta('of', 8), said!]);
  expect(late.at(1)).toEqual(['visitor: Why?', 'bot … Because ']);
  expect(late.at(-1)).toEqual(['visitor: Why?', 'bot: Because of light']);
});

test('the visitor’s message is shown above the answer as soon as it was received, and only once', () => {
  const received = (text: string): ChatEvent => {
    return { kind: 'received', text, seq: 1, turn: 2, at };
  };
  const [heard, said, end] = numbered(
    [
      { kind: 'heard', text: 'Why?' },
      { kind: 'message', message: message('b2', 'Light') },
      { kind: 'turnEnd', isEnded: false },
    ],
    2,
    1,
  );
  const stored = [heard!, said!, end!];
  const watcher = [received('Why'), received('Why?'), delta('Li', 0), ...stored];
  expect(shownAfter(newChat, watcher)).toEqual([
    ['sending: Why'],
    ['sending: Why?'],
    ['sending: Why?', 'bot … Li'],
    ['visitor: Why?', 'bot … Li'],
    ['visitor: Why?', 'bot: Light'],
    ['visitor: Why?', 'bot: Light'],
  ]);
  const sender = shownAfter(withSent(newChat, 'Why?'), [received('Why?'), ...stored]);
  expect([sender.at(0), sender.at(-1)]).toEqual([
    ['sending: Why?'],
    ['visitor: Why?', 'bot: Light'],
  ]);
  const refused = shownAfter(newChat, [received('secret'), end!]);
  expect(refused.at(-1)).toEqual([]);
});

test('what a failed turn has shown is withdrawn, and the chat waits for the same answer', () => {
  const [asked] = numbered([{ kind: 'input', input: { id: 'b1', type: 'text input' } }], 1, 0);
  const received: ChatEvent = { kind: 'received', text: 'Why?', seq: 1, turn: 2, at };
  const withdrawn: ChatEvent = { kind: 'withdrawn', seq: 1, turn: 2, at };
  const waiting = foldChat(newChat, asked!);
  for (const state of [waiting, withSent(waiting, 'Why?')]) {
    const running = foldChat(foldChat(state, received), delta('Because', 0));
    expect([linesOf(running), running.input, running.isTyping]).toEqual([
      ['sending: Why?', 'bot … Because'],
      undefined,
      true,
    ]);
    expect(foldChat(running, withdrawn)).toEqual({ ...waiting, isTyping: false });
  }
});

test('a second attempt replaces the text of the first, and one that failed leaves nothing', () => {
  const [heard, end] = numbered(
    [
      { kind: 'heard', text: 'Why?' },
      { kind: 'turnEnd', isEnded: false },
    ],
    2,
    1,
  );
  const lines = shownAfter(newChat, [
    heard!,
    delta('Wro', 0),
    delta('Rig', 0),
    delta('ht', 3),
    end!,
  ]);
  expect(lines.slice(1)).toEqual([
    ['visitor: Why?', 'bot … Wro'],
    ['visitor: Why?', 'bot … Rig'],
    ['visitor: Why?', 'bot … Right'],
    ['visitor: Why?'],
  ]);
});

test('an agent who takes the chat over is not shown as the bot, and the bot no longer types', () => {
  const events = numbered(
    [
      { kind: 'status', status: 'PAUSED' },
      { kind: 'message', message: message('m1', 'I am Ada'), isFromAgent: true },
      { kind: 'turnEnd', isEnded: false },
    ],
    2,
    0,
  );
  const paused = events.reduce(foldChat, newChat);
  expect([paused.status, linesOf(paused)]).toEqual(['PAUSED', ['agent: I am Ada']]);
  expect(withSent(paused, 'Hello').isTyping).toBe(false);
  const [closed] = numbered([{ kind: 'status', status: 'CLOSED' }], 3, 3);
  expect(foldChat(paused, closed!).isEnded).toBe(true);
});

test('while an agent answers, the input to which the bot returns stays', () => {
  const input = { id: 'b1', type: 'text input' };
  const [asked, paused] = numbered(
    [
      { kind: 'input', input },
      { kind: 'status', status: 'PAUSED' },
    ],
    1,
    0,
  );
  const waiting = foldChat(newChat, asked!);
  const heard = numbered([{ kind: 'heard', text: 'Hello' }], 2, 2);
  // The visitor sent it before or after the bot was paused.
  for (const sent of [
    foldChat(withSent(waiting, 'Hello'), paused!),
    withSent(foldChat(waiting, paused!), 'Hello'),
  ]) {
    const state = heard.reduce(foldChat, sent);
    expect([linesOf(state), state.input]).toEqual([['visitor: Hello'], input]);
  }
});

test('a text that the log has in another form is shown once', () => {
  const heard = numbered([{ kind: 'heard', text: '36' }], 2, 0);
  const sent = withSent(newChat, ' 36 ');
  const taken = heard.reduce(foldChat, withTaken(sent, ' 36 ', 2));
  const late = withTaken(heard.reduce(foldChat, sent), ' 36 ', 2);
  expect([linesOf(taken), linesOf(late)]).toEqual([['visitor: 36'], ['visitor: 36']]);
  expect(withTaken(late, ' 36 ', 2)).toBe(late);
});

test('a text that the server refuses is withdrawn, and the chat waits for the same answer', () => {
  const input = { id: 'b1', type: 'text input' };
  const [asked] = numbered([{ kind: 'input', input }], 1, 0);
  const waiting = foldChat(newChat, asked!);
  expect(withRefused(withSent(waiting, 'x'), 'x')).toEqual({ ...waiting, isTyping: false });
});
