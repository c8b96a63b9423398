import { defineRequest } from '../../integrations/http/defineRequest.js';

/** Starts a Make.com scenario with an HTTP request. */
export const makeCom = defineRequest(
  'Make.com',
  'Starts a Make.com scenario with an HTTP request.',
  {
    webhook: { url: 'https://example.com/hook' },
  },
);
