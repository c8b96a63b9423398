import {
  startSession,
  type Breakpoint,
  type Flow,
  type FlowDefinition,
  type StartFrom,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { newSessionId } from '../storage/newId.js';
import { previewShardKey } from '../storage/shardKeys.js';
import { claimPreview, trimPreviews } from '../storage/restrictedPreviews.js';
import { hashOf } from './effectJournal.js';
import type { ScopedIdempotency } from './idempotency.js';
import type { OpenTurn } from './openTurn.js';
import { withBreakpoints } from './pausedTurn.js';
import type { ChatPorts } from './ports.js';
import type { EffectOrigin } from '../integrations/effectOrigin.js';
import { openStart, optionsOf, type StartOptions } from './startChat.js';
import { startTurn } from './turn.js';

/** A request to start a preview; `definition` is the stored draft, or a flow that was sent along. */
export interface PreviewRequest extends StartOptions {
  readonly botId: string;
  readonly definition: FlowDefinition;
  /** The bot id in a flow that was sent along: the reply names the bot by it, so that the sender recognises its own bot. */
  readonly shownBotId?: string | undefined;
  readonly startFrom?: StartFrom | undefined;
  /** Where its turns pause; absent where it is not debugged. */
  readonly breakpoints?: readonly Breakpoint[] | undefined;
  /** What a restricted preview may use; absent for a preview that is not restricted. */
  readonly reach?: EffectOrigin['reach'];
  /** The address of the client, for which restricted previews are counted (`previewGate.ts`). */
  readonly clientAddress: string;
}

/** Starts a preview: no result, no check of the origin, the definition as it is now. */
export async function startPreview(ports: ChatPorts, request: PreviewRequest): Promise<ChatReply> {
  const { botId, reach, clientAddress } = request;
  const scope = `preview/${reach ?? 'all'}/${hashOf(botId)}`;
  const shardKey = await previewShardKey(ports.pool, botId, request.once?.key);
  const once = request.once && { ...request.once, scope, shardKeys: [shardKey] };
  const scoped = { ...request, once, shardKey };
  if (reach === undefined) {
    const load = async () =>
      openPreview(ports, scoped, {
        flow: await ports.flows.save(request.definition),
        sessionId: newSessionId(shardKey),
        isClaimed: false,
      });
    return startTurn(ports, { once, load });
  }
  return startTurn(ports, {
    once,
    load: () => loadRestricted(ports, scoped),
    gate: (work) => ports.previewGate(clientAddress, work),
  });
}

type ScopedRequest = Omit<PreviewRequest, 'once'> & {
  readonly once: ScopedIdempotency | undefined;
  readonly shardKey: string;
};

/** Loads a restricted preview. A flow that came with the request is stored for this preview alone, and deleted with it. */
async function loadRestricted(ports: ChatPorts, request: ScopedRequest): Promise<OpenTurn> {
  const { definition, startFrom, clientAddress: address, once, shardKey } = request;
  const sessionId = newSessionId(shardKey);
  const own = request.reach === 'nothing' ? ports.flows.makeOwn(definition) : undefined;
  const flow = own?.flow ?? (await ports.flows.save(definition));
  assertStart(flow, startFrom);
  await claimPreview(ports.pool, { sessionId, address, own, once });
  await trimPreviews(ports.pool);
  return openPreview(ports, request, { flow, sessionId, isClaimed: true });
}

interface PreviewPlace {
  readonly flow: Flow;
  readonly sessionId: string;
  readonly isClaimed: boolean;
}

function openPreview(
  ports: ChatPorts,
  request: ScopedRequest,
  { flow, sessionId, isClaimed }: PreviewPlace,
): OpenTurn {
  const { botId, startFrom, message, reach, breakpoints, shownBotId = botId } = request;
  assertStart(flow, startFrom);
  const first = { ...optionsOf(request), botId };
  // A turn that pauses keeps no results; only people who may read the bot make tests of its previews.
  const isReplayable = reach === undefined && breakpoints === undefined;
  const session = startSession({ ...first, flow, isPreview: true, reach, isReplayable });
  return openStart(ports, request, {
    sessionId,
    session: breakpoints ? withBreakpoints(session, breakpoints) : session,
    input: { type: 'start', message, at: startFrom },
    replayStart: isReplayable ? { ...first, flowId: flow.id } : undefined,
    start: { botId, resultId: null, isPreview: true, allowedOrigins: [], isClaimed },
    bot: { id: shownBotId, flow },
  });
}

/** Refuses a start that names no part of the flow. */
function assertStart(flow: Flow, startFrom: StartFrom | undefined): void {
  if (startFrom && !hasStart(flow, startFrom)) {
    const message = `The flow has no ${startFrom.type} with this id to start from`;
    throw new Failure('START_NOT_FOUND', message);
  }
}

function hasStart(flow: Flow, at: StartFrom): boolean {
  if (at.type === 'group') return flow.group(at.groupId) !== undefined;
  if (at.type === 'block') return flow.block(at.blockId) !== undefined;
  return flow.event(at.eventId) !== undefined;
}
