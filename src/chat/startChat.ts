import {
  inLanguage,
  startSession,
  type Flow,
  type MessengerContact,
  type UserMessage,
} from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import type { PublishedRow } from '../storage/hot/published.js';
import { logsStarts } from '../storage/loggedReplay.js';
import { newResultId, newSessionId } from '../storage/newId.js';
import { findFlowIdOfResult, findRemembered } from '../storage/remembered.js';
import { followingShardKey, shardKeysOfBot } from '../storage/shardKeys.js';
import { allowedOriginsOf } from './allowedOrigins.js';
import { flowOfVisitor } from './assignArm.js';
import { openUnleasedJournal } from './effectJournal.js';
import type { Idempotency, ScopedIdempotency } from './idempotency.js';
import { assertOrigin } from './load.js';
import type { FirstTurn, OpenTurn, TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { startTurn } from './turn.js';

/** A request to start a chat of a published bot. */
export interface StartRequest extends StartOptions {
  /** Its public id; for a stage of it, `<public id>@<stage>`. */
  readonly publicId: string;
  readonly resultId?: string | undefined;
  /** The person, if the chat takes place in a messenger. */
  readonly messenger?: MessengerContact | undefined;
}

/** Options of every start, live or preview. */
export interface StartOptions {
  readonly message?: UserMessage | undefined;
  readonly isStreamEnabled: boolean;
  readonly isOnlyRegistering: boolean;
  readonly prefilledVariables?: Readonly<Record<string, unknown>> | undefined;
  /** A known IANA name, the time zone in which dates are read and written; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Tags of languages, the most wanted first, with commas between them. */
  readonly locale?: string | undefined;
  readonly once?: Idempotency | undefined;
  readonly origin?: string | undefined;
}

/** The message of a bot that refuses new chats, unless its settings have one. */
export const CLOSED = 'This bot is now closed';

/**
 * Starts a chat of a published bot: runs the first turn, or only registers the chat, and returns the reply. Fails with `BOT_NOT_FOUND`,
 * `BOT_CLOSED`, `WORKSPACE_SUSPENDED`, and with `ORIGIN_NOT_ALLOWED` for a page that the bot does not allow.
 */
export async function startChat(ports: ChatPorts, request: StartRequest): Promise<ChatReply> {
  const { publicId, resultId } = request;
  const published = await ports.findPublished(publicId);
  if (!published) throw commonFailure('BOT_NOT_FOUND');
  const shardKey = followingShardKey(published, { resultId, by: request.once?.key });
  const scope = { scope: `start/${publicId}`, shardKeys: shardKeysOfBot(published) };
  const once = request.once && { ...request.once, ...scope };
  const found = { ...request, once, published, shardKey };
  return startTurn(ports, { once, load: () => loadStart(ports, found) });
}

/** A start whose bot was found, and the shard key of its chat. */
type FoundStart = Omit<StartRequest, 'once'> &
  Once & { readonly published: PublishedRow; readonly shardKey: string };

async function loadStart(ports: ChatPorts, request: FoundStart): Promise<OpenTurn> {
  const { published, shardKey } = request;
  const { botId, publishedAt } = published;
  const sessionId = newSessionId(shardKey);
  const flow = await ports.flows.load(await flowIdFor(ports, request, sessionId));
  assertRunnable(published, inLanguage(flow, request.locale));
  const allowedOrigins = await allowedOriginsOf(ports.pool, botId, flow.definition);
  assertOrigin(allowedOrigins, request.origin);

  const earlier = await findRemembered(ports.pool, published, request.resultId);
  const isRemembering = remembersUsers(flow);
  const resultId = earlier?.resultId ?? newResultId(shardKey);
  const first = {
    ...optionsOf(request),
    botId,
    resultId,
    messenger: request.messenger,
    remembered: isRemembering ? earlier : undefined,
    replacesAnswers: earlier !== undefined && !isRemembering,
  };
  const isTraced = Math.random() < published.traceShare;
  const isReplayable = Math.random() < published.replayShare;
  const session = startSession({ ...first, flow, isPreview: false, isTraced, isReplayable });
  return openStart(ports, request, {
    session,
    input: { type: 'start', message: request.message },
    start: { botId, resultId, isNewResult: !earlier, isPreview: false, allowedOrigins },
    // Those that go on with an earlier result are not found by it.
    isStartLogged: !earlier && logsStarts(published.loggedStarts),
    bot: { id: botId, flow, publishedAt: new Date(publishedAt) },
    sessionId,
    replayStart: isReplayable ? { ...first, flowId: flow.id } : undefined,
  });
}

/** The flow that the chat runs. */
async function flowIdFor(
  { pool }: ChatPorts,
  { published, resultId }: FoundStart,
  sessionId: string,
): Promise<string> {
  const { split, botId } = published;
  if (!split) return published.flowId;
  const flowId = await findFlowIdOfResult(pool, botId, resultId);
  const key = flowId === undefined ? sessionId : String(resultId);
  return flowOfVisitor(split, { key, flowId });
}

interface Once {
  readonly once: ScopedIdempotency | undefined;
}

/** The first turn of a chat whose bot was found. */
export function openStart(
  { now }: ChatPorts,
  { isOnlyRegistering, once }: Pick<StartOptions, 'isOnlyRegistering'> & Once,
  first: FirstTurn &
    Pick<TurnInput, 'session' | 'input' | 'replayStart'> & { readonly sessionId: string },
): OpenTurn {
  const { sessionId } = first;
  const place = { sessionId, turn: isOnlyRegistering ? 0 : 1, firstSeq: 1 };
  return { ...first, ...place, once, journal: openUnleasedJournal(now, once ?? sessionId) };
}

/** The options of a start that its session keeps. */
export function optionsOf({
  isStreamEnabled,
  timeZone,
  locale,
  prefilledVariables,
}: StartOptions): Pick<
  StartOptions,
  'isStreamEnabled' | 'timeZone' | 'locale' | 'prefilledVariables'
> {
  return { isStreamEnabled, timeZone, locale, prefilledVariables };
}

function assertRunnable(published: PublishedRow, flow: Flow): void {
  if (published.isSuspended) throw new Failure('WORKSPACE_SUSPENDED', CLOSED);
  if (published.isClosed) {
    throw new Failure('BOT_CLOSED', closedTextOf(flow) ?? CLOSED);
  }
}

/** The bot's own message for while it is closed; undefined when it has none. */
export function closedTextOf({ definition }: Flow): string | undefined {
  return definition.settings.general?.systemMessages?.botClosed || undefined;
}

/** Whether answers of an earlier chat are carried into the next one. */
function remembersUsers(flow: Flow): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = flow.definition.settings.general ?? {};
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
}
