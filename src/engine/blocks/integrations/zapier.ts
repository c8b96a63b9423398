import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Zapier workflow with an HTTP request. */
export const zapier = defineRequest('Zapier', 'Starts a Zapier workflow with an HTTP request.', {
  webhook: { url: 'https://example.com/hook' },
});
