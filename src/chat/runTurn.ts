import {
  hasCommand,
  placeText,
  seededEnv,
  servicesOf,
  step,
  type EffectResult,
  type Effect,
  type Flow,
  type PlacedRefusal,
  type Session,
  type StepInput,
  type StepResult,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { whyUnavailable } from '../errors/unavailable.js';
import { newId } from '../storage/newId.js';
import { handleEffect, streamedTo, type EffectTurn } from './handleEffect.js';
import { openUnleasedJournal, type EffectJournal, type EffectWork } from './effectJournal.js';
import { loadBot } from './loadBot.js';
import type { ChatPorts } from './ports.js';

/** How often one turn may ask the outside, so that no flow can spin. */
const MAX_ASKS = 50;
/** How many e-mails one turn may send. */
const MAX_EMAILS = 5;
/** How long one turn may take in all, in milliseconds. */
const MAX_DURATION = 60_000;
/** How long a turn of a restricted preview may take, in milliseconds. */
const MAX_RESTRICTED_DURATION = 10_000;

/** What a turn runs on. */
export interface TurnStart {
  readonly sessionId: string;
  /** The number of the turn: with the chat's id it seeds chance, so that a turn can be replayed. */
  readonly turn: number;
  readonly session: Session;
  readonly input: StepInput;
  /** What its asks go through; one of its own without. */
  readonly journal?: EffectJournal;
}

/** A turn that was run. */
export interface RunTurn extends StepResult {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** A reply may have been streamed, which is to be forgotten once the turn is written. */
  readonly mayHaveStreamed: boolean;
}

/** Drives the engine through one turn: step, answer what it asks, step again, until it rests. Writes nothing. */
export async function runTurn(ports: ChatPorts, start: TurnStart): Promise<RunTurn> {
  const { sessionId, journal = openUnleasedJournal(ports.now, sessionId) } = start;
  const session = withoutStreaming(start.session);
  const at = ports.now();
  const flows = await loadFlows(ports, session);
  let input = start.input;
  assertCommand(flows.get(session.stack.at(-1)?.flowId ?? ''), input);
  const flowOf = (flowId: string) => flows.get(flowId);
  let turn = step(flowOf, session, input, envOf(start, journal.beganAt, 0));
  const isWatchable = start.input.type !== 'start';
  let mayHaveStreamed = false;
  let emails = 0;
  for (let effects = 1; turn.effect; effects += 1) {
    if (turn.effect.kind === 'sendEmail') emails += 1;
    if (streamedTo(turn.effect) !== undefined) mayHaveStreamed = isWatchable;
    const { effect } = turn;
    const asking = { ...start, session: turn.session, isWatchable, ports };
    const longest = session.settings.reach ? MAX_RESTRICTED_DURATION : MAX_DURATION;
    const spent = { effects, emails, duration: ports.now() - at, longest };
    const callKey = () => journal.callKey(effects);
    const work: EffectWork = async (abandoned) =>
      refusal(spent) ?? answerTo(effect, { ...asking, callKey, abandoned });
    const answered = await journal.resultOf({ number: effects, effect }, work);
    if (effect.kind === 'loadBot') await addFlow(ports, flows, answered.answer);
    input = { type: 'answer', answer: answered.answer };
    turn = step(flowOf, turn.session, input, envOf(start, answered.at, effects));
  }
  if (turn.refusal) throw refused(turn.refusal);
  return { ...turn, at, mayHaveStreamed };
}

/** What this server cannot do yet comes before what is wrong with the block: no account would help. */
function refused({ reason, what, why, place }: PlacedRefusal): Failure {
  const because = whyUnavailable(servicesOf(place.block)) ?? why;
  return new Failure(reason, `${placeText(place)}: ${what}: ${because}`);
}

/**
 * The session as one whose client does not stream. A client that does would fetch a model's reply from routes that this
 * server does not have, and the chat would wait for ever; so the reply is in the answer, as for any other client.
 */
function withoutStreaming(session: Session): Session {
  const { settings } = session;
  if (!settings.isStreamEnabled) return session;
  return { ...session, settings: { ...settings, isStreamEnabled: false } };
}

/** A command that no event listens to is the caller's mistake. */
function assertCommand(flow: Flow | undefined, input: StepInput): void {
  const command = input.type === 'answer' ? undefined : input.message?.command;
  if (command === undefined || (flow && hasCommand(flow, command))) return;
  throw new Failure('COMMAND_NOT_FOUND', `No event of the flow listens to command "${command}"`);
}

/** Every flow on the session's stack, ready for the engine's synchronous look-up. */
async function loadFlows(ports: ChatPorts, session: Session): Promise<Map<string, Flow>> {
  const flows = new Map<string, Flow>();
  for (const { flowId } of session.stack) {
    if (!flows.has(flowId)) flows.set(flowId, await ports.flows.load(flowId));
  }
  return flows;
}

/** A turn that asks, and what it runs on. */
interface Asking extends EffectTurn {
  readonly ports: ChatPorts;
}

/** Only the chat itself knows other bots. */
async function answerTo(effect: Effect, asking: Asking): Promise<EffectResult> {
  const { ports, session } = asking;
  if (effect.kind !== 'loadBot') return handleEffect(ports, effect, asking);
  const loaded = await loadBot(ports, session, effect);
  if (!loaded) return { ok: false, error: `there is no bot ${effect.botId} to go to` };
  const { botId, flow } = loaded;
  return { ok: true, value: { botId, flowId: flow.id, resultId: newId('res') } };
}

/** The flow of a bot that was found, now or when the turn was tried before, joins those of the turn. */
async function addFlow(
  ports: ChatPorts,
  flows: Map<string, Flow>,
  answer: EffectResult,
): Promise<void> {
  if (!answer.ok) return;
  const flow = await ports.flows.load(String(Object(answer.value).flowId));
  flows.set(flow.id, flow);
}

function envOf(start: TurnStart, now: number, step: number): ReturnType<typeof seededEnv> {
  return seededEnv({ now, seed: `${start.sessionId}/${start.turn}/${step}` });
}

interface Spent {
  readonly effects: number;
  readonly emails: number;
  readonly duration: number;
  readonly longest: number;
}

/** Why a turn may not ask any more, which ends it, or not for this. */
function refusal({ effects, emails, duration, longest }: Spent): EffectResult | undefined {
  if (effects > MAX_ASKS) return final(`it asked the outside more than ${MAX_ASKS} times`);
  if (duration > longest) return final(`it took longer than ${longest / 1000} seconds`);
  if (emails <= MAX_EMAILS) return undefined;
  return { ok: false, error: `More than ${MAX_EMAILS} e-mails in one turn` };
}

function final(error: string): EffectResult {
  return { ok: false, error, isFinal: true };
}
