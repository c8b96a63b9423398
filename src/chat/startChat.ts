import {
  dynamicThemeEvents,
  progressSoFar,
  publicFace,
  startSession,
  type Flow,
  type Session,
} from '../engine/index.js';
import type { StepInput, StepResult, UserMessage } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ChatReply } from '../schema/chatReply.js';
import { commitStart, type ChatStart } from '../storage/hot/chats.js';
import { newId, newSessionId } from '../storage/newId.js';
import { findPublished, type PublishedRow } from '../storage/hot/published.js';
import { findRemembered } from '../storage/remembered.js';
import { openUnleasedJournal } from './effectJournal.js';
import { runOnce, toKeep, type Idempotency, type ScopedIdempotency } from './idempotency.js';
import { assertOrigin } from './origin.js';
import type { ChatPorts } from './ports.js';
import { presentTurn } from './present.js';
import { runTurn } from './runTurn.js';
import { announceResults, recordsOf } from './records.js';
import { remember } from './writeTurn.js';

/** What starts a chat of a published bot. */
export interface StartInput extends StartOptions {
  readonly publicId: string;
  readonly resultId?: string | undefined;
}

/** What every start, live or preview, may be given. */
export interface StartOptions {
  readonly message?: UserMessage | undefined;
  readonly isStreamEnabled: boolean;
  readonly isOnlyRegistering: boolean;
  readonly prefilledVariables?: Readonly<Record<string, unknown>> | undefined;
  /** A known IANA name: dates are read and written in that zone; in UTC without. */
  readonly timeZone?: string | undefined;
  readonly once?: Idempotency | undefined;
  readonly origin?: string | undefined;
}

/** What a bot that refuses new chats says when its settings say nothing. */
const CLOSED = 'This bot is now closed';

/** Starts a chat of a published bot: checks, registers, runs the first turn unless only registering, and answers. */
export async function startChat(ports: ChatPorts, input: StartInput): Promise<ChatReply> {
  const once = input.once && { ...input.once, scope: `start/${input.publicId}` };
  return runOnce(ports, once, () => begin(ports, input, once));
}

async function begin(
  ports: ChatPorts,
  input: StartInput,
  once: ScopedIdempotency | undefined,
): Promise<ChatReply | undefined> {
  const published = await findPublished(ports.pool, input.publicId);
  if (!published) throw new Failure('BOT_NOT_FOUND', 'Bot not found');
  const flow = await ports.flows.load(published.flowId);
  const allowedOrigins = flow.definition.settings.security?.allowedOrigins ?? [];
  assertRunnable(published, flow);
  assertOrigin(allowedOrigins, input.origin);

  const earlier = await findRemembered(ports.pool, published.botId, input.resultId);
  const isRemembering = remembersUsers(flow);
  const resultId = earlier?.resultId ?? newId('res');
  const session = startSession({
    flow,
    botId: published.botId,
    resultId,
    isPreview: false,
    isStreamEnabled: input.isStreamEnabled,
    timeZone: input.timeZone,
    ...(input.prefilledVariables && { prefilledVariables: input.prefilledVariables }),
    ...(earlier && isRemembering && { remembered: earlier }),
    replacesAnswers: earlier !== undefined && !isRemembering,
  });
  return registerAndRun(ports, {
    flow,
    session,
    options: input,
    once,
    stepInput: { type: 'start', message: input.message },
    start: {
      botId: published.botId,
      resultId,
      isPreview: false,
      allowedOrigins,
    },
  });
}

/** A session that is about to begin. */
export interface Beginning {
  /** The id of the chat; a new one where absent. */
  readonly sessionId?: string;
  readonly flow: Flow;
  readonly session: Session;
  readonly options: StartOptions;
  readonly stepInput: StepInput;
  readonly start: ChatStart;
  readonly once: ScopedIdempotency | undefined;
  /** The id of the bot in the reply, where that is not the id it was started by. */
  readonly shownBotId?: string | undefined;
}

/**
 * Runs the first turn of a session, or only registers it, writes it, and answers. Nothing when its key was written
 * meanwhile: then nothing else was.
 */
export async function registerAndRun(
  ports: ChatPorts,
  beginning: Beginning,
): Promise<ChatReply | undefined> {
  const { flow, session, options, start, once } = beginning;
  const isRun = !options.isOnlyRegistering;
  const { sessionId = newSessionId() } = beginning;
  const place = { sessionId, turn: isRun ? 1 : 0, firstSeq: 1 };
  const journal = openUnleasedJournal(ports.now, once ?? place.sessionId);
  const turn = isRun
    ? await runTurn(ports, { ...place, session, input: beginning.stepInput, journal })
    : { ...registered(beginning), at: ports.now() };
  const told = recordsOf(turn, session);
  await breatheIfLong(told.state);
  const reply = presentTurn(turn, place, {
    ...(isRun && start.resultId !== null && { resultId: start.resultId }),
    bot: { id: beginning.shownBotId ?? start.botId, ...publicFace(flow, turn.session) },
  });
  const write = { ...place, ...told, at: turn.at };
  const kept = toKeep(reply, once);
  await breatheIfLong(told.state);
  if (!(await commitStart(ports.pool, write, { ...start, reply: kept }))) return undefined;
  remember(
    ports,
    { id: place.sessionId, ...start },
    { ...write, session: turn.session, guard: { fence: 0, reply: kept } },
  );
  if (isRun) ports.announce(place.sessionId);
  announceResults(ports, told);
  return reply;
}

function registered({ flow, session }: Beginning): StepResult {
  const events = [...dynamicThemeEvents(() => flow, session), ...progressSoFar(session)];
  return { session, events, records: [], trace: [] };
}

function assertRunnable(published: PublishedRow, flow: Flow): void {
  if (published.isSuspended) throw new Failure('WORKSPACE_SUSPENDED', CLOSED);
  if (published.isClosed) {
    const own = flow.definition.settings.general?.systemMessages?.botClosed;
    throw new Failure('BOT_CLOSED', own || CLOSED);
  }
}

/** Whether answers of an earlier run are carried into the next one. */
function remembersUsers(flow: Flow): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = flow.definition.settings.general ?? {};
  if (rememberUser?.isEnabled !== undefined) return rememberUser.isEnabled;
  return isNewResultOnRefreshEnabled === undefined ? false : !isNewResultOnRefreshEnabled;
}
