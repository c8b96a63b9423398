import { continueChat } from '../chat/turn.js';
import { Failure } from '../errors/errors.js';
import type { ConversationSettings } from '../schema/messengerConversation.js';
import { EVENTS_PER_PAGE, readEvents } from '../storage/events.js';
import { noteSent, type SentPlace } from '../storage/messenger.js';
import type { ChannelMessage, ChannelStep } from './channelMessage.js';
import { stepsOf } from './outbound.js';
import { sendMessage } from './sendMessage.js';
import { LeaseLost, NO_ADDRESS, onceOf, type Talk } from './talk.js';

/** The most pages of events that are sent before a waiting message is handled. */
const MOST_PAGES = 50;

/**
 * Sends what a chat said since the last event that was sent. Progress is stored after each message, so that after a crash at most one
 * message is sent again, with the same id.
 */
export async function deliver(talk: Talk): Promise<void> {
  for (let page = 0; page < MOST_PAGES && talk.sessionId !== null; page += 1) {
    const { pool, sentSeq: after, sessionId } = talk;
    const events = await readEvents(pool, sessionId, { after, limit: EVENTS_PER_PAGE });
    const last = events.at(-1);
    if (!last) return;
    const steps = stepsOf(events, talk.settings?.selectLabel ?? 'Select');
    const isFirst = (index: number) => after === 0 && index === 0;
    for (const [index, step] of steps.entries()) {
      // Skips what was sent of the first event before delivery was interrupted in a pause.
      if (step.through === steps[0]?.through && index < talk.sentPart) continue;
      await take(talk, step, { part: partOf(steps, index), isFirst: isFirst(index), index });
      await noteStep(talk, steps, index);
    }
    await note(talk, { seq: last.seq, part: 0 });
  }
}

/** The position of a step among those of its event, from 0. */
function partOf(steps: readonly ChannelStep[], index: number): number {
  const through = steps[index]?.through;
  return index - steps.findIndex((step) => step.through === through);
}

async function noteStep(talk: Talk, steps: readonly ChannelStep[], index: number): Promise<void> {
  const through = steps[index]?.through ?? 0;
  const isLast = steps[index + 1]?.through !== through;
  await note(
    talk,
    isLast ? { seq: through, part: 0 } : { seq: talk.sentSeq, part: partOf(steps, index) + 1 },
  );
}

async function note(talk: Talk, { seq, part }: SentPlace): Promise<void> {
  if (seq === talk.sentSeq && part === talk.sentPart) return;
  if (!(await noteSent(talk.pool, talk.taken, { seq, part }))) throw new LeaseLost();
  talk.sentSeq = seq;
  talk.sentPart = part;
}

interface Place {
  readonly part: number;
  /** Whether it is the first of its chat. */
  readonly isFirst: boolean;
  /** Its index among the steps that are sent together. */
  readonly index: number;
}

async function take(talk: Talk, { action, through }: ChannelStep, place: Place): Promise<void> {
  talk.stopping.throwIfAborted();
  switch (action.do) {
    case 'send':
      await rest(talk, pauseBefore(talk, action.message, place));
      return sendMessage(talk, action.message, [talk.sessionId, through, place.part].join(' '));
    case 'wait':
      return rest(talk, action.seconds);
    case 'continue':
      return resumeChat(talk, `after the wait ${through}`);
  }
}

async function rest(talk: Talk, seconds: number): Promise<void> {
  if (seconds > 0) await talk.rest(seconds);
}

/** The longest pause before a message, in seconds. */
const LONGEST_PAUSE = 10;

/** The pause before a message, in seconds: the bot seems to type a text, and pauses between two messages. */
function pauseBefore(
  { settings }: Talk,
  message: ChannelMessage,
  { isFirst, index }: Place,
): number {
  const between = index > 0 ? (settings?.between ?? 0) : 0;
  return Math.min(between + typingSeconds(settings, message, isFirst), LONGEST_PAUSE);
}

function typingSeconds(
  settings: ConversationSettings | null,
  message: ChannelMessage,
  isFirst: boolean,
): number {
  if (!settings?.typing || !('text' in message)) return 0;
  const { wordsPerMinute, mostSeconds, isFirstToo = false } = settings.typing;
  if (isFirst && !isFirstToo) return 0;
  const words = message.text.split(/\s+/).length;
  return Math.min((words / Math.max(wordsPerMinute, 1)) * 60, mostSeconds);
}

/** Continues the chat after a wait that its client would report; not a chat that is over or paused. */
async function resumeChat({ chats, sessionId, isOver }: Talk, key: string): Promise<void> {
  if (sessionId === null || isOver) return;
  try {
    await continueChat(chats, { sessionId, once: onceOf(key), clientAddress: NO_ADDRESS });
  } catch (error) {
    if (!(error instanceof Failure) || error.reason === 'TURN_CONFLICT') throw error;
  }
}
