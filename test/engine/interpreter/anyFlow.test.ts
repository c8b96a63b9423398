import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../../src/engine/interpreter/effect.js';
import { replyOf } from '../../../src/engine/reply/replyOf.js';
import { MAX_BLOCKS_PER_TURN } from '../../../src/engine/interpreter/walk.js';
import { answerOf } from '../../support/answerOf.js';
import { blocksByKind } from '../../support/anyBlock.js';
import { anyAnswer, anyFlow, anyFlowFrom, anySent } from '../../support/anyFlow.js';
import { chat } from '../../support/chat.js';
import { fc } from '../../support/properties.js';

const live = { isPreview: false, resultId: 'r' } as const;

describe.each([...blocksByKind()])(
  'a flow that begins with "%s", with any messages and any results of effects,',
  (_type, first) => {
    test('never throws, always ends, changes no argument, gives the same after a pass through JSON, and stays within its limits', () => {
      fc.assert(
        fc.property(
          anyFlowFrom('flow', first),
          anyFlow('other'),
          fc.array(anySent, { maxLength: 6 }),
          fc.record({
            answer: anyAnswer,
            isLive: fc.boolean(),
            isStreamEnabled: fc.boolean(),
            reach: fc.constantFrom(undefined, undefined, 'bots' as const, 'nothing' as const),
            // A turn of the server ends after 50; the engine alone ends it, too.
            mostEffects: fc.constantFrom(50, 50, 50, 50, Infinity),
          }),
          (flow, other, messages, { answer, isLive, mostEffects, ...options }) => {
            const turns = chat(flow, messages, {
              flows: [other],
              ...options,
              mostEffects,
              answer: (ask) => {
                if (options.reach) expectOnlyComputing(ask, options.reach);
                return isCode(ask) ? answerOf(ask) : answer;
              },
              ...(isLive && live),
            });
            for (const turn of turns) checkTurn(turn, isLive);
          },
        ),
        { numRuns: 3 },
      );
    });
  },
);

/** Expects a restricted preview to request only code, and linked bots where it may. */
function expectOnlyComputing(ask: Effect, reach: 'bots' | 'nothing'): void {
  const mayAsk = isCode(ask) || (reach === 'bots' && ask.kind === 'loadBot');
  const mayFetch = ask.kind === 'runScript' && ask.capabilities?.fetch === true;
  if (!mayAsk || mayFetch) throw new Error(`A restricted preview requests ${JSON.stringify(ask)}`);
}

function isCode({ kind }: Effect): boolean {
  return kind === 'evaluate' || kind === 'runScript';
}

function checkTurn(
  { events: happened, records, session, refusal }: ReturnType<typeof chat>[number],
  isLive: boolean,
): void {
  if (refusal) return expect([...happened, ...records]).toEqual([]);
  const { messages, progress = 0 } = replyOf(happened);
  expect(happened.at(-1)?.kind).toBe('turnEnd');
  expect(messages.length).toBeLessThanOrEqual(MAX_BLOCKS_PER_TURN);
  expect(progress >= 0 && progress <= 100).toBe(true);
  expect(session.progress ?? 0).toBeGreaterThanOrEqual(progress);
  expect(session).not.toHaveProperty('open');
  expect(records.some(({ kind }) => kind === 'saveResult')).toBe(isLive);
  const inputs = happened.filter(({ kind }) => kind === 'input' || kind === 'heard');
  const waiting = happened.filter(
    (event) => event.kind === 'action' && event.action.expectsDedicatedReply,
  );
  expect(waiting.length).toBeLessThanOrEqual(1);
  if (waiting.length === 1) expect(inputs.at(-1)?.kind).not.toBe('input');
}
