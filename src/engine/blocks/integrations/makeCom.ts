import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { requestOptionsSchema } from '../../integrations/http/requestOptions.js';
import { requestServices, sendRequest, takeResponse } from '../../integrations/http/sendRequest.js';

/** Starts a Make.com scenario with an HTTP request. */
export const makeCom = defineBlock({
  type: 'Make.com',
  family: 'integration',
  summary: 'Starts a Make.com scenario with an HTTP request.',
  example: { options: { webhook: { url: 'https://example.com/hook' } } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Make.com'),
    options: requestOptionsSchema.optional(),
  }),
  services: requestServices,
  enter: sendRequest,
  resume: takeResponse,
});
