import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Make.com scenario with an HTTP request. */
export const makeCom = defineRequest({
  type: 'Make.com',
  label: 'Make.com',
  icon: 'puzzle',
  searchWords: ['automation', 'scenario', 'integromat'],
  summary: 'Starts a Make.com scenario with an HTTP request.',
  options: { webhook: { url: 'https://example.com/hook' } },
});
