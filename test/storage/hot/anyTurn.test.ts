import { describe, expect, test } from '@jest/globals';
import { recordsOf } from '../../../src/chat/records.js';
import type { JsonRecord } from '../../../src/engine/documents/jsonRecord.js';
import type { Session, StepResult } from '../../../src/engine/index.js';
import { openTurnWriter, type TurnWriter } from '../../../src/storage/hot/turnWriter.js';
import type { TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { answerOf } from '../../support/answerOf.js';
import { anyBlock, IDS } from '../../support/anyBlock.js';
import { anyAnswer, anyFlow, anyFlowFrom, anySent } from '../../support/anyFlow.js';
import { playOnce, type Sent } from '../../support/chat.js';
import { fc } from '../../support/properties.js';
import { useStorage } from '../../support/database.js';
import { writeOf } from '../../support/writtenChats.js';

const own = useStorage();
const live = { isPreview: false, resultId: 'res' } as const;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Blocks that lead to other bots and back, with some questions. */
const stations = {
  'a link to a bot': fc.record({
    id: fc.constantFrom('b1', 'b2', 'b3'),
    type: fc.constant('Bot link'),
    outgoingEdgeId: fc.option(fc.constantFrom(...IDS.edges), { nil: undefined }),
    options: fc.record({
      botId: fc.constantFrom('flow', 'other', 'third', 'current', 'gone'),
      mergeResults: fc.boolean(),
      groupId: fc.constantFrom(undefined, undefined, ...IDS.groups),
    }),
  }),
  'a jump': fc.record({
    id: fc.constant('jump'),
    type: fc.constant('Jump'),
    options: fc.record({ groupId: fc.constantFrom(...IDS.groups) }),
  }),
  'a return': fc.constant({ id: 'return', type: 'Return' }),
  'a question': fc.record({
    id: fc.constant('ask'),
    type: fc.constant('text input'),
    options: fc.record({ variableId: fc.constantFrom(...IDS.variables) }),
  }),
  'a value of the client': fc.constant({
    id: 'client',
    type: 'Set variable',
    options: { variableId: 'vX', expressionToEvaluate: '1', isExecutedOnClient: true },
  }),
  'a request by the client': fc.constant({
    id: 'request',
    type: 'Webhook',
    options: {
      isExecutedOnClient: true,
      isCustomBody: true,
      webhook: { url: 'https://example.com', body: '{{X}}' },
    },
  }),
};
const anyStation = fc.oneof(...Object.values(stations));

const anyStrange = fc.oneof(
  anySent,
  fc.constantFrom<Sent>('a\0b', '\ud800', `"\\u0000"`, nested(40_000), `{"a":${nested(9_000)}}`),
);

/** Three bots, the first of which begins with a given block. */
const anyBots = (first: fc.Arbitrary<JsonRecord>) =>
  fc.oneof(
    ...[anyStation, fc.oneof(anyStation, anyBlock)].map((block) =>
      fc.tuple(anyFlowFrom('flow', first, block), anyFlow('other', block), anyFlow('third', block)),
    ),
  );

/** Writes the turns of a chat as the server does, and returns the result records of each. */
async function writeAll(played: readonly StepResult[]): Promise<void> {
  const turns = openTurnWriter(own.storage.pool);
  const sessionId = newSessionId('abc');
  let before: Session | undefined;
  let firstSeq = 1;
  const taken = played.filter(({ refusal }) => !refusal);
  for (const [index, turn] of taken.entries()) {
    const write = {
      sessionId,
      turn: index + 1,
      firstSeq,
      at: Date.now(),
      ...recordsOf(turn, before && { session: before, waited: index * 700 }),
    };
    const guarded = { write, guard: { fence: 0 }, start: before ? undefined : start };
    // The start of another chat is being written meanwhile, so this turn is written together with the start of a third.
    const [, isWritten] = await Promise.all([
      startAnother(turns),
      turns.write(guarded),
      startAnother(turns),
    ]);
    expect(isWritten).toBe(true);
    await expectLastWords(turn, write);
    if (write.isEnded) return;
    before = turn.session;
    firstSeq += turn.events.length;
  }
}

function startAnother(turns: TurnWriter): Promise<boolean> {
  return turns.write({ write: writeOf(newSessionId('abc'), 1), guard: { fence: 0 }, start });
}

const start = { botId: 'bot', resultId: live.resultId, isPreview: false, allowedOrigins: [] };

/** Expects each result's row to have the last state that the turn recorded. */
async function expectLastWords({ records }: StepResult, { results }: TurnWrite): Promise<void> {
  const told = records.flatMap((tell) => (tell.kind === 'saveResult' ? [tell] : []));
  const last = new Map(told.map((tell) => [tell.resultId, tell]));
  expect(results).toEqual([...last.values()]);
  const { rows } = await own.storage.pool.query<{ id: string; count: number }>(
    'select id, json_array_length(variables) as count from result where id = any($1)',
    [[...last.keys()]],
  );
  const counted = [...last].map(([id, { variables }]) => ({ id, count: variables.length }));
  expect(rows.toSorted(byId)).toEqual(counted.toSorted(byId));
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

describe.each(Object.entries(stations))(
  'for any flows that begin with %s, any messages and results of effects',
  (_name, first) => {
    test('each turn of a chat can be written, with the last state of each result', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyBots(first),
          fc.array(anyStrange, { maxLength: 5 }),
          anyAnswer,
          async ([flow, ...flows], messages, answer) => {
            const isCode = (kind: string) => kind === 'evaluate' || kind === 'runScript';
            await writeAll(
              playOnce(flow, messages, {
                ...live,
                flows,
                answer: (ask) => (isCode(ask.kind) ? answerOf(ask) : answer),
              }),
            );
          },
        ),
        { numRuns: 20 },
      );
    });
  },
);
