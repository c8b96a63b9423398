import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { requestOptionsSchema } from '../../integrations/http/requestOptions.js';
import { requestServices, sendRequest, takeResponse } from '../../integrations/http/sendRequest.js';

/** Sends an HTTP request and keeps parts of the response. */
export const httpRequest = defineBlock({
  type: 'Webhook',
  family: 'integration',
  summary: 'Sends an HTTP request and keeps parts of the response.',
  example: {
    options: {
      webhook: { url: 'https://example.com/people', method: 'POST' },
      responseVariableMapping: [{ id: '1', variableId: 'vName', bodyPath: 'data.name' }],
    },
  },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Webhook'),
    options: requestOptionsSchema.optional(),
  }),
  services: requestServices,
  enter: sendRequest,
  resume: takeResponse,
});
