import type { BlockResult } from '../kind/block.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { text } from '../../integrations/forge/fields.js';
import { runsScript } from '../../text/link.js';

/** Finds people and posts to their feed in Blink, or opens a page of it on the client. */
export const blink = defineForge({
  type: 'blink',
  summary: 'Finds people and posts to their feed in Blink, or opens a page of it.',
  example: {},
  needsCredentials: true,
  actions: [
    { name: 'Get Users', options: {} },
    { name: 'Send Feed Event', options: {} },
    {
      name: 'Redirect',
      options: { url: text('The address') },
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
