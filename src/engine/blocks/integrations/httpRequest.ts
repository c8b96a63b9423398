import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Sends an HTTP request and keeps parts of the response. */
export const httpRequest = defineRequest({
  type: 'Webhook',
  label: 'HTTP request',
  icon: 'globe',
  searchWords: ['webhook', 'api', 'rest', 'fetch'],
  summary: 'Sends an HTTP request and keeps parts of the response.',
  options: {
    webhook: { url: 'https://example.com/people', method: 'POST' },
    responseVariableMapping: [{ id: '1', variableId: 'vName', bodyPath: 'data.name' }],
  },
});
