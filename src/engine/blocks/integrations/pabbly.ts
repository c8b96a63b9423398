import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Pabbly workflow with an HTTP request. */
export const pabbly = defineRequest('Pabbly', 'Starts a Pabbly workflow with an HTTP request.', {
  webhook: { url: 'https://example.com/hook' },
});
