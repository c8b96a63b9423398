import {
  findPosition,
  upgradeSession,
  uploadRulesOf,
  type Session,
  type UploadRule,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatOwner } from '../storage/files.js';
import { assertOpen, assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';

/** The block at which a chat waits for files, and which files it takes. */
export interface UploadPlace extends ChatOwner {
  readonly blockId: string;
  readonly rules: readonly UploadRule[];
  /** The address of the client that uploads; absent where a messenger does. */
  readonly clientAddress?: string | undefined;
}

/** A request to upload a file to a chat. */
export interface UploadRequest {
  readonly sessionId: string;
  /** The block that the client shows, if it names one. */
  readonly blockId?: string | undefined;
  readonly origin: string | undefined;
}

/**
 * The block at which a chat waits for files, or where it was taken over by a person. Fails with `UPLOAD_REFUSED` when it waits for none, or
 * at another block; otherwise as continuing the chat would.
 */
export async function findUploadPlace(
  ports: ChatPorts,
  { sessionId, blockId, origin }: UploadRequest,
): Promise<UploadPlace> {
  const chat = await findChat(ports, { sessionId, once: undefined });
  assertOrigin(chat.allowedOrigins, origin);
  assertOpen(ports, chat);
  const session = upgradeSession(chat.state);
  const found = session.isPaused ? placeForAgents(session) : await findInput(ports, session);
  const isElsewhere = blockId !== undefined && blockId !== found?.blockId && !session.isPaused;
  if (!found || isElsewhere) throw notExpected();
  return { ...found, sessionId };
}

type Found = Omit<UploadPlace, 'sessionId' | 'clientAddress'>;

/** Files of any type, which go along with a text. */
const ANY_FILE: UploadRule = { visibility: 'Auto', sentAs: 'attachedFileUrls' };

/** While a person answers in place of the bot, both may send files, whatever the chat waits for. */
function placeForAgents({ stack, at }: Session): Found | undefined {
  const frame = stack.at(-1);
  if (!frame) return undefined;
  const { botId, resultId } = frame;
  return { botId, resultId, blockId: at?.blockId ?? '', rules: [ANY_FILE] };
}

async function findInput(
  { flows }: ChatPorts,
  { stack, at, settings }: Session,
): Promise<Found | undefined> {
  const frame = stack.at(-1);
  // A flow that a stranger sent with a request belongs to no bot of ours.
  if (!frame || !at || settings.reach === 'nothing') return undefined;
  const { flowId, botId, resultId } = frame;
  const place = findPosition(await flows.load(flowId), at);
  const rules = place ? uploadRulesOf(place.block) : [];
  return place && rules.length > 0
    ? { blockId: place.block.id, botId, resultId, rules }
    : undefined;
}

function notExpected(): Failure {
  return new Failure('UPLOAD_REFUSED', 'This chat does not wait for a file there');
}
