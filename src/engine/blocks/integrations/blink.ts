import type { BlockResult } from '../kind/block.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { flag, listOf, mapping, text, variable } from '../../integrations/forge/fields.js';
import { runsScript } from '../../text/link.js';

const SENT = ['Event ID'];

/** Finds people and posts to their feed in Blink, or opens a page of it on the client. */
export const blink = defineForge({
  type: 'blink',
  label: 'Blink',
  icon: 'bell',
  searchWords: ['intranet', 'feed', 'employees'],
  summary: 'Finds people and posts to their feed in Blink, or opens a page of it.',
  leaves:
    'The key of the account, and with "Send Feed Event" the card, its notification and its receivers go to Blink. With "Redirect" the client opens the address.',
  repeats: 'Users are read again; an event may be posted twice, with the same `external_id`.',
  example: { responseMapping: [{ fieldName: 'display_name', variableId: 'vNames' }] },
  needsCredentials: true,
  actions: [
    {
      name: 'Get Users',
      options: {
        responseMapping: listOf(
          {
            fieldName: text('The field, as Blink names it', { title: 'Field' }),
            variableId: variable('to fill'),
          },
          'Which fields of all users go into which variables, each as a list',
          { title: 'Saved variables' },
        ),
      },
      lists: { key: 'responseMapping', part: 'fieldName' },
    },
    {
      name: 'Send Feed Event',
      options: {
        category: text('The id of a category of the integration'),
        userIds: text('Who receives it: ids, with commas between them, or a list variable', {
          title: 'People',
        }),
        groupIds: text('Which teams receive it, in the same way', { title: 'Teams' }),
        title: text('The head of the card'),
        text: text('The text of the card', { control: 'LONG_TEXT' }),
        card: text('The whole card as JSON, in the form of CardKit, in place of title and text', {
          control: 'CODE',
          language: 'JSON',
        }),
        notificationTitle: text('The title of the push notification'),
        notificationText: text('Its text'),
        allowComments: flag('Whether readers may comment'),
        allowReactions: flag('Whether they may react'),
        responseMapping: mapping(SENT),
      },
      items: SENT,
    },
    {
      name: 'Redirect',
      options: { url: text('The address', { title: 'Address', control: 'URL' }) },
      enter: ({ url }): BlockResult => {
        if (typeof url !== 'string' || runsScript(url)) {
          const description = 'Redirect was left out: its address is missing or would run a script';
          return { go: 'next', logs: [{ status: 'error', description }] };
        }
        const codeToExecute = { args: { url }, content: 'window.open(url, "_self");' };
        return { go: 'next', action: { type: 'codeToExecute', codeToExecute } };
      },
    },
  ],
});
