import {
  agentMessage,
  cannedText,
  moveSession,
  oncePer,
  pairFlows,
  type Flow,
  type MovedSession,
  type MoveReason,
  type Session,
} from '../engine/index.js';
import { unhurried } from '../eventLoop/steps.js';
import { variantOf } from '../storage/flowVariants.js';
import type { MoveTarget } from '../storage/hot/movingBots.js';
import { newId } from '../storage/newId.js';
import type { TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { outsideFlow, receivedOutsideFlow, run, type RunTurn } from './run.js';
import { openTurnReplay } from './turnReplay.js';
import { wholeState } from './turnTrace.js';

/**
 * Runs a turn of a chat that moves to another version first. Where it cannot, it goes on with the old one or ends, as the policy of its bot
 * says.
 */
export async function runMoved(
  ports: ChatPorts,
  open: TurnInput,
  target: MoveTarget,
): Promise<RunTurn> {
  const now = await ports.flows.load(target.flowId);
  const { session, reasons } = await moveTo(ports, open.session, now);
  if (reasons)
    return target.endsOthers ? ended(ports, open, { target, reasons }) : run(ports, open);
  const ran = await run(ports, { ...open, session });
  const { versionId, version } = target;
  const trace = ran.trace && { trace: [wholeState(session, ran.at), ...ran.trace] };
  return { ...ran, ...trace, events: [{ kind: 'moved', versionId, version }, ...ran.events] };
}

/** A chat with the bots of its own that run other versions moved to this flow, or the reasons why it cannot move. */
export async function moveTo(
  { flows }: Pick<ChatPorts, 'flows'>,
  session: Session,
  now: Flow,
): Promise<MovedSession> {
  let moved: MovedSession = { session };
  for (const flowId of oldFlowIds(session, now.id)) {
    if (!moved.session) break;
    moved = moveSession(moved.session, await pairsTo(now)(await flows.load(flowId)));
  }
  return moved;
}

/** The versions of its own bot that a chat runs besides this one; none of a chat of a stage or a split, which stays where it is. */
export function oldFlowIds({ stack }: Session, flowId: string): string[] {
  const [root] = stack;
  if (!root || variantOf(root.flowId)) return [];
  const own = stack.filter((frame) => frame.botId === root.botId && frame.flowId !== flowId);
  return [...new Set(own.map((frame) => frame.flowId))];
}

const pairsTo = oncePer((now: Flow) => oncePer((old: Flow) => unhurried(pairFlows(old, now))));

/**
 * The turn that ends a chat that cannot move. It stays counted where the visitor left it: its flow did not run to an end.
 */
function ended(
  ports: ChatPorts,
  open: TurnInput,
  { target, reasons }: { readonly target: MoveTarget; readonly reasons: readonly MoveReason[] },
): RunTurn {
  const { version, message } = target;
  const why = reasons.map((reason) => reason.message).join('; ');
  const description = `Ended, since it cannot go on with version ${version}: ${why}`;
  const text = message === null ? '' : cannedText(message, open.session.stack);
  const said = text === '' ? [] : [agentMessage(newId('msg'), text)];
  const turn = outsideFlow(ports, { ...open.session, isClosed: true }, [
    ...receivedOutsideFlow(open),
    { kind: 'log', log: { status: 'info', description } },
    ...said.map((one) => ({ kind: 'message' as const, message: one })),
    { kind: 'turnEnd', isEnded: true },
  ]);
  if (!turn.replay) return turn;
  // Another version might have understood the message.
  const replay = { ...openTurnReplay(ports, open).record(), endedFor: target.versionId };
  return { ...turn, replay };
}
