import type { PlacedRefusal } from '../blocks/kind/block.js';
import type { Effect } from './effect.js';
import type { TurnRecord } from './turnRecord.js';
import type { Env } from './env.js';
import type { Flow, Flows, LocatedBlock } from '../flow/flow.js';
import { detailsOf, logEvent } from './logDetails.js';
import type { Log, LogEvent, TurnEvent } from '../reply/reply.js';
import {
  STATE_VERSION,
  type BlockCall,
  type ChatState,
  type Frame,
  type Mark,
  type OpenTurn,
  type Session,
  type PassedPart,
  type TurnSoFar,
} from './session.js';
import { newBudget, type Budget } from './budget.js';
import { inLanguage } from '../translations/inLanguage.js';

/** The members of `T`, writable and required; those that are optional in `T` may be undefined. */
type Working<T> = { -readonly [M in keyof Required<T>]: T[M] };

/** The state of a turn during the walk. The engine changes it in place; it is made in `step` and never leaves it. */
export interface TurnState extends Working<ChatState>, Working<TurnSoFar> {
  readonly flows: Flows;
  readonly env: Env;
  /** The work budget of the turn. */
  budget: Budget;
  // These lists grow in place.
  readonly events: TurnEvent[];
  readonly records: TurnRecord[];
  readonly passed: PassedPart[];
  /** The keys of the logs among the events: see `logKey`. */
  readonly logged: Set<string>;
  /** The blocks entered, each with the bots as they were then: see `isLoop`. */
  readonly entered: Map<string, readonly Frame[]>;
  /** The block that was called last in this step: logs come from it. */
  called: LocatedBlock | undefined;
  /** Set when the walk must stop for the result of an effect. */
  open: { readonly effect: Effect; readonly blockCall: BlockCall } | undefined;
  /** Set when the call must fail. */
  refusal: PlacedRefusal | undefined;
}

/** The state for a session; with `open`, in the middle of its turn. */
export function openTurnState(
  around: Pick<TurnState, 'flows' | 'env'>,
  session: Session,
  open?: OpenTurn,
): TurnState {
  const { events, records, passed, ...soFar } = open ? soFarOf(open) : NOTHING_YET;
  const entered = new Map(open?.entered);
  const { env } = around;
  const random = () => {
    // After a random number the same blocks may lead elsewhere.
    entered.clear();
    return env.random();
  };
  return {
    flows: around.flows,
    env: { ...env, random },
    settings: session.settings,
    budget: newBudget(open?.workDone),
    progress: session.progress,
    phase: session.phase,
    stack: session.stack,
    at: session.at,
    answered: session.answered,
    transcript: session.transcript,
    skipNextBubble: session.skipNextBubble,
    locale: session.locale,
    ...soFar,
    events: [...events],
    logged: new Set(events.flatMap((event) => (event.kind === 'log' ? [logKey(event)] : []))),
    records: [...records],
    passed: [...passed],
    entered,
    lastRest: soFar.lastRest ?? (session.at && { stack: session.stack, at: session.at }),
    called: undefined,
    open: undefined,
    refusal: undefined,
  };
}

/** The initial values of the members that a turn takes from step to step. */
const NOTHING_YET: Working<TurnSoFar> = {
  events: [],
  records: [],
  passed: [],
  blocksEntered: 0,
  charactersSaid: 0,
  charactersMade: 0,
  trail: [],
  lastRest: undefined,
  isStopped: undefined,
  lastBubbleBlockId: undefined,
  lastMessageNewFormat: undefined,
  firstMessage: undefined,
};

/** The members of a turn that its next step takes over. */
function soFarOf(turn: TurnSoFar): Working<TurnSoFar> {
  const known = Object.entries(turn).filter(([name]) => name in NOTHING_YET);
  return Object.assign({ ...NOTHING_YET }, Object.fromEntries(known));
}

/** The session as it is to be stored. */
export function sessionFrom(turn: TurnState): Session {
  return {
    stateVersion: STATE_VERSION,
    phase: turn.phase,
    stack: turn.stack,
    ...(turn.at && { at: turn.at }),
    settings: turn.settings,
    answered: turn.answered,
    ...(turn.progress !== undefined && { progress: turn.progress }),
    ...(turn.transcript !== undefined && { transcript: turn.transcript }),
    ...(turn.skipNextBubble && { skipNextBubble: true }),
    ...(turn.locale !== undefined && { locale: turn.locale }),
    ...(turn.open && { open: openTurnFrom(turn, turn.open) }),
  };
}

/** The bot the walk is in. */
export function topFrame(turn: TurnState): Frame {
  const frame = turn.stack.at(-1);
  if (!frame) throw new Error('A session holds at least one bot');
  return frame;
}

/** Replaces the frame of the bot the walk is in. */
export function replaceTop(turn: TurnState, frame: Frame): void {
  turn.stack = [...turn.stack.slice(0, -1), frame];
}

/** Sets the mark for a `Return` block and replaces an earlier one. */
export function leaveMark(turn: TurnState, returnMark: Mark): void {
  replaceTop(turn, { ...topFrame(turn), returnMark });
}

/** The flow the walk is in, in the language of the chat. */
export function topFlow(turn: TurnState): Flow | undefined {
  const flow = turn.flows(topFrame(turn).flowId);
  // Most flows have one language, and this is asked at every block.
  return flow?.definition.translations ? inLanguage(flow, turn.locale) : flow;
}

/** The flow of the chat's own bot, which is the first one on the stack. */
export function ownFlow({ flows, stack }: Pick<TurnState, 'flows' | 'stack'>): Flow | undefined {
  const [own] = stack;
  return own && flows(own.flowId);
}

/** Whether the chat keeps a transcript. Other bots are reached from the first one, so that one decides. */
export function keepsTranscript({ stack, flows }: TurnState): boolean {
  for (const { flowId } of stack) if (flows(flowId)?.keepsTranscript) return true;
  return false;
}

/** More lines than an author reads of one turn. */
const MAX_LOGS_PER_TURN = 100;

/** Adds a log for the watchers of the chat, unless the turn already has one with the same text. */
export function addLog(turn: TurnState, log: Log): void {
  const event = logEvent({ ...log, ...placeOf(turn) }, turn.settings.isPreview);
  const isNew = !turn.logged.has(logKey(event));
  if (isNew && turn.logged.size < MAX_LOGS_PER_TURN) pushLog(turn, event);
}

/** Adds the reason why a turn is ended, regardless of how many logs there are. */
export function addLastLog(turn: TurnState, log: Log): void {
  pushLog(turn, logEvent({ ...log, ...placeOf(turn) }, turn.settings.isPreview));
}

function placeOf({ called }: TurnState): Pick<Log, 'blockId' | 'groupId'> {
  return called ? { blockId: called.block.id, groupId: called.group.id } : {};
}

function pushLog(turn: TurnState, event: LogEvent): void {
  turn.logged.add(logKey(event));
  turn.events.push(event);
}

/** The key of a log: logs with equal keys count as one. */
function logKey(event: LogEvent): string {
  return JSON.stringify([event.log.description, detailsOf(event)]);
}

/** The turn as it is stored while its effect is pending. */
function openTurnFrom(
  turn: TurnState,
  { effect, blockCall }: { effect: Effect; blockCall: BlockCall },
): OpenTurn {
  const entered = isLookUp(effect) ? [...turn.entered] : [];
  return { ...soFarOf(turn), workDone: turn.budget.done(), entered, effect, blockCall };
}

/** Whether an effect has the same result each time in a turn. */
function isLookUp({ kind }: Effect): boolean {
  return kind === 'evaluate' || kind === 'loadBot' || kind === 'pause';
}

/** Adds what the walk passed. */
export function notePassed(
  turn: TurnState,
  kind: PassedPart['kind'],
  id: string | undefined,
): void {
  const { botId, flowId } = topFrame(turn);
  // An edge that was found has an id, although the members that name edges are optional.
  turn.passed.push({ botId, flowId, kind, id: id as string });
}
