import { startSession, type Flow, type FlowDefinition, type StartFrom } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { newSessionId } from '../storage/newId.js';
import { claimPreview, trimPreviews } from '../storage/restrictedPreviews.js';
import { hashOf } from './effectJournal.js';
import { runOnce, type ScopedIdempotency } from './idempotency.js';
import type { ChatPorts } from './ports.js';
import { registerAndRun, type StartOptions } from './startChat.js';

/** What starts a preview: the definition to run, which is that of the stored draft or one sent along. */
export interface PreviewInput extends StartOptions {
  readonly botId: string;
  readonly definition: FlowDefinition;
  /** The id in a flow sent along: the reply calls the bot by it, so that the sender recognises its own bot. */
  readonly shownBotId?: string | undefined;
  readonly startFrom?: StartFrom | undefined;
  /** What a restricted preview may use of the workspace; absent for a preview that is not restricted. */
  readonly reach?: 'bots' | 'nothing' | undefined;
  /** The address of the client, for which restricted previews are counted (`previewGate.ts`). */
  readonly clientAddress: string;
}

/** Starts a preview: no result, no origin check, the definition as it is now. */
export async function startPreview(ports: ChatPorts, input: PreviewInput): Promise<ChatReply> {
  const { botId, reach = 'all' } = input;
  const once = input.once && { ...input.once, scope: `preview/${reach}/${hashOf(botId)}` };
  const asked = { ...input, once };
  if (input.reach === undefined) {
    return runOnce(ports, once, async () =>
      begin(ports, asked, { flow: await ports.flows.save(input.definition) }),
    );
  }
  return runOnce(ports, once, () =>
    ports.previewGate(input.clientAddress, () => beginRestricted(ports, asked)),
  );
}

type Asked = Omit<PreviewInput, 'once'> & { readonly once: ScopedIdempotency | undefined };

/** Starts a restricted preview. A flow that came with the request is stored for it alone, and deleted with it. */
async function beginRestricted(ports: ChatPorts, asked: Asked): Promise<ChatReply | undefined> {
  const { definition, startFrom, clientAddress: address, once } = asked;
  const sessionId = newSessionId();
  const own = asked.reach === 'nothing' ? ports.flows.makeOwn(definition) : undefined;
  const flow = own?.flow ?? (await ports.flows.save(definition));
  assertStart(flow, startFrom);
  await claimPreview(ports.pool, { sessionId, address, own, once });
  await trimPreviews(ports.pool);
  return begin(ports, asked, { flow, sessionId });
}

async function begin(
  ports: ChatPorts,
  input: Asked,
  { flow, sessionId }: { readonly flow: Flow; readonly sessionId?: string },
): Promise<ChatReply | undefined> {
  assertStart(flow, input.startFrom);
  const session = startSession({
    flow,
    botId: input.botId,
    isPreview: true,
    isStreamEnabled: input.isStreamEnabled,
    timeZone: input.timeZone,
    reach: input.reach,
    ...(input.prefilledVariables && { prefilledVariables: input.prefilledVariables }),
  });
  return registerAndRun(ports, {
    ...(sessionId !== undefined && { sessionId }),
    flow,
    session,
    options: input,
    once: input.once,
    shownBotId: input.shownBotId,
    stepInput: { type: 'start', message: input.message, at: input.startFrom },
    start: {
      botId: input.botId,
      resultId: null,
      isPreview: true,
      allowedOrigins: [],
      isClaimed: sessionId !== undefined,
    },
  });
}

/** A start that names no group or event of the flow is the caller's mistake. */
function assertStart(flow: Flow, startFrom: StartFrom | undefined): void {
  if (startFrom?.type === 'group' && !flow.group(startFrom.groupId)) {
    throw new Failure('START_NOT_FOUND', 'The flow has no group with this id to start from');
  }
  if (startFrom?.type === 'event' && !flow.event(startFrom.eventId)) {
    throw new Failure('START_NOT_FOUND', 'The flow has no event with this id to start from');
  }
}
