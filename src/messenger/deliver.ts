import { setTimeout } from 'node:timers/promises';
import { continueChat } from '../chat/turn.js';
import { Failure } from '../errors/errors.js';
import { EVENTS_PER_PAGE, readEvents } from '../storage/events.js';
import { noteSent } from '../storage/messenger.js';
import type { ChannelMessage, ChannelStep } from './channelMessage.js';
import { stepsOf } from './outbound.js';
import { sendMessage } from './sendMessage.js';
import { LeaseLost, NO_ADDRESS, onceOf, type Talk } from './talk.js';

/** How many pages of events are sent before a waiting message is looked at. */
const MOST_PAGES = 50;

/**
 * Sends what a chat said since the last event that was sent. Each event is noted once it is sent, so that after a crash at most
 * the messages of one event are sent again, with the same ids.
 */
export async function deliver(talk: Talk): Promise<void> {
  for (let page = 0; page < MOST_PAGES && talk.sessionId !== null; page += 1) {
    const { pool, sentSeq: after, sessionId } = talk;
    const events = await readEvents(pool, sessionId, { after, limit: EVENTS_PER_PAGE });
    const last = events.at(-1);
    if (!last) return;
    const steps = stepsOf(events, talk.settings?.selectLabel ?? 'Select');
    for (const [index, step] of steps.entries()) {
      await take(talk, steps, index);
      if (steps[index + 1]?.through !== step.through) await note(talk, step.through);
    }
    await note(talk, last.seq);
  }
}

async function note(talk: Talk, seq: number): Promise<void> {
  if (seq <= talk.sentSeq) return;
  if (!(await noteSent(talk.pool, talk.taken, seq))) throw new LeaseLost();
  talk.sentSeq = seq;
}

async function take(talk: Talk, steps: readonly ChannelStep[], index: number): Promise<void> {
  const step = steps[index];
  talk.stopping.throwIfAborted();
  if (!step) return;
  const { action, through } = step;
  switch (action.do) {
    case 'send':
      if (index > 0) await rest(talk, typingSeconds(talk, action.message));
      return sendMessage(talk, action.message, placeOf(talk, steps, index));
    case 'wait':
      return rest(talk, action.seconds);
    case 'continue':
      return goOn(talk, `after the wait ${through}`);
  }
}

/** Where a message stands in its chat. */
function placeOf({ sessionId }: Talk, steps: readonly ChannelStep[], index: number): string {
  const through = steps[index]?.through;
  const first = steps.findIndex((step) => step.through === through);
  return `${sessionId} ${through} ${index - first}`;
}

async function rest({ stopping }: Talk, seconds: number): Promise<void> {
  if (seconds > 0) await setTimeout(seconds * 1_000, undefined, { signal: stopping });
}

/** How long the bot seems to type a text. */
function typingSeconds({ settings }: Talk, message: ChannelMessage): number {
  if (!settings?.typing || !('text' in message)) return 0;
  const { wordsPerMinute, mostSeconds } = settings.typing;
  const words = message.text.split(/\s+/).length;
  return Math.min(wordsPerMinute > 0 ? (words / wordsPerMinute) * 60 : 0, mostSeconds, 10);
}

/** The chat goes on after a wait that its client reports; one that is over, or paused, does not. */
async function goOn({ chats, sessionId, isOver }: Talk, what: string): Promise<void> {
  if (sessionId === null || isOver) return;
  try {
    await continueChat(chats, { sessionId, once: onceOf(what), clientAddress: NO_ADDRESS });
  } catch (error) {
    if (!(error instanceof Failure) || error.reason === 'TURN_CONFLICT') throw error;
  }
}
