import { z } from 'zod';
import { defineBlock } from '../../block.js';
import { blockFields } from '../../blockFields.js';
import { requestOptionsSchema } from '../../requestOptions.js';
import { requestServices, sendRequest, takeResponse } from '../../sendRequest.js';

/** Starts a Make.com scenario with an HTTP request (engine §6.1). */
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
