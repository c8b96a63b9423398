import {
  isTraced,
  askAgain,
  dynamicThemeEvents,
  hasCommand,
  placeText,
  progressSoFar,
  receivedEvents,
  seededEnv,
  step,
  type EffectResult,
  type Flow,
  type AiActionUse,
  type HandledEffect,
  type PlacedRefusal,
  type Session,
  type StepResult,
  type TraceEntry,
  type TurnEvent,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ReplayRecord, ReplayStart } from '../schema/chatReplay.js';
import type { LoggedTrace } from '../storage/events.js';
import { trimPreviews } from '../storage/restrictedPreviews.js';
import type { TimedResult } from './effectJournal.js';
import { handleEffect, streamedBlock } from './handleEffect.js';
import type { DeskAct } from './desk.js';
import { loadedFlowId } from './loadBot.js';
import { withdrawReply } from './openReply.js';
import type { TurnInput } from './openTurn.js';
import { hasStreamed, pausedRun, restOfTurn, type Beginning } from './pausedRun.js';
import type { ChatPorts } from './ports.js';
import { openTurnReplay, recordWithoutStep, type OpenReplay } from './turnReplay.js';
import {
  openTurnTrace,
  wholeState,
  type NotedTrace,
  type OpenTrace,
  type TakeStep,
} from './turnTrace.js';

/** The most effects of one turn, so that no flow can spin. */
const MAX_EFFECTS = 50;
const MAX_EMAILS = 5;

/** A turn that was run. */
export interface RunTurn extends StepResult {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** Whether a reply may have been streamed, which is deleted once the turn is written. */
  readonly mayHaveStreamed: boolean;
  /** What happened in it; absent where the chat is not traced, or where the log tells it. */
  readonly trace?: readonly TraceEntry[];
  /** What its trace needs besides its log, where that tells the rest. */
  readonly loggedTrace?: LoggedTrace;
  /** What running it again needs; absent where that is not kept. */
  readonly replay?: ReplayRecord | undefined;
  /** Whether something happened in the chat although its flow did not run, as when a member replies to the visitor. */
  readonly isOutsideFlow?: true;
  /** What a person does to the chat with it; absent for turns of visitors. */
  readonly desk?: DeskAct;
}

/**
 * Runs a turn: step, handle the effect, step again with its result, until the chat waits or ends. Writes nothing. Turn 0 only registers the
 * chat; a branch waits already. In a chat that a member has taken over, the message is recorded for the member and the bot says nothing.
 */
export async function run(ports: ChatPorts, open: TurnInput): Promise<RunTurn> {
  const { turn, session, clientAddress } = open;
  if (turn === 0) {
    const events = await registrationEvents(ports, open);
    return withoutStep(ports, { session, events, start: open.replayStart });
  }
  if (session.isPaused) {
    const events = [...receivedOutsideFlow(open), ...progressSoFar(session), TURN_END];
    return outsideFlow(ports, session, events);
  }
  if (session.settings.reach === undefined || clientAddress === undefined) {
    return runEngine(ports, open);
  }
  return ports.previewGate(clientAddress, async () => {
    await trimPreviews(ports.pool);
    return runEngine(ports, open);
  });
}

/** A turn without a step of the engine: it only has the given events, and the given session is stored. */
export function outsideFlow(
  ports: Pick<ChatPorts, 'now'>,
  session: Session,
  events: readonly TurnEvent[],
): RunTurn {
  return { ...withoutStep(ports, { session, events }), isOutsideFlow: true };
}

function withoutStep(
  { now }: Pick<ChatPorts, 'now'>,
  {
    session,
    events,
    start,
  }: Pick<RunTurn, 'session' | 'events'> & { readonly start?: ReplayStart | undefined },
): RunTurn {
  const at = now();
  const replay = recordWithoutStep(session, at, start);
  const trace = isTraced(session) ? { trace: [wholeState(session, at)] } : {};
  const nothing = { records: [], passed: [], mayHaveStreamed: false };
  return { session, events, at, ...nothing, replay, ...trace };
}

async function registrationEvents(ports: ChatPorts, open: TurnInput): Promise<TurnEvent[]> {
  const stored = await loadFlows(ports, open.session.stack);
  const flows = (id: string) => stored.get(id);
  const asked = askAgain(flows, open.session, envOf(open, ports.now(), 0));
  return [...dynamicThemeEvents(flows, open.session), ...asked, ...progressSoFar(open.session)];
}

const TURN_END: TurnEvent = { kind: 'turnEnd', isEnded: false };

/** The events that record the message of a turn in which the flow does not run. */
export function receivedOutsideFlow({ input }: Pick<TurnInput, 'input'>): TurnEvent[] {
  const { attachedFileUrls, refusedUploads = [], ...message } = input.message ?? {};
  const files = attachedFileUrls?.filter((url) => !refusedUploads.some((one) => one.url === url));
  return receivedEvents({ ...message, ...(files && { attachedFileUrls: files }) });
}

/** Withdraws text that was streamed if the turn fails afterwards. */
async function runEngine(ports: ChatPorts, open: TurnInput): Promise<RunTurn> {
  const streams = { mayBeOpen: open.session.open ? hasStreamed(open.session) : false };
  try {
    return await runSteps(ports, open, streams);
  } catch (error) {
    if (streams.mayBeOpen) await withdrawReply(ports, open);
    throw error;
  }
}

async function runSteps(
  ports: ChatPorts,
  open: TurnInput,
  streams: { mayBeOpen: boolean },
): Promise<RunTurn> {
  const { journal, session } = open;
  const first = { number: 0, now: journal.beganAt };
  const begun: Beginning = session.open
    ? restOfTurn(ports, open)
    : { at: ports.now(), stack: session.stack, step: first, emails: 0, input: open.input };
  const loaded = await loadFlows(ports, begun.stack);
  const flows = (flowId: string) => loaded.get(flowId);
  await assertCommand(ports, open);
  const { trace, replay, take, noted } = noting(ports, open);
  let { step: here, emails } = begun;
  let turn = take({ flows, env: envOf(open, here.now, here.number) }, session, begun.input);
  while (turn.effect) {
    const { effect, session: from } = turn;
    const duration = ports.now() - begun.at;
    if (effect.kind === 'pause') {
      const spent = { step: here, emails, took: duration, mayHaveStreamed: streams.mayBeOpen };
      return pausedRun(ports, open, { ...spent, session: from, effect, trace });
    }
    if (effect.kind === 'sendEmail') emails += 1;
    streams.mayBeOpen ||= mayStream(open, effect);
    const number = here.number + 1;
    const longest = longestOf(ports, session);
    const refusal = refusalOf({ effects: number, emails, duration, longest });
    const requested = { open, session: from, number, effect, refusal };
    const { result: answer, at: now } = await resultOf(ports, requested, { trace, replay });
    if (effect.kind === 'loadBot') await addFlow(ports, loaded, answer);
    here = { number, now };
    turn = take({ flows, env: envOf(open, now, number) }, from, { type: 'answer', answer });
  }
  // If another process took this turn, it is run again or fails for that reason: the refusal may be a consequence of it.
  if (turn.refusal && journal.guard()) throw refused(turn.refusal, session);
  const { at } = begun;
  return { ...turn, at, mayHaveStreamed: streams.mayBeOpen, ...noted?.(ports.now() - at) };
}

/** How a turn takes its steps, and what is noted of it where something is to be kept. */
interface Noting {
  readonly take: TakeStep;
  readonly trace: OpenTrace | undefined;
  readonly replay: OpenReplay | undefined;
  /** All that was noted, of a turn that took so many milliseconds. */
  readonly noted: ((turnTook: number) => Partial<NotedTrace> & Pick<RunTurn, 'replay'>) | undefined;
}

function noting(ports: ChatPorts, open: TurnInput): Noting {
  const { session } = open;
  const trace = isTraced(session)
    ? openTurnTrace(ports, open, () => envOf(open, open.journal.beganAt, 0))
    : undefined;
  const replay = session.settings.isReplayable ? openTurnReplay(ports, open) : undefined;
  if (!trace && !replay) return { take: takeStep, trace, replay, noted: undefined };
  const noted = (turnTook: number) => ({
    ...trace?.noted(turnTook),
    ...(replay && { replay: replay.record() }),
  });
  return { take: trace?.take ?? takeStep, trace, replay, noted };
}

const takeStep: TakeStep = ({ flows, env }, session, input) => step(flows, session, input, env);

/** An effect that a step requested, and the reason to refuse it. */
interface RequestedEffect {
  readonly open: TurnInput;
  readonly session: Session;
  readonly number: number;
  readonly effect: HandledEffect;
  readonly refusal: EffectResult | undefined;
}

/** The result of an effect: that of an earlier attempt, or the effect is handled now. */
async function resultOf(
  ports: ChatPorts,
  { open, session, number, effect, refusal }: RequestedEffect,
  { trace, replay }: Pick<Noting, 'trace' | 'replay'>,
): Promise<TimedResult> {
  const { journal, handle = handleEffect } = open;
  const callKey = () => journal.callKey(number);
  let use: AiActionUse | undefined;
  const noteUse = trace && ((taken: AiActionUse) => void (use = taken));
  const from = { ...open, session, isWatchable: isWatchable(open), callKey, noteUse };
  const began = ports.now();
  let isKept = true;
  const handled = await journal.resultOf({ number, effect }, async (abandoned) => {
    isKept = false;
    return refusal ?? handle(ports, effect, { ...from, abandoned });
  });
  const duration = ports.now() - began;
  await trace?.noteEffect({ ...handled, effect, session, duration, isKept, use });
  await replay?.noteEffect({ ...handled, effect, session });
  return handled;
}

function mayStream(open: TurnInput, effect: HandledEffect): boolean {
  return isWatchable(open) && streamedBlock(effect) !== undefined;
}

/** Nobody knows the id of a chat that is starting, or simulated. */
function isWatchable({ input, handle }: TurnInput): boolean {
  const isSimulated = handle !== undefined;
  return input.type !== 'start' && !isSimulated;
}

/** A person who plays an example knows nothing of its blocks. */
function refused(
  { reason, what, why, place }: PlacedRefusal,
  { settings: { reach } }: Session,
): Failure {
  if (reach === 'example') return new Failure(reason, why);
  return new Failure(reason, `${placeText(place)}: ${what}: ${why}`);
}

/** Refuses a command to which no event of the open bot listens. */
async function assertCommand(ports: ChatPorts, { session, input }: TurnInput): Promise<void> {
  const command = input.message?.command;
  if (command === undefined || session.open) return;
  const [...current] = (await loadFlows(ports, session.stack.slice(-1))).values();
  if (current.some((flow) => hasCommand(flow, command))) return;
  throw new Failure('COMMAND_NOT_FOUND', `No event of the flow listens to command "${command}"`);
}

/** The flows of open bots, each once. They are loaded beforehand, since the engine reads them synchronously. */
export async function loadFlows(
  ports: ChatPorts,
  stack: Session['stack'],
): Promise<Map<string, Flow>> {
  const flows = new Map<string, Flow>();
  for (const { flowId } of stack) {
    if (!flows.has(flowId)) flows.set(flowId, await ports.flows.load(flowId));
  }
  return flows;
}

/** Adds the flow of a bot that was found, now or by an earlier attempt at the turn, to those of the turn. */
async function addFlow(
  ports: ChatPorts,
  flows: Map<string, Flow>,
  result: EffectResult,
): Promise<void> {
  const flowId = loadedFlowId(result);
  if (flowId !== undefined) flows.set(flowId, await ports.flows.load(flowId));
}

/** The environment of a step. Every step has a seed of its own, so that a turn can be replayed. */
export function envOf(
  { sessionId, turn, drawsAs }: Pick<TurnInput, 'sessionId' | 'turn' | 'drawsAs'>,
  now: number,
  step: number,
): ReturnType<typeof seededEnv> {
  return seededEnv({ now, seed: () => `${sessionId}/${turn}/${drawsAs?.(step) ?? step}` });
}

interface Spent {
  readonly effects: number;
  readonly emails: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds that the turn may take in all. */
  readonly longest: number;
}

/** How long a turn may take in all, in milliseconds. */
function longestOf({ timeouts }: Pick<ChatPorts, 'timeouts'>, { settings }: Session): number {
  return settings.reach ? timeouts.restrictedTurnLasts : timeouts.turnLasts;
}

/** The reason to refuse an effect: all further ones, which ends the turn, or only this one. */
function refusalOf({ effects, emails, duration, longest }: Spent): EffectResult | undefined {
  if (effects > MAX_EFFECTS) return final(`it asked the outside more than ${MAX_EFFECTS} times`);
  if (duration > longest) return final(`it took longer than ${longest / 1000} seconds`);
  if (emails <= MAX_EMAILS) return undefined;
  return { ok: false, error: `More than ${MAX_EMAILS} e-mails in one turn` };
}

function final(error: string): EffectResult {
  return { ok: false, error, isFinal: true };
}
