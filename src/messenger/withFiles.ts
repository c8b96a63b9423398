import { findUploadPlace } from '../chat/findUploadPlace.js';
import type { UserMessage } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { KeptUpload } from '../files/keepUpload.js';
import type { UploadPlace } from '../files/stageUpload.js';
import type { SentFile, StoredMessage } from '../schema/messengerConversation.js';
import type { Talk } from './talk.js';

/** How many milliseconds the files of a message may take together. */
const FETCHED_WITHIN = 90_000;

/**
 * A message whose files are stored as uploads of the chat, each named in the member that the waiting input reads. Files that the
 * input does not take, or that are gone, are left out. Rejects where another attempt may help.
 */
export async function withFiles(
  talk: Talk,
  sessionId: string,
  { files = [], ...message }: StoredMessage,
): Promise<UserMessage> {
  if (files.length === 0) return message;
  try {
    const place = await findUploadPlace(talk.chats, { sessionId, origin: undefined });
    return named(message, await keepAll(talk, place, files));
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'UPLOAD_REFUSED') throw error;
    return message;
  }
}

async function keepAll(
  talk: Talk,
  place: UploadPlace,
  files: readonly SentFile[],
): Promise<KeptUpload[]> {
  const abandoned = AbortSignal.any([talk.stopping, AbortSignal.timeout(FETCHED_WITHIN)]);
  const kept: KeptUpload[] = [];
  for (const file of files) {
    const opened = await talk.channel.openFile(file, abandoned).catch(orGiveUp(talk));
    if (!opened) continue;
    const { content, size } = opened;
    const { type = opened.type, name = 'file' } = file;
    try {
      kept.push(await talk.files.keepUpload(place, { name, type, size, content }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { credentialsId } = talk.taken;
      talk.log.warn({ credentialsId, why: error.message }, 'a file of a messenger is left out');
    }
  }
  return kept;
}

/** The number of attempts after which a file counts as gone: 360dialog gives a number no files for an hour after five that failed. */
const MOST_FETCHES = 4;

function orGiveUp({ taken, stopping, log }: Talk): (error: unknown) => undefined {
  return (error) => {
    const { attempt, credentialsId } = taken;
    if (stopping.aborted || attempt + 1 < MOST_FETCHES) throw error;
    log.warn({ credentialsId, err: error }, 'a file of a messenger is left out');
  };
}

/** A recording is a message of its own; the files of a file input are the answer; others go along with the text. */
function named(message: UserMessage, kept: readonly KeptUpload[]): UserMessage {
  const urlsOf = (sentAs: KeptUpload['sentAs']): string[] =>
    kept.filter((one) => one.sentAs === sentAs).map(({ url }) => url);
  const [audioUrl] = urlsOf('audioUrl');
  if (audioUrl !== undefined) return { audioUrl };
  const answer = urlsOf('text');
  if (answer.length > 0) return { text: answer.join(', ') };
  const attachedFileUrls = urlsOf('attachedFileUrls');
  const { text } = message;
  return attachedFileUrls.length > 0
    ? { ...message, text: text || attachedFileUrls.join(', '), attachedFileUrls }
    : message;
}
