import { botTestSchema } from '../engine/index.js';
import type { Masked } from './maskAnswers.js';
import { playRecording, type Attempt, type RecordedTest } from './playRecording.js';
import { startOf, unrecordable } from './recordedStart.js';
import type { KeptChat } from './replayChat.js';
import { runTest } from './runTest.js';
import type { SimulatedBot } from './simulatedBot.js';

/** A chat that took place, of which a test is to be written. */
export interface Recording extends Pick<Attempt, 'name' | 'isPreview'> {
  readonly chat: KeptChat;
  /** What is replaced: the first with which the chat goes the same way. */
  readonly masked: readonly Masked[];
}

/** Seeds that are tried where a chat depends on chance. */
const MAX_SEEDS = 20;

/**
 * Writes a chat that took place as a test, by having it again as a visitor of the test would: its answers, stubs for what services
 * answered, and what the flow says to that. The test passes with the flow of the bot. Fails with `CHAT_NOT_RECORDABLE` where the chat
 * does not go the same way in a test.
 */
export async function recordTest(
  bot: SimulatedBot,
  { chat, masked: all, ...attempt }: Recording,
): Promise<RecordedTest> {
  startOf(chat);
  let reason: string | undefined;
  const seeds = isByChance(bot) ? MAX_SEEDS : 1;
  for (const masked of all) {
    for (let number = 1; number <= seeds; number += 1) {
      const seed = String(number);
      const played = await playRecording(bot, chat, { ...attempt, masked, seed });
      if (bot.isOver()) throw unrecordable(LATE);
      if (typeof played !== 'string') return checked(bot, played);
      reason ??= played;
    }
  }
  throw unrecordable(reason ?? '');
}

const LATE = 'It takes too long';

/** Whether random numbers may decide about the chats of a flow. */
function isByChance({ flow }: SimulatedBot): boolean {
  return /"AB test"|random/i.test(JSON.stringify(flow.definition.groups));
}

/** A test that is as tests must be, and passes. */
async function checked(bot: SimulatedBot, { test, notes }: RecordedTest): Promise<RecordedTest> {
  const { data, error } = botTestSchema.safeParse(test);
  if (!data) throw unrecordable(`It would be too large: ${error.issues[0]?.message ?? ''}`);
  const { outcome, failure } = await runTest(bot, data);
  if (outcome === 'NOT_RUN') throw unrecordable(LATE);
  if (failure) throw unrecordable(`It would not pass: step ${failure.step}: ${failure.message}`);
  return { test: data, notes };
}
