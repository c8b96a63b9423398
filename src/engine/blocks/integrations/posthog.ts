import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, text } from '../../integrations/forge/fields.js';

const distinctId = text('Who it is about; without it the event is anonymous', { title: 'Person' });
const properties = listOf(
  { key: text('The name', { title: 'Name' }), value: text('Its value') },
  'What else is sent with it',
);

/** Sends events to PostHog. */
export const posthog = defineForge({
  type: 'posthog',
  label: 'PostHog',
  icon: 'trend',
  searchWords: ['track', 'analytics', 'product'],
  summary: 'Tells PostHog what happened; not in a preview.',
  leaves: 'The id, the event and its properties go to PostHog. Not in a preview.',
  repeats: 'The event is sent again with the same `uuid`, by which PostHog keeps it once.',
  example: { event: 'asked' },
  needsCredentials: true,
  isTracking: true,
  actions: [
    { name: 'Capture', options: { distinctId, properties, event: text('What happened') } },
    {
      name: 'Identify Group',
      options: {
        ...{ distinctId, properties },
        groupType: text('The kind of group, such as company', { title: 'Kind of group' }),
        groupKey: text('Which group of this kind', { title: 'Group' }),
      },
    },
  ],
});
