import type { PlacedRefusal } from '../blocks/kind/block.js';
import type { Ask, Tell } from './effect.js';
import type { Env } from './env.js';
import type { Flow, Flows } from '../flow/flow.js';
import type { Passed } from './trace.js';
import { detailsOf, logEvent } from './logDetails.js';
import type { Log, LogEvent, TurnEvent } from '../reply/reply.js';
import type {
  Frame,
  Mark,
  OpenTurn,
  Rest,
  RestingPlace,
  Session,
  SessionSettings,
  Visit,
} from './session.js';
import { STATE_VERSION } from './session.js';
import type { UserMessage } from '../documents/userMessage.js';
import { newWork, type Work } from './budget.js';

/** The turn while it is walked. The engine changes it in place; it is made in `step` and never leaves it. */
export interface Draft {
  readonly flows: Flows;
  readonly env: Env;
  readonly settings: SessionSettings;
  /** The work budget of the turn. */
  work: Work;
  progress: number | undefined;
  phase: Session['phase'];
  stack: readonly Frame[];
  at: Rest | undefined;
  answered: number;
  transcript: string;
  skipNextBubble: boolean;
  readonly events: TurnEvent[];
  /** The logs among the events, as `saidBy` gives them. */
  readonly logged: Set<string>;
  readonly tells: Tell[];
  readonly passed: Passed[];
  blocksEntered: number;
  charactersSaid: number;
  charactersMade: number;
  trail: readonly string[];
  /** The blocks entered, each with the bots as they were then: see `goesRound`. */
  readonly entered: Map<string, readonly Frame[]>;
  /** Where the chat rested last: where it goes back to when the turn is stopped. */
  rested: RestingPlace | undefined;
  isStopped: boolean;
  lastBubbleBlockId: string | undefined;
  lastMessageNewFormat: string | undefined;
  firstMessage: UserMessage | undefined;
  /** Set when the walk must stop for an answer from outside. */
  open: { readonly ask: Ask; readonly visit: Visit } | undefined;
  /** Set when the call must fail. */
  refusal: PlacedRefusal | undefined;
}

/** Takes up a session; with `open`, in the middle of its turn. */
export function openDraft(
  around: Pick<Draft, 'flows' | 'env'>,
  session: Session,
  open: Carried = NOTHING_CARRIED,
): Draft {
  const entered = new Map(open.entered);
  return {
    flows: around.flows,
    env: drawing(around.env, () => entered.clear()),
    settings: session.settings,
    work: newWork(open.workDone),
    progress: session.progress,
    phase: session.phase,
    stack: session.stack,
    at: session.at,
    answered: session.answered,
    transcript: session.transcript ?? '',
    skipNextBubble: session.skipNextBubble ?? false,
    events: [...open.events],
    logged: new Set(open.events.flatMap((event) => (event.kind === 'log' ? [saidBy(event)] : []))),
    tells: [...open.tells],
    passed: [...open.passed],
    blocksEntered: open.blocksEntered,
    charactersSaid: open.charactersSaid,
    charactersMade: open.charactersMade,
    trail: open.trail,
    entered,
    rested: open.rested ?? (session.at && { stack: session.stack, at: session.at }),
    isStopped: open.isStopped ?? false,
    lastBubbleBlockId: open.lastBubbleBlockId,
    lastMessageNewFormat: open.lastMessageNewFormat,
    firstMessage: open.firstMessage,
    open: undefined,
    refusal: undefined,
  };
}

/** Chance that reports when it is used: the walk may then take another way the next time. */
function drawing(env: Env, onDraw: () => void): Env {
  const random = () => {
    onDraw();
    return env.random();
  };
  return { ...env, random };
}

/** What of an open turn goes on. */
type Carried = Omit<OpenTurn, 'ask' | 'visit'>;

const NOTHING_CARRIED: Carried = {
  events: [],
  tells: [],
  passed: [],
  blocksEntered: 0,
  charactersSaid: 0,
  charactersMade: 0,
  workDone: 0,
  trail: [],
  entered: [],
};

/** The session as it is to be stored. */
export function sessionFrom(draft: Draft): Session {
  return {
    stateVersion: STATE_VERSION,
    phase: draft.phase,
    stack: draft.stack,
    ...(draft.at && { at: draft.at }),
    settings: draft.settings,
    answered: draft.answered,
    ...(draft.progress !== undefined && { progress: draft.progress }),
    ...(draft.transcript !== '' && { transcript: draft.transcript }),
    ...(draft.skipNextBubble && { skipNextBubble: true }),
    ...(draft.open && { open: openTurnFrom(draft, draft.open) }),
  };
}

/** The bot the walk is in. */
export function topFrame(draft: Draft): Frame {
  const frame = draft.stack.at(-1);
  if (!frame) throw new Error('A session holds at least one bot');
  return frame;
}

/** Replaces the bot the walk is in by a newer state of it. */
export function replaceTop(draft: Draft, frame: Frame): void {
  draft.stack = [...draft.stack.slice(0, -1), frame];
}

/** Leaves a mark for a `Return` block, in place of the one before. */
export function leaveMark(draft: Draft, returnMark: Mark): void {
  replaceTop(draft, { ...topFrame(draft), returnMark });
}

/** The flow the walk is in. */
export function topFlow(draft: Draft): Flow | undefined {
  return draft.flows(topFrame(draft).flowId);
}

/** More lines than anyone reads of one turn. */
const MAX_LOGS_PER_TURN = 100;

/** Adds a log for whoever watches the chat; one that says the same as another of the turn is not added again. */
export function addLog(draft: Draft, log: Log): void {
  const event = logEvent(log, draft.settings.isPreview);
  const isNew = !draft.logged.has(saidBy(event));
  if (isNew && draft.logged.size < MAX_LOGS_PER_TURN) note(draft, event);
}

/** Notes why a turn is ended, however much was logged before. */
export function addLastLog(draft: Draft, log: Log): void {
  note(draft, logEvent(log, draft.settings.isPreview));
}

function note(draft: Draft, event: LogEvent): void {
  draft.logged.add(saidBy(event));
  draft.events.push(event);
}

/** What a log says, as one text: two that say the same are one. */
function saidBy(event: LogEvent): string {
  return JSON.stringify([event.log.description, detailsOf(event)]);
}

/** The turn as it is carried while its ask is out. */
function openTurnFrom(draft: Draft, { ask, visit }: { ask: Ask; visit: Visit }): OpenTurn {
  return {
    events: draft.events,
    tells: draft.tells,
    passed: draft.passed,
    blocksEntered: draft.blocksEntered,
    charactersSaid: draft.charactersSaid,
    charactersMade: draft.charactersMade,
    workDone: draft.work.done(),
    trail: draft.trail,
    entered: isLookUp(ask) ? [...draft.entered] : [],
    ...(draft.rested && { rested: draft.rested }),
    ...(draft.isStopped && { isStopped: true }),
    ...(draft.lastBubbleBlockId !== undefined && { lastBubbleBlockId: draft.lastBubbleBlockId }),
    ...(draft.lastMessageNewFormat !== undefined && {
      lastMessageNewFormat: draft.lastMessageNewFormat,
    }),
    ...(draft.firstMessage && { firstMessage: draft.firstMessage }),
    ask,
    visit,
  };
}

/** Whether an ask has the same answer each time in a turn. */
function isLookUp({ kind }: Ask): boolean {
  return kind === 'evaluate' || kind === 'loadBot';
}
