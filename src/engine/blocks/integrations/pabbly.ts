import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Pabbly workflow with an HTTP request. */
export const pabbly = defineRequest({
  type: 'Pabbly',
  label: 'Pabbly',
  icon: 'chain',
  searchWords: ['automation', 'workflow'],
  summary: 'Starts a Pabbly workflow with an HTTP request.',
  options: { webhook: { url: 'https://example.com/hook' } },
});
