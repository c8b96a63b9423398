import { performance } from 'node:perf_hooks';
import { isSecretName } from '../checks/texts.js';
import {
  countedEnv,
  findPosition,
  maskSecrets,
  openBreaks,
  MAX_WORK_PER_TURN,
  plainStart,
  stepWithin,
  tracedStep,
  type AiActionUse,
  type Breaks,
  type EffectResult,
  type HandledEffect,
  type Session,
  type Flow,
  type seededEnv,
  type StepInput,
  type StepResult,
  type TraceEntry,
} from '../engine/index.js';
import type { LoggedTrace } from '../storage/events.js';
import { loggedReplay } from '../storage/loggedReplay.js';
import type { TurnInput } from './openTurn.js';
import { pausedIn, type CallPlace, type PausedState } from './pausedTurn.js';
import type { ChatPorts } from './ports.js';

/** Takes steps of a turn. */
export type TakeStep = (
  around: {
    readonly flows: (flowId: string) => Flow | undefined;
    readonly env: ReturnType<typeof seededEnv>;
  },
  session: Session,
  input: StepInput,
) => StepResult;

/** The trace of a turn that runs. */
export interface OpenTrace {
  /** Takes a step, and notes what happened in it. */
  readonly take: TakeStep;
  /** What was noted, and how many random numbers the last step drew, of a turn that pauses. */
  soFar(): Pick<PausedState, 'trace' | 'engineTook'> & Pick<PausedState['step'], 'drawn'>;
  /** Notes an effect and its result. */
  noteEffect(handled: EffectDone): Promise<void>;
  /** All that was noted, of a turn that took so many milliseconds; of one that its log tells, only what the log lacks. */
  noted(turnTook: number): NotedTrace;
}

/** The trace of a turn, or what running it again for that needs besides its log. */
export type NotedTrace =
  { readonly trace: readonly TraceEntry[] } | { readonly loggedTrace: LoggedTrace };

/** An effect that was handled. */
export interface EffectDone {
  readonly effect: HandledEffect;
  readonly result: EffectResult;
  /** The session that requested it. */
  readonly session: Session;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly duration: number;
  /** Whether an earlier attempt at the turn got the result. */
  readonly isKept: boolean;
  /** What an AI action took. */
  readonly use?: AiActionUse | undefined;
}

/**
 * Where a turn pauses; nowhere if it is not debugged, if it is stopped because nobody went on with it, or if it gives the chat back to its
 * bot, since who does that does not step.
 */
function breaksOf({ session, turn, input, goOn }: TurnInput): Breaks | undefined {
  const { settings, open } = session;
  const isGivenBack = turn > 1 && input.type !== 'message';
  if (!settings.breakpoints || isGivenBack || (open && !goOn)) return undefined;
  return openBreaks(settings.breakpoints, goOn ?? { isSingle: false });
}

/** How often a trace holds the whole session, in turns, so that nobody has to fold a long chat from its start. */
export const WHOLE_EVERY = 50;

/**
 * The most work of a turn that its log tells, in steps of the budget: running all of them again up to a whole session is no more than one
 * turn may be.
 */
const MOST_WORK_AGAIN = MAX_WORK_PER_TURN / WHOLE_EVERY;

/**
 * Opens the trace of a turn. Nothing is noted of a turn that its log tells: whoever reads its trace runs it again (`tracedTurns.ts`). A
 * simulation keeps no log, the log does not tell how a chat moved to another version, and a turn that is debugged may pause. `firstEnv` makes
 * the environment of the first step, which may be taken twice.
 */
export function openTurnTrace(
  ports: ChatPorts,
  open: TurnInput,
  firstEnv: () => ReturnType<typeof seededEnv>,
): OpenTrace {
  const trace = openEntries(ports, open);
  const { session, handle, moveTo } = open;
  const isNoted = handle ?? moveTo ?? session.settings.breakpoints;
  return isNoted ? trace : unlessLogged(trace, open, firstEnv);
}

type Frame = Session['stack'][number];

/** A trace for which nothing is noted of a turn that its log tells. Whether it does is known after the first step, which is then taken again. */
function unlessLogged(
  trace: OpenTrace,
  open: TurnInput,
  firstEnv: () => ReturnType<typeof seededEnv>,
): OpenTrace {
  let isFirst = true;
  let logged: LoggedTrace | undefined;
  return {
    ...trace,
    take(around, before, input) {
      if (!isFirst) return trace.take(around, before, input);
      isFirst = false;
      const began = performance.now();
      const result = stepWithin({ ...around, mostWork: MOST_WORK_AGAIN }, before, input);
      const engineTook = rounded(performance.now() - began);
      const lacking = result && lackingIn(result, open, around.flows);
      if (!lacking) return trace.take({ ...around, env: firstEnv() }, before, input);
      logged = { at: around.env.now, engineTook, turnTook: 0, ...lacking };
      return result;
    },
    noted: (turnTook) =>
      logged ? { loggedTrace: { ...logged, turnTook } } : trace.noted(turnTook),
  };
}

/** Notes the entries of a turn. */
function openEntries(ports: ChatPorts, open: TurnInput): OpenTrace {
  const { turn, session, input } = open;
  const paused = pausedIn(session)?.paused;
  const noted: TraceEntry[] = [...(paused?.trace ?? [])];
  let { engineTook } = paused ?? { engineTook: 0 };
  let drawnBefore = paused?.step.drawn;
  let drawn = (): number => 0;
  // A chat that is given back to its bot begins with another session than the turn before left.
  const isWhole = turn <= 1 || turn % WHOLE_EVERY === 0 || input.type !== 'message';
  if (!paused && isWhole) noted.push(wholeState(session, ports.now()));
  const breaks = breaksOf(open);
  return {
    take({ flows, env }, before, input) {
      const began = performance.now();
      const counted = breaks || paused ? countedEnv(env, drawnBefore) : undefined;
      if (counted) drawn = counted.drawn;
      drawnBefore = undefined;
      const around = { flows, env: counted ?? env, breaks };
      const { result, entries } = tracedStep(around, before, input);
      engineTook += performance.now() - began;
      noted.push(...entries);
      return result;
    },
    soFar: () => ({ trace: noted, engineTook, drawn: drawn() }),
    async noteEffect(handled) {
      noted.push(await handledEntry(ports, handled));
    },
    noted: (turnTook) => ({
      trace: withTimes(noted, { engineTook: rounded(engineTook), turnTook }),
    }),
  };
}

/** What the trace of a turn of one step needs besides its log; undefined where its log does not tell it. */
function lackingIn(
  { events }: StepResult,
  { turn, session, input }: TurnInput,
  flows: (flowId: string) => Flow | undefined,
): Pick<LoggedTrace, 'start'> | undefined {
  if (turn > 1) {
    const isTold = isSame(loggedReplay(events, 0)?.input, input);
    return isTold && turn % WHOLE_EVERY !== 0 ? {} : undefined;
  }
  const { stack, locale } = session;
  const [{ flowId }] = stack as [Frame]; // A stack is never empty.
  const flow = flows(flowId);
  const isPlain =
    flow && isSame(input, { type: 'start' }) && isSame(plainStart(session, flow, locale), session);
  return isPlain ? { start: { flowId, locale } } : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The entries of a turn, whose end says how long it took. */
export function withTimes(
  entries: readonly TraceEntry[],
  { engineTook, turnTook }: Pick<LoggedTrace, 'engineTook' | 'turnTook'>,
): TraceEntry[] {
  return entries.map((entry) =>
    entry.kind === 'ended' ? { ...entry, engineTook, turnTook } : entry,
  );
}

/** The entry of a turn in which no flow ran: its session as it is now. */
export function wholeState({ open: _, ...state }: Session, at: number): TraceEntry {
  return { kind: 'state', at, state };
}

/** To the microsecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

/** In characters. */
const [MAX_SHOWN, MAX_LINES] = [4_000, 100] as const;

async function handledEntry(ports: ChatPorts, handled: EffectDone): Promise<TraceEntry> {
  const { effect, result, session, at, duration, isKept, use } = handled;
  const secrets = await ports.secretTexts(session.stack[0]?.botId, credentialsIn(effect));
  const { kind, ...request } = effect;
  return {
    kind: 'effect',
    at,
    ...(await placeOf(ports, session)),
    effect: kind,
    request: shown(request, secrets),
    ...outcomeOf(result, secrets),
    duration,
    ...(isKept && { isKept }),
    ...(use && { use }),
  };
}

/** The block that requested the effect of a session. */
export async function placeOf(
  { flows }: Pick<ChatPorts, 'flows'>,
  { open, stack }: Session,
): Promise<CallPlace> {
  const frame = stack.at(-1);
  if (!open || !frame) return {};
  const { groupId } = open.blockCall;
  const place = findPosition(await flows.load(frame.flowId), open.blockCall);
  return { groupId, ...(place && { blockId: place.block.id }) };
}

function outcomeOf({ tries, printed, ...result }: EffectResult, secrets: readonly string[]) {
  const lines = printed?.slice(0, MAX_LINES).map((line) => hide(line, secrets));
  return {
    isOk: result.ok,
    result: shown(result.ok ? (result.value ?? null) : null, secrets),
    ...(!result.ok && { error: hide(result.error, secrets) }),
    ...(tries !== undefined && { tries }),
    ...(lines && { printed: lines }),
  };
}

/** The ids of the credentials that an effect names. */
export function credentialsIn(effect: HandledEffect): string[] {
  return Object.entries(effect).flatMap(([name, value]) =>
    /credentialsId$/i.test(name) && typeof value === 'string' ? [value] : [],
  );
}

/** JSON without secrets, cut to a readable length. */
function shown(value: unknown, secrets: readonly string[]): string {
  return hide(JSON.stringify(value, hideNamed), secrets);
}

function hideNamed(name: string, value: unknown): unknown {
  return isSecretName(name) && typeof value === 'string' && value !== '' ? HIDDEN : value;
}

const HIDDEN = '***';

/** Secrets are masked before the text is cut, so that no half of one is left. */
function hide(text: string, secrets: readonly string[]): string {
  const masked = secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text.toWellFormed());
  return maskSecrets(masked.slice(0, MAX_SHOWN));
}
