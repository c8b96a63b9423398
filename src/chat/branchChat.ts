import { type Breakpoint, type Flow, type FoldedSession, type Session } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { outageIn } from '../errors/outage.js';
import type { ChatReply } from '../schema/chatReply.js';
import { newSessionId } from '../storage/newId.js';
import { previewShardKey } from '../storage/shardKeys.js';
import type { ChatPorts } from './ports.js';
import { openStart } from './startChat.js';
import { sessionAfter } from './tracedTurns.js';
import { startTurn } from './turn.js';

/** A chat, and the turn after which a preview is to go on in another way. */
export interface BranchRequest {
  readonly sessionId: string;
  readonly botId: string;
  readonly turn: number;
  readonly breakpoints?: readonly Breakpoint[] | undefined;
}

/**
 * Starts a preview that is as a chat was after a turn, and waits where that waited. It has an id of its own, so that its seeds and keys
 * differ from then on, and no effect of the turns before is requested again. Fails with `TURN_NOT_TRACED` where the trace does not tell how
 * the chat was.
 */
export async function branchChat(ports: ChatPorts, request: BranchRequest): Promise<ChatReply> {
  const { botId, turn } = request;
  const found = await sessionAfter(ports, request.sessionId, turn);
  const { stack, ...after } = found ?? notTraced(request);
  const kept = await Promise.all(stack.map((frame) => keepFrame(ports, frame)));
  const session: Session = { ...branched(after, request), stack: kept.map(({ frame }) => frame) };
  const [{ flow }] = kept as [KeptFrame]; // A stack is never empty.
  const sessionId = newSessionId(await previewShardKey(ports.pool, botId));
  const opened = openStart(
    ports,
    { isOnlyRegistering: true, once: undefined },
    {
      ...{ sessionId, session, input: { type: 'start' } },
      start: { botId, resultId: null, isPreview: true, allowedOrigins: [] },
      bot: { id: botId, flow },
    },
  );
  return startTurn(ports, { once: undefined, load: async () => opened });
}

function notTraced({ turn }: BranchRequest): never {
  throw new Failure('TURN_NOT_TRACED', `Turn ${turn} of this chat was not traced`);
}

/** A bot that was open then, without its result, and its flow. */
interface KeptFrame {
  readonly frame: Frame;
  readonly flow: Flow;
}

/** Notes the flow of a bot as used, so that it is kept for the branch. */
async function keepFrame(
  { flows }: ChatPorts,
  { resultId: _, ...frame }: Frame,
): Promise<KeptFrame> {
  const { definition } = await flows.load(frame.flowId).catch(failToLoad);
  const flow = await flows.save(definition);
  return { frame: { ...frame, flowId: flow.id }, flow };
}

/** A flow of a bot that is no longer open in the chat may have been deleted since. */
function failToLoad(error: unknown): never {
  if (outageIn(error)) throw error;
  throw new Failure('TURN_NOT_TRACED', 'A flow that the chat ran then is no longer stored');
}

type Frame = Session['stack'][number];

/** The session as a preview has it: what was decided for the chat by people does not hold for the branch. */
function branched(
  { settings, ...state }: Omit<FoldedSession, 'stack'>,
  { sessionId, turn, breakpoints }: BranchRequest,
): Omit<Session, 'stack'> {
  const { isPaused, isAttended, isClosed, ...going } = state;
  const { isTraced, isReplayable, replacesAnswers, breakpoints: earlier, ...kept } = settings;
  const branchedFrom = { sessionId, turn };
  return {
    ...going,
    settings: { ...kept, isPreview: true, branchedFrom, ...(breakpoints && { breakpoints }) },
  };
}
