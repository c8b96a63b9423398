import { loadedFlowId } from '../chat/loadBot.js';
import type { TurnInput } from '../chat/openTurn.js';
import type { ChatPorts } from '../chat/ports.js';
import type { RunTurn } from '../chat/run.js';
import { moveTo } from '../chat/moveChat.js';
import { simulateTurn } from '../chat/simulateTurn.js';
import { placeOf } from '../chat/turnTrace.js';
import {
  isJsonRecord,
  startSession,
  type EffectResult,
  type Flow,
  type Session,
  type TurnEvent,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { Outage, outageIn } from '../errors/outage.js';
import { breathe } from '../eventLoop/steps.js';
import type { ReplayInput, ReplayRecord, ReplayStart } from '../schema/chatReplay.js';
import { openKeptResults, UnknownResult, type UnknownReason } from './keptResults.js';
import type { RunCodeAnew } from './codeAnew.js';
import { shownParts, type ShownPart } from './shownParts.js';

/** A chat that took place: what was kept of each of its turns, and what it showed. */
export interface KeptChat {
  readonly sessionId: string;
  readonly turns: readonly {
    readonly turn: number;
    readonly record: ReplayRecord;
    readonly events: readonly TurnEvent[];
  }[];
}

/** The flow to replay chats with, and how other flows are found. */
export interface ReplayTarget {
  readonly ports: ChatPorts;
  readonly flow: Flow;
  readonly runCode: RunCodeAnew;
  /** The id of the flow of a version to which a chat moved; undefined where the version is gone. */
  readonly flowIdOf: (versionId: string) => Promise<string | undefined>;
}

/** The first difference of a chat. */
export interface ReplayDifference {
  readonly turn: number;
  /** What differs; `ENDS_EARLIER`: the chat went on then and ends now, `GOES_ON`: the other way round, `REFUSED`: the message is refused. */
  readonly kind: 'MESSAGE' | 'INPUT' | 'ACTION' | 'ENDS_EARLIER' | 'GOES_ON' | 'REFUSED';
  /** The block at which it shows: of the flow then where that showed something, else of the flow now. */
  readonly blockId?: string | undefined;
  /** What was shown, as JSON; absent where nothing was. */
  readonly was?: string | undefined;
  /** What is shown now, as JSON; absent where nothing is. */
  readonly is?: string | undefined;
  /** Whether the chat waits at the same input, which looks different. */
  readonly isSameInput?: true;
}

/** How a chat would have gone: `STUCK`: an answer is not understood any more. `UNKNOWN`: what is needed to tell was not kept. */
export type ReplayOutcome =
  | { readonly outcome: 'SAME' }
  | ({ readonly outcome: 'DIFFERENT' | 'STUCK' } & ReplayDifference)
  | {
      readonly outcome: 'UNKNOWN';
      readonly turn: number;
      readonly blockId?: string | undefined;
      readonly reason: UnknownReason;
    };

/**
 * Runs a chat that took place with another flow: the same messages, clock, random numbers and results of effects, up to the first difference
 * in what a visitor receives. Nothing leaves the server and nothing is stored. Chats are never the same where a result was not kept, or
 * where a service was asked for something else. With the version that it began with, a chat moves where it moved then, so that each turn
 * runs the version it ran on; any other flow runs throughout.
 */
export async function replayChat(target: ReplayTarget, chat: KeptChat): Promise<ReplayOutcome> {
  const { start, turns } = whatIsWhole(chat);
  if (!start) return unknown(0, 'NOT_KEPT');
  const { flow } = target;
  const replay: Replay = { target, chat, start, flow, session: firstSession(flow, start) };
  const found = await firstFound(replay, turns);
  if (found) return found;
  const missing = chat.turns[turns.length]?.turn;
  if (missing !== undefined) return unknown(missing, 'NOT_KEPT');
  return replay.changed ?? { outcome: 'SAME' };
}

/** How a chat began, and its turns up to the first one that was not kept. */
function whatIsWhole({
  turns,
}: KeptChat): Pick<KeptChat, 'turns'> & { readonly start?: ReplayStart } {
  const [first] = turns;
  const start = first?.record.start;
  if (!first || !start || 'omitted' in start) return { turns: [] };
  const missing = turns.findIndex(({ turn }, index) => turn !== first.turn + index);
  return { start, turns: missing === -1 ? turns : turns.slice(0, missing) };
}

async function firstFound(
  replay: Replay,
  turns: readonly KeptTurn[],
): Promise<ReplayOutcome | undefined> {
  let otherInput: ReplayOutcome | undefined;
  for (const kept of turns) {
    if (!kept.record.input) continue;
    await breathe();
    const found = await replayNext(replay, kept);
    // The answer to an input that is another one shows whether it is still understood.
    if (otherInput) return found?.outcome === 'STUCK' ? found : otherInput;
    if (found && !isOtherInput(found)) return found;
    otherInput = found;
  }
  return otherInput;
}

function isOtherInput(found: ReplayOutcome): boolean {
  return 'isSameInput' in found && found.isSameInput === true;
}

/** A chat that is replayed. */
interface Replay {
  readonly target: ReplayTarget;
  readonly chat: KeptChat;
  readonly start: ReplayStart;
  /** The flow that it runs. */
  flow: Flow;
  /** The session after the turns so far. */
  session: Session;
  /** Where a service was first asked for something else. */
  changed?: ReplayOutcome;
}

type KeptTurn = KeptChat['turns'][number];

/** Replays the next turn; what is different in it, or why that is unknown. */
async function replayNext(replay: Replay, kept: KeptTurn): Promise<ReplayOutcome | undefined> {
  const { turn, record } = kept;
  const { input } = record;
  if (!input || 'omitted' in input) return unknown(turn, 'NOT_KEPT');
  const then = await moveAsThen(replay, kept);
  if (then === 'GONE') return unknown(turn, 'FLOW_GONE');
  if (then === 'ENDED') return undefined;
  const { session: before } = replay;
  const ran = await replayTurn(replay, { turn, record, input });
  if ('outcome' in ran) return ran;
  replay.session = ran.session;
  if (ran.changedAt) replay.changed ??= unknown(turn, 'CHANGED_REQUEST', ran.changedAt.blockId);
  return differenceOf({ before, kept, now: ran.events });
}

/**
 * Moves a chat that is replayed with the version it began with, where it moved then, or ends it, where it could not. `GONE` where the other
 * version is not there any more.
 */
async function moveAsThen(
  replay: Replay,
  { events, record }: KeptTurn,
): Promise<'GOES_ON' | 'ENDED' | 'GONE'> {
  const { target, start, session } = replay;
  const moved = events.find((event) => event.kind === 'moved');
  const versionId = moved?.versionId ?? record.endedFor;
  if (versionId === undefined || target.flow.id !== start.flowId) return 'GOES_ON';
  const flowId = await target.flowIdOf(versionId);
  if (flowId === undefined) return 'GONE';
  const flow = await target.ports.flows.load(flowId);
  const there = await moveTo(target.ports, session, flow);
  if (!there.session && !moved) return 'ENDED';
  // Whether a chat can move follows from what it is, which a difference before would have shown.
  Object.assign(replay, { flow, session: there.session ?? session });
  return 'GOES_ON';
}

function unknown(turn: number, reason: UnknownReason, blockId?: string): ReplayOutcome {
  return { outcome: 'UNKNOWN', turn, reason, blockId };
}

function firstSession(flow: Flow, { flowId: _, ...start }: ReplayStart): Session {
  return startSession({ ...start, flow, isPreview: false });
}

interface ReplayedTurn {
  readonly turn: number;
  readonly record: ReplayRecord;
  readonly input: ReplayInput;
}

/** A turn that was run again, and the block whose service was asked for something else. */
type Ran = RunTurn & { readonly changedAt?: { readonly blockId: string | undefined } | undefined };

async function replayTurn(
  { target, chat, start, flow, session }: Replay,
  { turn, record, input }: ReplayedTurn,
): Promise<Ran | ReplayOutcome> {
  const { ports, runCode } = target;
  let clock = record.beganAt;
  let changedAt: Ran['changedAt'];
  const steps: number[] = [0];
  const resultOf = openKeptResults({
    kept: record.results ?? [],
    runCode,
    seed: `${chat.sessionId}/${turn}`,
  });
  const blockId = session.at?.blockId;
  const loadFlow = (flowId: string) => flowWith(flowId, { ports, flow }, blockId);
  const handle: NonNullable<TurnInput['handle']> = async (around, effect, { session: from }) => {
    const { blockId: asking } = await placeOf(around, from);
    const given = await resultOf(effect, { blockId: asking, now: clock });
    const { result, recorded, isChanged } = given;
    if (isChanged) changedAt ??= { blockId: asking };
    // Code that is new draws numbers that no other step of the turn draws.
    steps.push(recorded?.number ?? -steps.length);
    clock = recorded?.at ?? clock;
    return loadedFlowId(result) === start.flowId ? leadingTo(result, flow) : result;
  };
  try {
    const drawsAs = (step: number) => steps[step] ?? step;
    const simulation = { now: () => clock, seed: chat.sessionId, loadFlow, handle, drawsAs };
    // Time-outs are among the results that were kept.
    const timeouts = { ...ports.timeouts, turnLasts: Infinity };
    const ran = await simulateTurn({ ...ports, timeouts }, simulation, {
      session: going(session),
      turn,
      input,
    });
    return { ...ran, changedAt };
  } catch (error) {
    return outcomeOf(error, { turn, blockId });
  }
}

/** The flow with an id, as a replay has it. */
async function flowWith(
  flowId: string,
  { ports, flow }: Pick<ReplayTarget, 'ports' | 'flow'>,
  blockId: string | undefined,
): Promise<Flow> {
  if (flowId === flow.id) return flow;
  try {
    return await ports.flows.load(flowId);
  } catch (error) {
    throw outageIn(error) ?? new UnknownResult('FLOW_GONE', blockId);
  }
}

/** People may have let a chat go on that had ended. */
function going(session: Session): Session {
  return session.phase === 'ended' && session.at ? { ...session, phase: 'running' } : session;
}

/** The result of a link to a bot that a replay runs with another flow. */
function leadingTo(result: EffectResult, { id: flowId }: Flow): EffectResult {
  return result.ok
    ? { ...result, value: { ...(isJsonRecord(result.value) && result.value), flowId } }
    : result;
}

function outcomeOf(
  error: unknown,
  { turn, blockId }: { readonly turn: number; readonly blockId: string | undefined },
): ReplayOutcome {
  if (error instanceof UnknownResult) return unknown(turn, error.reason, error.blockId);
  if (!(error instanceof Failure) || error instanceof Outage) throw error;
  return { outcome: 'STUCK', kind: 'REFUSED', turn, blockId, is: JSON.stringify(error.message) };
}

interface TwoTurns {
  /** The session before it, with the flow now. */
  readonly before: Session;
  readonly kept: KeptTurn;
  readonly now: readonly TurnEvent[];
}

/** The first difference between what a turn showed and what it shows now. */
function differenceOf({ before, kept, now }: TwoTurns): ReplayOutcome | undefined {
  const { turn, events, record } = kept;
  const [was, is] = [shownParts(events), shownParts(now)];
  const index = firstOther(was, is);
  if (index === -1) return undefined;
  const [earlier, later] = [was[index], is[index]];
  const asked = before.at?.blockId;
  const isStuck = isAskedAgain(before, is) && !isAskedAgain(before, was);
  return {
    outcome: isStuck ? 'STUCK' : 'DIFFERENT',
    kind: kindOf({ was, is, index }),
    turn,
    blockId: isStuck ? asked : (placeOfPart(record, earlier, later) ?? asked),
    ...{ was: earlier?.text, is: later?.text },
    ...(isSameInput(earlier, later) && { isSameInput: true as const }),
  };
}

/** The block that shows the first of these parts; what a policy says is of none. */
function placeOfPart(
  { endedFor }: ReplayRecord,
  ...parts: readonly (ShownPart | undefined)[]
): string | undefined {
  if (endedFor !== undefined) return undefined;
  return parts.find((part) => part?.blockId !== undefined)?.blockId;
}

/** The index of the first part that is another one in the two; -1 where there is none. */
function firstOther(was: readonly ShownPart[], is: readonly ShownPart[]): number {
  return [...was, ...is].findIndex((_, at) => {
    const [earlier, later] = [was[at], is[at]];
    return earlier?.kind !== later?.kind || earlier?.text !== later?.text;
  });
}

function isSameInput(earlier: ShownPart | undefined, later: ShownPart | undefined): boolean {
  return (
    [earlier, later].every((part) => part?.kind === 'INPUT') && earlier?.blockId === later?.blockId
  );
}

/** Whether a turn asks again what the visitor was asked before it. */
function isAskedAgain({ at }: Session, parts: readonly ShownPart[]): boolean {
  const last = parts.at(-1);
  return at !== undefined && last?.kind === 'INPUT' && last.blockId === at.blockId;
}

interface Compared {
  readonly was: readonly ShownPart[];
  readonly is: readonly ShownPart[];
  readonly index: number;
}

function kindOf({ was, is, index }: Compared): ReplayDifference['kind'] {
  const ends = (parts: readonly ShownPart[]) => parts.at(-1)?.kind === 'END';
  if (ends(is) && !ends(was)) return 'ENDS_EARLIER';
  if (ends(was) && !ends(is)) return 'GOES_ON';
  const shown = [was[index], is[index]].map((part) => part?.kind);
  return shown.find((kind) => kind !== undefined && kind !== 'END') ?? 'MESSAGE';
}
