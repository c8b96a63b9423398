import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { requestOptionsSchema } from '../../integrations/http/requestOptions.js';
import { requestServices, sendRequest, takeResponse } from '../../integrations/http/sendRequest.js';

/** Starts a Zapier workflow with an HTTP request. */
export const zapier = defineBlock({
  type: 'Zapier',
  family: 'integration',
  summary: 'Starts a Zapier workflow with an HTTP request.',
  example: { options: { webhook: { url: 'https://example.com/hook' } } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Zapier'),
    options: requestOptionsSchema.optional(),
  }),
  services: requestServices,
  enter: sendRequest,
  resume: takeResponse,
});
