import { defineForge } from '../../integrations/forge/defineForge.js';

/** Sends events to PostHog. */
export const posthog = defineForge({
  type: 'posthog',
  summary: 'Tells PostHog what happened.',
  example: { event: 'asked' },
  needsCredentials: true,
  actions: [
    { name: 'Capture', options: {} },
    { name: 'Identify Group', options: {} },
  ],
});
