import {
  logEvent,
  requestStream,
  step,
  streamedEffect,
  upgradeSession,
  type EffectResult,
  type ForgeEffect,
  type Session,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { keepStreamedText } from '../storage/streamedTexts.js';
import { assertOpen, assertOrigin, findChat, placeAfter } from './load.js';
import type { ChatPorts } from './ports.js';
import type { EffectOrigin, ReplySink } from '../integrations/effectOrigin.js';
import { envOf, loadFlows } from './run.js';

/** A request for the text that a chat waits for. */
export interface StreamRequest {
  readonly sessionId: string;
  readonly origin: string | undefined;
}

/** The pieces of a text that is generated, and its result. */
export interface ClientStream {
  /** The next pieces, joined; empty at the end. */
  next(): Promise<string>;
  /** The result, once there are no more pieces. */
  readonly result: Promise<EffectResult>;
  /** Ends the request when nobody reads on. */
  close(): void;
}

/** The most steps for the expressions in the options of one block; more would be a fault. */
const MOST_STEPS = 10;

/**
 * Streams the text for which a chat waits that was started with `isStreamEnabled: true`, to the client that shows and then reports it
 * (docs/PROTOCOL.md, "Streaming by the client"). Writes no turn. Fails with `NOTHING_TO_STREAM` where the chat does not wait for such a
 * text.
 */
export async function streamToClient(
  ports: ChatPorts,
  { sessionId, origin }: StreamRequest,
): Promise<ClientStream> {
  const chat = await findChat(ports, { sessionId });
  assertOrigin(chat.allowedOrigins, origin);
  assertOpen(ports, chat);
  const session = upgradeSession(chat.state);
  const by = { botId: session.stack[0]?.botId, reach: session.settings.reach };
  const effect = session.isPaused
    ? undefined
    : await findRequest(ports, session, { ...placeAfter(chat), by });
  if (!effect) {
    throw new Failure('NOTHING_TO_STREAM', 'This chat does not wait for a text that is streamed');
  }
  const pieces = openPieces();
  const result = generate(ports, { chat, effect, by }, pieces);
  void result.finally(pieces.end);
  return { next: pieces.next, result, close: pieces.close };
}

/**
 * Generates the text. Its result is stored for the turn with which the client reports the text. A failure is logged with the chat, for
 * those who may read its result.
 */
async function generate(
  ports: ChatPorts,
  {
    chat,
    effect,
    by,
  }: { readonly chat: ChatRow; readonly effect: ForgeEffect; readonly by: EffectOrigin },
  pieces: ReplySink,
): Promise<EffectResult> {
  const origin = { ...by, openReply: () => Promise.resolve(pieces), abandoned: pieces.stopped };
  const { warning, ...rest } = await ports.handleEffect(effect, chat.id, origin);
  // The client has received the pieces before the warning.
  const result = warning === undefined ? rest : ({ ok: false, error: warning } as const);
  if (pieces.stopped.aborted) return result;
  if (rest.ok) await keepStreamedText(ports.pool, placeAfter(chat), rest).catch(() => undefined);
  if (!result.ok && !chat.isPreview) {
    const description = `${effect.type}: ${effect.action} failed while its text was streamed`;
    const { at } = upgradeSession(chat.state);
    const place = { blockId: at?.blockId, groupId: at?.groupId };
    const log = { status: 'error', description, details: result.error, ...place } as const;
    await saveClientLogs(ports.pool, chat.id, [logEvent(log, false)]).catch(() => 0);
  }
  return result;
}

/** The request of the waiting block, once the expressions in its options are computed. */
async function findRequest(
  ports: ChatPorts,
  session: Session,
  place: { readonly sessionId: string; readonly turn: number; readonly by: EffectOrigin },
) {
  const { sessionId, by } = place;
  const flows = await loadFlows(ports, session.stack);
  const flowOf = (flowId: string) => flows.get(flowId);
  let current = requestStream(flowOf, session, envOf(place, ports.now(), 0));
  for (let number = 1; current?.open && number <= MOST_STEPS; number += 1) {
    const { effect } = current.open;
    if (effect.kind !== 'evaluate') return streamedEffect(session, current);
    const answer = await ports.handleEffect(effect, sessionId, by);
    const env = envOf(place, ports.now(), number);
    current = step(flowOf, current, { type: 'answer', answer }, env).session;
  }
  return undefined;
}

/** A sink that keeps pieces until they are read. */
function openPieces(): ReplySink & { next(): Promise<string>; end(): void; close(): void } {
  const stopped = new AbortController();
  let waiting = '';
  let isOver = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  return {
    stopped: stopped.signal,
    say(text) {
      waiting += text;
      wake();
    },
    async next() {
      while (waiting === '' && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      const text = waiting;
      waiting = '';
      return text;
    },
    end,
    close() {
      stopped.abort();
      end();
    },
  };
}
