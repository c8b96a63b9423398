import type { BlockResult } from '../kind/block.js';
import { failureLog } from '../../interpreter/failureLog.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { text } from '../../integrations/forge/fields.js';
import { isJsonRecord } from '../../documents/jsonRecord.js';

/**
 * Opens the web widget of Zendesk beside the chat. A known user is logged in with a token that an effect handler signs;
 * without one the widget opens anonymously.
 */
export const zendesk = defineForge({
  type: 'zendesk',
  label: 'Zendesk',
  icon: 'headset',
  searchWords: ['support', 'help', 'desk', 'widget'],
  summary: 'Opens the web widget of Zendesk, on the client.',
  leaves:
    'The client loads the widget of Zendesk; a known user is named to it by a token that is signed here. Not in a preview.',
  repeats: 'Nothing is sent from here: another token is signed.',
  example: { webWidgetKey: 'key', name: '{{Name}}' },
  needsCredentials: true,
  actions: [
    {
      name: 'Open Web Widget',
      options: {
        userId: text('Who asks for support', { title: 'Person' }),
        name: text('The name'),
        email: text('The e-mail address', { title: 'E-mail address' }),
        webWidgetKey: text('The key of the widget', { title: 'Widget key' }),
      },
      enter: ({ userId, webWidgetKey }, { settings }) => {
        if (settings.isPreview) return { go: 'next', logs: [NOT_IN_PREVIEW] };
        return userId === undefined ? openWidget(webWidgetKey, '') : undefined;
      },
      resume: (answer, options, context) => {
        const key = context.text(String(options['webWidgetKey'] ?? ''));
        if (answer.ok) return openWidget(key, tokenIn(answer.value));
        return { ...openWidget(key, ''), logs: [failureLog(NO_LOGIN, answer.error)] };
      },
    },
  ],
});

const NOT_IN_PREVIEW = {
  status: 'info',
  description: 'The web widget is not opened in preview mode',
} as const;

const NO_LOGIN = 'The user could not be logged in to the web widget';

function tokenIn(output: unknown): string {
  return isJsonRecord(output) ? String(output['Token'] ?? '') : '';
}

function openWidget(key: unknown, token: string): BlockResult {
  const codeToExecute = { args: { key: String(key ?? ''), token }, content: OPEN };
  return { go: 'next', action: { type: 'codeToExecute', codeToExecute } };
}

const OPEN = `const open = () => {
  if (token) window.zE("messenger", "loginUser", (logIn) => logIn(token));
  window.zE("messenger", "open");
};
if (window.zE) open();
else {
  const script = document.createElement("script");
  script.id = "ze-snippet";
  script.src = "https://static.zdassets.com/ekr/snippet.js?key=" + encodeURIComponent(key);
  script.onload = open;
  document.head.appendChild(script);
}`;
