import { compileFlow, flowDefinitionSchema, type Flow } from '../../src/engine/flow/flow.js';
import type { EffectResult } from '../../src/engine/interpreter/effect.js';
import { frozen } from '../../src/engine/documents/oncePer.js';
import type { JsonRecord } from '../../src/engine/documents/jsonRecord.js';
import { anyBlock, IDS } from './anyBlock.js';
import type { Sent } from './chat.js';
import { fc } from './properties.js';

const place = { x: 0, y: 0 };
const edgeIds = fc.option(fc.constantFrom(...IDS.edges), { nil: undefined });
const events = fc.record({ reply: edgeIds, invalidReply: edgeIds, command: edgeIds });

/** A random flow of the given blocks, by default of any kind. */
export function anyFlow(
  id: string,
  block: fc.Arbitrary<JsonRecord> = anyBlock,
): fc.Arbitrary<Flow> {
  return fc.tuple(groupsOf(block), events).map(([blocks, calls]) => flowOf(id, blocks, calls));
}

/** Such a flow whose first block is one of `begin`, so that every chat of it runs that block. */
export function anyFlowFrom(
  id: string,
  begin: fc.Arbitrary<JsonRecord>,
  block: fc.Arbitrary<JsonRecord> = anyBlock,
): fc.Arbitrary<Flow> {
  return fc
    .tuple(begin, groupsOf(block), events)
    .map(([first, [begun = [], ...others], calls]) =>
      flowOf(id, [[first, ...begun], ...others], calls),
    );
}

function groupsOf(block: fc.Arbitrary<JsonRecord>): fc.Arbitrary<JsonRecord[][]> {
  return fc.array(fc.array(block, { maxLength: 4 }), { minLength: 4, maxLength: 4 });
}

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

/** A random message, or another input, of a person. */
export const anySent = fc.oneof(
  fc.constantFrom<Sent>('', 'hello', '5', 'a@b.co', '1, 2', '{{X}}', '2026-01-31', 'fail', null),
  fc.constantFrom<Sent>({ replyId: 'b1' }, { command: 'help' }, { audioUrl: 'https://x.io/a.mp3' }),
  fc.constantFrom<Sent>('{"statusCode":200,"data":{"a":[1]}}', '["a"]', '🙂'),
);

/** A random effect result: failures, and JSON that fits some blocks or none. */
export const anyAnswer = fc.constantFrom<EffectResult>(
  { ok: false, error: 'no' },
  { ok: true },
  { ok: true, value: { statusCode: 200, body: '{"a":1}' } },
  { ok: true, value: { rows: [{ a: '1' }, {}] } },
  { ok: true, value: { 'Message content': 'hi', URL: 'https://x.io' } },
  { ok: true, value: ['nonsense', null] },
);
