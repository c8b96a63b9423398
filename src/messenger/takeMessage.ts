import { findUploadPlace, type UploadPlace } from '../chat/uploads.js';
import { CLOSED, closedTextOf, startChat } from '../chat/startChat.js';
import { continueChat } from '../chat/turn.js';
import type { Flow, InputRequest, Settings, UserMessage } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { FailureReason } from '../errors/failures.js';
import { outageIn } from '../errors/outage.js';
import type { KeptUpload } from '../files/keepUpload.js';
import { openSearch } from '../integrations/search.js';
import type {
  ConversationSettings,
  SentFile,
  StoredMessage,
} from '../schema/messengerConversation.js';
import { EVENTS_PER_PAGE, readEvents } from '../storage/events.js';
import { findMessengerBots, noteHeard, type WaitingMessage } from '../storage/messenger.js';
import { chosenByNumber } from './channelInput.js';
import { textsOf } from './channelText.js';
import { sendMessage } from './sendMessage.js';
import { botFor } from './startCondition.js';
import { isHopeless, LeaseLost, NO_ADDRESS, onceOf, type Talk } from './talk.js';

/** Handles a message: in the open chat, else in a new one of the bot that it starts, else in none. */
export async function takeMessage(talk: Talk, waiting: WaitingMessage): Promise<void> {
  const { pool, taken } = talk;
  try {
    if (!(await continueOpen(talk, waiting))) await start(talk, waiting);
  } catch (error) {
    if (!(error instanceof Failure) && (outageIn(error) || !isHopeless(talk))) throw error;
    if (error instanceof Failure && error.reason === 'TURN_CONFLICT') throw error;
    talk.log.warn({ credentialsId: taken.credentialsId, err: error }, 'a message is left out');
  }
  const { sessionId, sentSeq, settings, isToldClosed } = talk;
  const heard = { messageId: waiting.id, sessionId, sentSeq, settings, isToldClosed };
  if (!(await noteHeard(pool, taken, heard))) throw new LeaseLost();
}

/** Failures after which another chat is started. */
const IS_OVER: readonly FailureReason[] = ['SESSION_NOT_FOUND', 'SESSION_ENDED', 'SESSION_EXPIRED'];

/** Continues the open chat; false where there is none. */
async function continueOpen(talk: Talk, { id, message }: WaitingMessage): Promise<boolean> {
  const { sessionId, chats } = talk;
  if (sessionId === null || talk.isOver) return false;
  const once = onceOf(id);
  try {
    const reply = await withChoices(talk, sessionId, await withFiles(talk, sessionId, message));
    await continueChat(chats, { sessionId, message: reply, once, clientAddress: NO_ADDRESS });
    return true;
  } catch (error) {
    if (error instanceof Failure && IS_OVER.includes(error.reason)) return false;
    throw error;
  }
}

/** How many events before the last one are searched for the waiting input. */
const NEAR = 30;

/** The message, with its numbers replaced by the items that they select. */
async function withChoices(
  { pool, sentSeq }: Talk,
  sessionId: string,
  message: UserMessage,
): Promise<UserMessage> {
  if (message.text === undefined || !/^[\d\s,;]+$/.test(message.text)) return message;
  const near = { after: Math.max(0, sentSeq - NEAR), limit: EVENTS_PER_PAGE };
  const events = await readEvents(pool, sessionId, near);
  const inputs = events.flatMap(({ event }): InputRequest[] =>
    event.kind === 'input' ? [event.input] : [],
  );
  const chosen = chosenByNumber(inputs.at(-1), message.text);
  return chosen === undefined ? message : { ...message, text: chosen };
}

/** Starts a chat of the bot that the message is for; a closed bot sends its notice instead. */
async function start(talk: Talk, waiting: WaitingMessage): Promise<void> {
  const { taken } = talk;
  const wasCutOff = taken.isBotGone && talk.sessionId === taken.sessionId;
  talk.sessionId = null;
  talk.sentSeq = 0;
  talk.sentPart = 0;
  const bot = await findBot(talk, waiting);
  if (!bot) return wasCutOff ? sayClosed(talk, waiting, talk.settings?.closedText) : undefined;
  try {
    talk.sessionId = await begin(talk, waiting, bot.publicId);
  } catch (error) {
    if (!(error instanceof Failure) || !IS_CLOSED.includes(error.reason)) throw error;
    return sayClosed(talk, waiting, error.message);
  }
  talk.settings = settingsOf(bot.flow);
  talk.isToldClosed = false;
  talk.isOver = false;
}

/** Failures of a bot that takes no chats; their message is the notice of the bot. */
const IS_CLOSED: readonly FailureReason[] = ['BOT_CLOSED', 'WORKSPACE_SUSPENDED'];

/** Sends the notice of a closed bot, once a day: two programs that answer each other would never stop. */
async function sayClosed(talk: Talk, { id }: WaitingMessage, text = CLOSED): Promise<void> {
  if (talk.isToldClosed) return;
  talk.isToldClosed = true;
  for (const [index, message] of textsOf(text).entries()) {
    await sendMessage(talk, message, `closed ${talk.taken.id} ${id} ${index}`);
  }
}

async function findBot(talk: Talk, { message }: WaitingMessage) {
  const { pool, chats, taken } = talk;
  const rows = await findMessengerBots(pool, taken);
  const bots = await Promise.all(
    rows.map(async ({ botId, publicId, flowId }) => {
      const flow = await chats.flows.load(flowId);
      return { botId, publicId, flow, channel: flow.definition.settings.messengerChannel };
    }),
  );
  return botFor(bots, {
    text: message.text,
    searchOf: ({ botId }) => openSearch(talk.code, `${botId}/${taken.id}`),
  });
}

async function begin(
  { chats, taken }: Talk,
  { id, message: whole }: WaitingMessage,
  publicId: string,
): Promise<string> {
  // No input waits yet that could say which files it takes.
  const { files: _files, ...message } = whole;
  const options = { message, isStreamEnabled: false, isOnlyRegistering: false };
  const once = onceOf(`${taken.id} ${id}`);
  const reply = await startChat(chats, { ...options, publicId, messenger: taken.contact, once });
  return reply.sessionId;
}

/** Hours without a message after which another chat begins. */
const EXPIRES_AFTER = 4;

/** The settings of its bot that a conversation keeps, with defaults for those that are absent. */
function settingsOf(flow: Flow): ConversationSettings {
  const { messengerChannel, general, typingEmulation } = flow.definition.settings;
  return {
    hours: messengerChannel?.sessionExpiryTimeout ?? EXPIRES_AFTER,
    selectLabel: general?.systemMessages?.messengerPictureChoiceSelectLabel || 'Select',
    closedText: closedTextOf(flow),
    typing: typingOf(flow.definition.settings),
    between: typingEmulation?.delayBetweenBubbles,
  };
}

function typingOf({ general, typingEmulation = {} }: Settings): ConversationSettings['typing'] {
  const { enabled, speed = 400, maxDelay = 3, isDisabledOnFirstMessage } = typingEmulation;
  const isOn = enabled ?? general?.isTypingEmulationEnabled ?? true;
  const isFirstToo = isDisabledOnFirstMessage === false;
  return isOn ? { wordsPerMinute: speed, mostSeconds: maxDelay, isFirstToo } : undefined;
}

/** The time limit for all files of a message, in milliseconds. */
const FETCHED_WITHIN = 90_000;

/**
 * The message, with its files stored as uploads of the chat, each in the member that the waiting input reads. Files that the input does not
 * take, or that are gone, are left out. Rejects where another attempt may help.
 */
async function withFiles(
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

/** The number of attempts after which a file counts as gone: after five failures, 360dialog gives a number no files for an hour. */
const MOST_FETCHES = 4;

function orGiveUp({ taken, stopping, log }: Talk): (error: unknown) => undefined {
  return (error) => {
    const { attempt, credentialsId } = taken;
    if (stopping.aborted || attempt + 1 < MOST_FETCHES) throw error;
    log.warn({ credentialsId, err: error }, 'a file of a messenger is left out');
  };
}

/**
 * Adds uploads to a message. A recording is a message of its own; the files of a file input are the answer; others go along with the text.
 */
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
