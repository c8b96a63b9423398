import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, text } from '../../integrations/forge/fields.js';

const userId = text('Who it is about', { title: 'Person' });
const PAIR = { key: text('The name', { title: 'Name' }), value: text('Its value') };
const properties = listOf(PAIR, 'What else is sent with it');

/** Sends events about users to Segment. */
export const segment = defineForge({
  type: 'segment',
  label: 'Segment',
  icon: 'funnel',
  searchWords: ['track', 'analytics', 'identify'],
  summary: 'Tells Segment who does what; not in a preview.',
  leaves: 'The ids, names and properties of the block go to Segment. Not in a preview.',
  repeats: 'The event is sent again with the same `messageId`, by which Segment keeps it once.',
  example: { userId: '{{Email}}' },
  needsCredentials: true,
  isTracking: true,
  actions: [
    {
      name: 'Alias',
      options: { userId, previousId: text('Who it was before', { title: 'Person before' }) },
    },
    { name: 'Identify User', options: { userId, traits: listOf(PAIR, 'What is known of them') } },
    {
      name: 'Page',
      options: {
        ...{ userId, properties },
        name: text('The name of the page'),
        category: text('What kind of page it is'),
      },
    },
    {
      name: 'Track',
      options: { userId, properties, eventName: text('What happened', { title: 'Event' }) },
    },
  ],
});
