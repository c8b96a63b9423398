import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { attended } from '../../src/chat/desk.js';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import { withStatus } from '../../src/chat/handover.js';
import type { TurnInput } from '../../src/chat/openTurn.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { run, type RunTurn } from '../../src/chat/run.js';
import { sessionAfter, tracedTurns } from '../../src/chat/tracedTurns.js';
import {
  packTrace,
  startSession,
  type HandledEffect,
  type Session,
  type TraceEntry,
} from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import { withLoggedTrace } from '../../src/storage/events.js';
import { answerOf } from '../support/answerOf.js';
import { loadedBot, messageInput } from '../support/chat.js';
import { flowsOf, openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { readChat, type Conversation } from '../support/readChat.js';
import { standIn } from '../support/standIn.js';

/** A turn as the store reads it, and what was noted of it when it ran. */
interface Kept {
  readonly row: { turn: number; at: number; isLogged: boolean; text: string; state: string };
  readonly noted: readonly TraceEntry[];
  readonly session: Session;
}

/** Plays a live chat that is traced, each turn once with its whole trace and once as a server runs it. */
async function played({
  flow,
  options,
  messages,
}: Pick<Conversation, 'flow' | 'options' | 'messages'>) {
  const { firstMessage, at, isOnlyRegistered, flows = [], answer = answerOf, ...start } = options;
  const { ports } = openFakeStore(flow, { flows: flowsOf(flow, ...flows) });
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  const first = { botId: 'bot', resultId: 'res_1', isStreamEnabled: false, ...start };
  let session = startSession({
    ...first,
    flow,
    isPreview: false,
    reach: undefined,
    isTraced: true,
  });
  const kept: Kept[] = [];
  const runTurn = async (input: TurnInput['input']) => {
    const turn = kept.length + 1;
    const before = input.type === 'handback' ? withStatus(session, 'OPEN') : session;
    const journal = openUnleasedJournal(ports.now, 'x');
    const open = { sessionId: 'ses_1', turn, firstSeq: 1, input, session: before, journal };
    let effects = 0;
    const handle = async (_: unknown, effect: HandledEffect) => {
      effects += 1;
      return throughJson(loadedBot(effect, known) ?? answer(effect));
    };
    const whole = attended(before, await run(ports, { ...open, handle }));
    const ran = effects > 0 ? whole : attended(before, await run(ports, open));
    session = throughJson(ran.session);
    const text = ran.trace ? packTrace(ran.trace) : JSON.stringify(logOf(ran));
    const row = { turn, at: 0, isLogged: !ran.trace, text, state: JSON.stringify(session) };
    kept.push({ row, noted: whole.trace ?? [], session });
  };
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  if (!isOnlyRegistered) await runTurn({ type: 'start', at, message });
  for (const sent of messages) await runTurn(messageInput(sent)).catch(unlessRefused);
  return { kept, ports };
}

function logOf({ events, loggedTrace }: RunTurn) {
  return loggedTrace ? withLoggedTrace(events, loggedTrace) : events;
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}

/** Sessions are stored between turns. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape.
}

/** The ports of a server that reads these turns. */
function readingPorts(ports: ChatPorts, kept: readonly Kept[]): ChatPorts {
  const rows = kept.map(({ row }) => row);
  const query = async ({ name, values }: { name: string; values: [string, string, number] }) => {
    if (name === 'traces_read') return { rows };
    return { rows: rows.filter(({ turn }) => turn <= values[2]) };
  };
  return { ...ports, watchPool: standIn({ query }) };
}

/** Without how long the engine took, and when a turn was stored. */
function comparable(entries: readonly TraceEntry[]): unknown {
  return throughJson(
    entries.map((entry) => ({
      ...entry,
      ...(entry.kind === 'state' && { at: 0 }),
      ...(entry.kind === 'ended' && { engineTook: 0, turnTook: 0 }),
    })),
  );
}

const folder = new URL('../transcripts/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.chat'));

test.each(names)('turns of %s that only their log tells run again as they ran', async (name) => {
  const { kept, ports } = await played(readChat(readFileSync(new URL(name, folder), 'utf8')));
  const reading = readingPorts(ports, kept);
  const told = await tracedTurns(reading, 'ses_1', 0);
  expect(told.map(({ entries }) => comparable(entries))).toEqual(
    kept.map(({ noted }) => comparable(noted)),
  );
  for (const { row, session } of kept) {
    expect(throughJson(await sessionAfter(reading, 'ses_1', row.turn))).toEqual(session);
  }
});

describe('the trace of a turn', () => {
  const long = Array.from({ length: 20 }, () => say('{{Name}} '.repeat(1_000)));
  const flow = flowOf({
    variables: { Name: null },
    groups: { Start: [ask('text input', 'Name'), ...long, ask('text input')] },
  });

  test('is stored if the turn was much work, since whoever reads it must not do that again', async () => {
    const { kept } = await played({ flow, options: {}, messages: ['Ada'] });
    expect(kept.map(({ row }) => row.isLogged)).toEqual([true, false]);
  });
});
