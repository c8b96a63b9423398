import { defineForge } from '../../integrations/forge/defineForge.js';
import { text } from '../../integrations/forge/fields.js';

const userId = text('Who it is about');

/** Sends events about users to Segment. */
export const segment = defineForge({
  type: 'segment',
  summary: 'Tells Segment who does what.',
  example: { userId: '{{Email}}' },
  needsCredentials: true,
  actions: [
    { name: 'Alias', options: { userId } },
    { name: 'Identify User', options: { userId } },
    { name: 'Page', options: { userId } },
    { name: 'Track', options: { userId } },
  ],
});
