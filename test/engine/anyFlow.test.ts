import { describe, expect, test } from '@jest/globals';
import { frozen } from '../../src/engine/frozen.js';
import { KINDS } from '../../src/engine/blocks/index.js';
import type { Answer, Ask } from '../../src/engine/effect.js';
import { compileFlow, flowDefinitionSchema, type Flow } from '../../src/engine/flow.js';
import type { JsonRecord } from '../../src/engine/jsonRecord.js';
import { replyOf } from '../../src/engine/replyOf.js';
import { MAX_BLOCKS_PER_TURN } from '../../src/engine/walk.js';
import { answerOf } from '../support/answerOf.js';
import { anyBlock, IDS } from '../support/anyBlock.js';
import { chat, type Sent } from '../support/chat.js';
import { fc } from '../support/properties.js';

const place = { x: 0, y: 0 };
const edgeIds = fc.option(fc.constantFrom(...IDS.edges), { nil: undefined });
const events = fc.record({ reply: edgeIds, invalidReply: edgeIds, command: edgeIds });

/** A flow whose first group asks something now and then, so that most do not spin. */
const anyFlow = (id: string) =>
  fc
    .tuple(fc.array(fc.array(anyBlock, { maxLength: 4 }), { minLength: 4, maxLength: 4 }), events)
    .map(([blocks, calls]) => flowOf(id, blocks, calls));

function flowOf(
  id: string,
  blocks: JsonRecord[][],
  calls: Record<string, string | undefined>,
): Flow {
  const definition = {
    version: '6',
    events: [
      { id: 'start', type: 'start', graphCoordinates: place, outgoingEdgeId: 'toA' },
      ...Object.entries(calls).map(([type, outgoingEdgeId]) => ({
        id: type,
        type,
        graphCoordinates: place,
        ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
        options: { command: 'help', contentVariableId: 'vX' },
      })),
    ],
    groups: IDS.groups.map((group, number) => ({
      id: group,
      title: group,
      graphCoordinates: place,
      blocks: blocks[number],
    })),
    edges: IDS.edges.map((edge) => ({
      id: edge,
      from: { eventId: 'start' },
      to: { groupId: edge.slice('to'.length) },
    })),
    variables: [
      { id: 'vX', name: 'X', value: 'x' },
      { id: 'vList', name: 'List', value: ['a', null] },
      { id: 'vEmpty', name: 'Empty' },
    ],
    theme: {
      general: { progressBar: { isEnabled: true } },
      chat: { hostAvatar: { url: '{{X}}' } },
    },
    settings: {},
  };
  return compileFlow(id, frozen(flowDefinitionSchema.parse(definition)));
}

const sent = fc.oneof(
  fc.constantFrom<Sent>('', 'hello', '5', 'a@b.co', '1, 2', '{{X}}', '2026-01-31', 'fail', null),
  fc.constantFrom<Sent>({ replyId: 'b1' }, { command: 'help' }, { audioUrl: 'https://x.io/a.mp3' }),
  fc.constantFrom<Sent>('{"statusCode":200,"data":{"a":[1]}}', '["a"]', '🙂'),
);

/** Whatever the outside gives, as JSON; code runs. */
const outside = fc.constantFrom<Answer>(
  { ok: false, error: 'no' },
  { ok: true },
  { ok: true, value: { statusCode: 200, body: '{"a":1}' } },
  { ok: true, value: { rows: [{ a: '1' }, {}] } },
  { ok: true, value: { 'Message content': 'hi', URL: 'https://x.io' } },
  { ok: true, value: ['nonsense', null] },
);

const live = { isPreview: false, resultId: 'r' } as const;

describe('a flow of blocks of any kind, whatever is said and whatever the outside answers', () => {
  test('never throws or goes on for ever, changes nothing, is the same through JSON, and keeps within its reach', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        anyFlow('flow'),
        anyFlow('other'),
        fc.array(sent, { maxLength: 6 }),
        fc.record({
          answer: outside,
          isLive: fc.boolean(),
          isStreamEnabled: fc.boolean(),
          reach: fc.constantFrom(undefined, undefined, 'bots' as const, 'nothing' as const),
        }),
        (flow, other, messages, { answer, isLive, ...options }) => {
          for (const { blocks } of flow.definition.groups)
            blocks.forEach(({ type }) => seen.add(type));
          const turns = chat(flow, messages, {
            flows: [other],
            ...options,
            answer: (ask) => {
              if (options.reach) expectOnlyComputing(ask, options.reach);
              return isCode(ask) ? answerOf(ask) : answer;
            },
            ...(isLive && live),
          });
          for (const turn of turns) checkTurn(turn, isLive);
        },
      ),
      { numRuns: 60, seed: 11 },
    );
    expect(seen).toEqual(new Set(KINDS.map(({ type }) => type)));
  });
});

/** A restricted preview asks for code, and where it may for linked bots, and for nothing else. */
function expectOnlyComputing(ask: Ask, reach: 'bots' | 'nothing'): void {
  const kinds = ['evaluate', 'runScript', ...(reach === 'bots' ? ['loadBot'] : [])];
  expect(kinds).toContain(ask.kind);
  expect(ask).not.toMatchObject({ capabilities: { fetch: true } });
}

function isCode({ kind }: Ask): boolean {
  return kind === 'evaluate' || kind === 'runScript';
}

function checkTurn(
  { events: happened, tells, session }: ReturnType<typeof chat>[number],
  isLive: boolean,
): void {
  const { messages, progress = 0 } = replyOf(happened);
  expect(happened.at(-1)?.kind).toBe('turnEnd');
  expect(messages.length).toBeLessThanOrEqual(MAX_BLOCKS_PER_TURN);
  expect(progress >= 0 && progress <= 100).toBe(true);
  expect(session.progress ?? 0).toBeGreaterThanOrEqual(progress);
  expect(session).not.toHaveProperty('open');
  expect(tells.some(({ kind }) => kind === 'saveResult')).toBe(isLive);
  const inputs = happened.filter(({ kind }) => kind === 'input' || kind === 'heard');
  const waiting = happened.filter(
    (event) => event.kind === 'action' && event.action.expectsDedicatedReply,
  );
  expect(waiting.length).toBeLessThanOrEqual(1);
  if (waiting.length === 1) expect(inputs.at(-1)?.kind).not.toBe('input');
}
