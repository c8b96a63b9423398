import { z } from 'zod';
import {
  compileFlow,
  responsePaths,
  startSession,
  type FlowDefinition,
  type ResponseParts,
} from '../engine/index.js';
import { newSessionId } from '../storage/newId.js';
import { anyShardKey } from '../storage/shardKeys.js';
import { openUnleasedJournal, type EffectJournal } from './effectJournal.js';
import type { ChatPorts } from './ports.js';
import { run } from './run.js';

/** A block whose request is to be sent, and values for its variables. */
export interface RequestTest {
  readonly botId: string;
  readonly definition: FlowDefinition;
  readonly blockId: string;
  /** By variable name; they override the values that the block has for tests. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The response to a request: its status and parts; `error` is the reason where there is none, else empty. */
export interface TestedRequest extends ResponseParts {
  readonly statusCode: number;
  readonly error: string;
}

/**
 * Sends the request of a block as a preview would, in a turn of that block alone, which is not stored. Undefined where nothing was sent,
 * for example because the block has no address.
 */
export async function testRequest(
  ports: ChatPorts,
  { botId, definition, blockId, values }: RequestTest,
): Promise<TestedRequest | undefined> {
  const blocks = definition.groups.flatMap((group) => group.blocks);
  const block = blocks.find(({ id }) => id === blockId);
  const { isExecutedOnClient: _client, ...options } = optionsOf(block);
  const alone = { ...block, id: blockId, type: 'Webhook', options: { ...options, ...NO_MAPPING } };
  const group = { id: 'test', title: 'Test', graphCoordinates: { x: 0, y: 0 }, blocks: [alone] };
  const flow = compileFlow('test', { ...definition, groups: [group], edges: [] });
  const prefilledVariables = { ...ownValues(definition, options), ...values };
  const start = { flow, botId, isPreview: true, isStreamEnabled: false, prefilledVariables };
  const sessionId = newSessionId(anyShardKey());
  const { journal, results } = recordingJournal(ports, sessionId);
  await run(
    { ...ports, flows: { ...ports.flows, load: async () => flow } },
    {
      ...{ sessionId, turn: 1, firstSeq: 1, session: startSession(start), journal },
      input: { type: 'start', at: { type: 'group', groupId: group.id } },
    },
  );
  const [result] = results;
  const response = responseSchema.safeParse(result).data?.value;
  return response && { ...response, ...responsePaths(response.body) };
}

const NO_MAPPING = { responseVariableMapping: [] };

const optionsSchema = z.looseObject({
  variablesForTest: z
    .array(z.object({ variableId: z.string().optional(), value: z.string().optional() }))
    .catch([]),
});

function optionsOf(block: unknown): z.infer<typeof optionsSchema> {
  const parsed = z.object({ options: optionsSchema }).safeParse(block);
  return parsed.data?.options ?? { variablesForTest: [] };
}

/** The values that a block has for tests, by variable name. */
function ownValues(
  { variables }: FlowDefinition,
  { variablesForTest }: z.infer<typeof optionsSchema>,
): Record<string, unknown> {
  const names = new Map(variables.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    variablesForTest.map(({ variableId = '', value }) => [names.get(variableId) ?? '', value]),
  );
}

const responseSchema = z.object({
  value: z.object({
    statusCode: z.number(),
    body: z.string(),
    error: z.string().default(''),
  }),
});

function recordingJournal(
  { now }: ChatPorts,
  sessionId: string,
): { readonly journal: EffectJournal; readonly results: readonly unknown[] } {
  const journal = openUnleasedJournal(now, sessionId);
  const results: unknown[] = [];
  const resultOf: EffectJournal['resultOf'] = async (numbered, work) => {
    const timed = await journal.resultOf(numbered, work);
    if (numbered.effect.kind === 'httpRequest') results.push(timed.result);
    return timed;
  };
  return { journal: { ...journal, resultOf }, results };
}
