import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { requestOptionsSchema } from '../../integrations/http/requestOptions.js';
import { requestServices, sendRequest, takeResponse } from '../../integrations/http/sendRequest.js';

/** Starts a Pabbly workflow with an HTTP request. */
export const pabbly = defineBlock({
  type: 'Pabbly',
  family: 'integration',
  summary: 'Starts a Pabbly workflow with an HTTP request.',
  example: { options: { webhook: { url: 'https://example.com/hook' } } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Pabbly'),
    options: requestOptionsSchema.optional(),
  }),
  services: requestServices,
  enter: sendRequest,
  resume: takeResponse,
});
