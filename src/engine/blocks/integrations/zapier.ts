import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Zapier workflow with an HTTP request. */
export const zapier = defineRequest({
  type: 'Zapier',
  label: 'Zapier',
  icon: 'gear',
  searchWords: ['automation', 'workflow', 'zap'],
  summary: 'Starts a Zapier workflow with an HTTP request.',
  options: { webhook: { url: 'https://example.com/hook' } },
});
