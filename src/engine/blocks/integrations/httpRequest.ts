import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Sends an HTTP request and keeps parts of the response. */
export const httpRequest = defineRequest(
  'Webhook',
  'Sends an HTTP request and keeps parts of the response.',
  {
    webhook: { url: 'https://example.com/people', method: 'POST' },
    responseVariableMapping: [{ id: '1', variableId: 'vName', bodyPath: 'data.name' }],
  },
);
