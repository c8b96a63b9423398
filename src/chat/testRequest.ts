import { z } from 'zod';
import {
  compileFlow,
  type EffectResult,
  responsePaths,
  startSession,
  type FlowDefinition,
  type ResponseParts,
} from '../engine/index.js';
import { newSessionId } from '../storage/newId.js';
import { anyShardKey } from '../storage/shardKeys.js';
import { handleEffect } from './handleEffect.js';
import type { ChatPorts } from './ports.js';
import { simulateTurn } from './simulateTurn.js';

/** A block whose request is to be sent, and values for its variables. */
export interface RequestTest {
  readonly botId: string;
  readonly definition: FlowDefinition;
  readonly blockId: string;
  /** By variable name; they override the values that the block has for tests. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The response to a request: its status and parts; `error` is the reason where there is none, else empty, and `failure` its name. */
export interface TestedRequest extends ResponseParts {
  readonly statusCode: number;
  readonly error: string;
  readonly failure?: RequestFailure | undefined;
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
  const results: EffectResult[] = [];
  const simulation = {
    now: ports.now,
    seed: newSessionId(anyShardKey()),
    loadFlow: async () => flow,
    handle: async (...effect: Parameters<typeof handleEffect>) => {
      const result = await handleEffect(...effect);
      if (effect[1].kind === 'httpRequest') results.push(result);
      return result;
    },
  };
  const input = { type: 'start', at: { type: 'group', groupId: group.id } } as const;
  await simulateTurn(ports, simulation, { turn: 1, session: startSession(start), input });
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

const failureSchema = z.enum([
  'blocked',
  'badRequest',
  'timeout',
  'network',
  'tooLarge',
  'stopped',
]);

/** Why a request had no response. */
export type RequestFailure = z.infer<typeof failureSchema>;

const responseSchema = z.object({
  value: z.object({
    statusCode: z.number(),
    body: z.string(),
    error: z.string().default(''),
    failure: failureSchema.optional().catch(undefined),
  }),
});
