import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { EffectResult, HandledEffect } from '../../src/engine/index.js';
import { replayChat } from '../../src/simulation/replayChat.js';
import { anyAnswer, anyFlow, anySent } from '../support/anyFlow.js';
import { answerOf } from '../support/answerOf.js';
import { loadedBot, messageInput } from '../support/chat.js';
import { keptChat, targetOf, type KeptPlay } from '../support/keptChats.js';
import { exampleFlow, exampleNames, TEXTS } from '../support/playExample.js';
import { fc } from '../support/properties.js';
import { readChat } from '../support/readChat.js';

const SAME = { outcome: 'SAME' };

/** The outcome of a chat that is replayed with its own flow, for which no code is run again. */
async function outcomeOf(play: KeptPlay): Promise<unknown> {
  const target = targetOf(play.flow, play.flows);
  const chat = await keptChat(play);
  // A chat whose first turn is refused does not begin.
  if (chat.turns.length === 0) return SAME;
  const outcome = await replayChat(target, chat);
  expect(target.codeRun).toEqual([]);
  return outcome;
}

const transcripts = new URL('../transcripts/', import.meta.url);
/** The service of this conversation answers with a secret, which is not kept. */
const SECRETIVE = 'logs-in-a-live-chat.chat';

const names = readdirSync(transcripts).filter((name) => name.endsWith('.chat'));

test.each(names)('the conversation of %s goes the same way again', async (name) => {
  const conversation = readChat(readFileSync(new URL(name, transcripts), 'utf8'));
  const { flow, messages } = conversation;
  const {
    firstMessage,
    at,
    isOnlyRegistered,
    flows = [],
    answer = answerOf,
    ...options
  } = conversation.options;
  const start = {
    timeZone: options.timeZone,
    messenger: options.messenger,
    prefilledVariables: options.prefilledVariables,
    remembered: options.remembered,
    isStreamEnabled: options.isStreamEnabled ?? false,
  };
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  const begun = isOnlyRegistered ? [] : [{ type: 'start', at, message } as const];
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  const play = {
    ...{ flow, flows, start },
    inputs: [...begun, ...messages.map(messageInput)],
    answer: (effect: HandledEffect) => loadedBot(effect, known) ?? answer(effect),
  };
  const expected = name === SECRETIVE ? { outcome: 'UNKNOWN', reason: 'NOT_KEPT' } : SAME;
  expect(await outcomeOf(play)).toMatchObject(expected);
});

test.each(exampleNames)(
  'a visitor of the example %s would receive the same again',
  async (name) => {
    const flow = exampleFlow(name);
    const picks = fc.array(fc.constantFrom(...TEXTS), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(picks, anyAnswer, async (texts, result) => {
        const inputs = [
          { type: 'start' } as const,
          ...texts.map((text) => ({ type: 'message', message: { text } }) as const),
        ];
        const answer = (effect: HandledEffect) =>
          effect.kind === 'evaluate' ? answerOf(effect) : result;
        expect(await outcomeOf({ flow, inputs, answer })).toEqual(SAME);
      }),
      { numRuns: 30 },
    );
  },
);

test('chats of any flows go the same way again', async () => {
  const chat = fc.record({
    sent: fc.array(anySent, { maxLength: 3 }),
    results: fc.array(anyAnswer, { minLength: 1, maxLength: 3 }),
  });
  // Flows take longer to make than chats.
  const chats = fc.array(chat, { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyFlow('flow'), anyFlow('other'), chats, async (flow, other, played) => {
      const known = new Map([flow, other].map((one) => [one.id, one]));
      for (const { sent, results } of played) {
        let count = 0;
        const answer = (effect: HandledEffect): EffectResult => {
          // In turn, so that a result which is given to another effect shows.
          count += 1;
          const result = results[count % results.length];
          return loadedBot(effect, known) ?? result ?? { ok: true };
        };
        const inputs = [{ type: 'start' } as const, ...sent.map(messageInput)];
        expect(await outcomeOf({ flow, flows: [other], inputs, answer })).toEqual(SAME);
      }
    }),
    { numRuns: 100 },
  );
});
