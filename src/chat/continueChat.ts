import { upgradeSession, type Session, type UserMessage } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { trimPreviews } from '../storage/restrictedPreviews.js';
import { assertOpen, findChat, withChatLock } from './chatLock.js';
import { openJournal, type LeasedJournal } from './leasedJournal.js';
import { replyAgain, toKeep, type Idempotency } from './idempotency.js';
import { forgetReply } from './openReply.js';
import { assertOrigin } from './origin.js';
import { recordForAgents } from './handover.js';
import type { ChatPorts } from './ports.js';
import { presentTurn } from './present.js';
import { runTurn, type RunTurn } from './runTurn.js';
import { placeAfter, writeTurn } from './writeTurn.js';

/** What continues a chat. */
export interface ContinueInput {
  readonly sessionId: string;
  readonly message?: UserMessage | undefined;
  /** How many turns the caller has seen: with another number nothing is done. */
  readonly expectedTurn?: number | undefined;
  readonly once?: Idempotency | undefined;
  /** The `Origin` the request came with. */
  readonly origin?: string | undefined;
  /** The address of the client, for which turns of restricted previews are counted (`previewGate.ts`). */
  readonly clientAddress: string;
}

/**
 * Takes the next turn of a chat: loads it, runs it, writes it whole, and answers.
 * Two turns of one chat never interleave. A turn that lost a race is run again, as long as it asked nothing outside; one
 * that did ask holds the chat's lease, which others wait for, and fails with `TURN_CONFLICT` if it lost that.
 */
export async function continueChat(ports: ChatPorts, input: ContinueInput): Promise<ChatReply> {
  const wanted = { sessionId: input.sessionId, key: input.once?.key };
  if (input.expectedTurn !== undefined && ports.mutex.isBusy(input.sessionId)) {
    // What is out of date already need not wait to be told so.
    const chat = await findChat(ports, wanted);
    const reply = chat.turn > input.expectedTurn ? replyNow(ports, chat, input) : undefined;
    if (reply) return reply;
  }
  return withChatLock(ports, wanted, {
    atOnce: () => takeRemembered(ports, input),
    async withChat(chat) {
      const reply = replyNow(ports, chat, input);
      return reply ?? (chat.lease === 'held' ? undefined : takeTurn(ports, chat, input));
    },
  });
}

/**
 * Takes the turn of a chat as this process remembers it. If that is out of date, the write is refused, as is the lease of a
 * turn that asks outside. Whatever else would be told of the chat is left to whoever reads it: refusals, and what a key or a
 * command stands for.
 */
async function takeRemembered(
  ports: ChatPorts,
  input: ContinueInput,
): Promise<ChatReply | undefined> {
  const isPlain = input.once === undefined && input.message?.command === undefined;
  const chat = isPlain ? ports.recent.recall(input.sessionId) : undefined;
  if (!chat || !isToGoOn(ports, chat, input)) return undefined;
  const reply = await takeTurn(ports, chat, input);
  if (!reply) ports.recent.forget(input.sessionId);
  return reply;
}

/** For so long, in milliseconds, a process trusts its memory: by then nothing that the chat needs was forgotten. */
const TRUSTED_FOR = 3_600_000;

function isToGoOn(ports: ChatPorts, chat: ChatRow, input: ContinueInput): boolean {
  if (ports.now() - chat.updatedAt > TRUSTED_FOR) return false;
  try {
    return replyNow(ports, chat, input) === undefined;
  } catch {
    return false;
  }
}

/** The reply that was kept for the key; nothing where a turn is to be taken. Fails where none may be. */
function replyNow(ports: ChatPorts, chat: ChatRow, input: ContinueInput): ChatReply | undefined {
  const { once, origin, expectedTurn } = input;
  assertOrigin(chat.allowedOrigins, origin);
  if (once && chat.kept) {
    // The process that wrote it may have died before it told anybody.
    ports.announce(chat.id);
    return replyAgain(chat.kept, once);
  }
  assertOpen(ports, chat);
  if (expectedTurn !== undefined && expectedTurn !== chat.turn) {
    throw new Failure('TURN_CONFLICT', `This chat has come to turn ${chat.turn}`);
  }
  return undefined;
}

async function takeTurn(
  ports: ChatPorts,
  chat: ChatRow,
  input: ContinueInput,
): Promise<ChatReply | undefined> {
  const journal = await openJournal(ports, chat, input.message ?? null);
  if (!journal) return undefined;
  let reply: ChatReply | undefined;
  try {
    reply = await runAndWrite(ports, chat, { ...input, journal });
  } finally {
    await journal.close(reply !== undefined);
  }
  if (reply || journal.state === 'free' || journal.state === 'overtaken') return reply;
  const { sessionId, once } = input;
  const now = await findChat(ports, { sessionId, key: once?.key });
  await forgetReply(ports, { sessionId: now.id, turn: now.turn });
  // Whoever overtook us may have been asked the same.
  if (once && now.kept) return replyAgain(now.kept, once);
  assertOpen(ports, now);
  throw new Failure('TURN_CONFLICT', 'Another message of this chat was served first; send again');
}

/** Gives nothing when the turn is not ours: then nothing was written. */
async function runAndWrite(
  ports: ChatPorts,
  chat: ChatRow,
  input: ContinueInput & { readonly journal: LeasedJournal },
): Promise<ChatReply | undefined> {
  const { once, journal } = input;
  const place = placeAfter(chat);
  const before: Session = upgradeSession(chat.state);
  const turn = await turnOf(ports, { ...input, place, before });
  const { state } = journal;
  if (state === 'overtaken' || state === 'lost') return undefined;
  const reply = presentTurn(turn, place);
  const kept = toKeep(reply, once && { ...once, scope: chat.id });
  const guard = { fence: journal.place.fence, endsLease: state === 'held', reply: kept };
  if (!(await writeTurn(ports, chat, { ...turn, before, guard }))) return undefined;
  if (turn.mayHaveStreamed) await forgetReply(ports, place);
  return reply;
}

async function turnOf(
  ports: ChatPorts,
  {
    place,
    before,
    message,
    journal,
    clientAddress,
  }: ContinueInput & {
    readonly journal: LeasedJournal;
    readonly place: ReturnType<typeof placeAfter>;
    readonly before: Session;
  },
): Promise<RunTurn> {
  if (before.isPaused) return recordForAgents(ports, before, message);
  const input = { type: 'message', message } as const;
  const run = () => runTurn(ports, { ...place, session: before, input, journal });
  if (before.settings.reach === undefined) return run();
  return ports.previewGate(clientAddress, async () => {
    await trimPreviews(ports.pool);
    return run();
  });
}
