import {
  seededEnv,
  step,
  type Answer,
  type Flow,
  type Session,
  type StepInput,
  type Turn,
} from '../engine/index.js';
import type { ChatPorts } from './ports.js';

/** How often one turn may ask the outside, so that no flow can spin. */
const MAX_ASKS = 50;
/** How long one turn may take in all, in milliseconds. */
const MAX_DURATION = 60_000;

/** What a turn runs on. */
export interface TurnStart {
  readonly sessionId: string;
  /** The number of the turn: with the chat's id it seeds chance, so that a turn can be replayed. */
  readonly turn: number;
  readonly session: Session;
  readonly input: StepInput;
}

/** Drives the engine through one turn: step, answer what it asks, step again, until it rests. Writes nothing. */
export async function runTurn(ports: ChatPorts, start: TurnStart): Promise<Turn & { at: number }> {
  const { sessionId, session } = start;
  const at = ports.now();
  const flows = await loadFlows(ports, session);
  let input = start.input;
  let turn = step(flows, session, input, envOf(start, at, 0));
  for (let asks = 1; turn.ask; asks += 1) {
    const isOver = asks > MAX_ASKS || ports.now() - at > MAX_DURATION;
    const answer = isOver ? refusal(asks) : await ports.ask(turn.ask, sessionId);
    input = { type: 'answer', answer };
    turn = step(flows, turn.session, input, envOf(start, ports.now(), asks));
  }
  return { ...turn, at };
}

/** Every flow on the session's stack, ready for the engine's synchronous look-up. */
async function loadFlows(
  ports: ChatPorts,
  session: Session,
): Promise<(flowId: string) => Flow | undefined> {
  const ids = [...new Set(session.stack.map((frame) => frame.flowId))];
  const flows = new Map(
    await Promise.all(ids.map(async (id) => [id, await ports.flows.load(id)] as const)),
  );
  return (flowId) => flows.get(flowId);
}

function envOf(start: TurnStart, now: number, step: number): ReturnType<typeof seededEnv> {
  return seededEnv({ now, seed: `${start.sessionId}/${start.turn}/${step}` });
}

function refusal(asks: number): Answer {
  const error =
    asks > MAX_ASKS
      ? `The flow asked the outside more than ${MAX_ASKS} times in one turn`
      : `The turn took longer than ${MAX_DURATION / 1000} seconds`;
  return { ok: false, error };
}
