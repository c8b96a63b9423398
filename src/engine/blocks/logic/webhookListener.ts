import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { parseJson } from '../../values/parseJson.js';
import {
  mapResponse,
  responseMappingSchema,
  type MappedResponse,
} from '../../integrations/http/responseMapping.js';

/** Rests until the bot is called from outside; the client passes on what was sent. */
export const webhookListener = defineBlock({
  type: 'webhook',
  family: 'logic',
  label: 'Wait for a webhook',
  icon: 'inbox',
  searchWords: ['listen', 'callback', 'incoming'],
  summary:
    'Waits until another program calls the bot (`executeWebhook`), and saves parts of what it sends.',
  example: {
    options: { responseVariableMapping: [{ id: '1', variableId: 'vName', bodyPath: 'data.name' }] },
  },
  schema: schemaOf(
    'webhook',
    z.looseObject({ responseVariableMapping: responseMappingSchema.optional() }),
  ),
  faults: noFaults,
  enter: () => ({ go: 'client', action: { type: 'listenForWebhook' } }),
  resume: (answer, { options }, context) => {
    const text = answer.ok && answer.value;
    if (typeof text !== 'string') return { go: 'next' };
    const set = mapResponse(options?.responseVariableMapping ?? [], readCall(text), context);
    return { go: 'next', set };
  },
});

const callSchema = z.union([
  z.object({ statusCode: z.number(), data: z.unknown().optional() }),
  z.object({ data: z.unknown() }).transform(({ data }) => ({ statusCode: 200, data })),
]);

/**
 * The response that was reported; anything other than `{ statusCode, data }` or `{ data }` is the body of a successful
 * one.
 */
function readCall(text: string): MappedResponse {
  const call = callSchema.safeParse(parseJson(text)).data;
  return call ? { statusCode: call.statusCode, data: call.data } : { statusCode: 200, data: text };
}
