import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import type { ScriptArg } from '../../interpreter/effect.js';
import type { ClientAction } from '../../reply/reply.js';
import { optional } from '../../fields/field.js';

const expression = (what: string) =>
  optional(z.string(), `${what}; a JavaScript expression.`, {
    control: 'CODE',
    language: 'JAVASCRIPT',
  });

const optionsSchema = z.looseObject({
  task: optional(z.enum(['Show widget', 'Close widget']), 'What to do.', {
    default: 'Show widget',
    title: 'What it does',
    isOnCanvas: true,
  }),
  baseUrl: optional(z.string(), 'Where the support tool runs.', {
    default: 'https://app.chatwoot.com',
    title: 'Address of the tool',
    control: 'URL',
    showsWhen: { task: ['Show widget'] },
  }),
  websiteToken: optional(z.string(), 'The token of the inbox in the support tool.', {
    title: 'Website token',
    showsWhen: { task: ['Show widget'] },
  }),
  user: optional(
    z.looseObject({
      id: expression('The id'),
      email: expression('The e-mail address'),
      name: expression('The name'),
      avatarUrl: expression('The address of a picture'),
      phoneNumber: expression('The phone number'),
    }),
    'Who asks for support.',
    { title: 'Person', showsWhen: { task: ['Show widget'] } },
  ),
});

type Options = z.infer<typeof optionsSchema>;

/** Shows or closes a support tool's own chat beside this one. */
export const supportWidget = defineBlock({
  type: 'Support widget',
  family: 'integration',
  label: 'Chatwoot',
  icon: 'lifebuoy',
  searchWords: ['support', 'help', 'desk', 'live', 'chat'],
  summary: 'Shows or closes the chat of Chatwoot, a support tool, on the page.',
  leaves:
    'The client loads the support tool from its address and tells it the user and the id of the result. Not in a preview.',
  example: { options: { websiteToken: 'token' } },
  schema: schemaOf('Support widget', optionsSchema),
  faults: noFaults,
  enter: ({ options = {} }, context) => {
    if (options.task === 'Close widget') return { go: 'next', action: run(CLOSE, []) };
    if (context.settings.isPreview) {
      const logs = [{ status: 'info', description: NOT_IN_PREVIEW }] as const;
      return { go: 'next', action: run('', []), logs };
    }
    const { content, args } = context.clientScript(showing(options.user));
    return { go: 'next', action: run(content, [...args, ...settingsArgs(options, context)]) };
  },
});

const NOT_IN_PREVIEW = 'The support widget is not shown in preview mode';

function run(content: string, args: readonly ScriptArg[]): ClientAction {
  return { type: 'supportWidget', supportWidget: { scriptToExecute: { content, args } } };
}

/**
 * Bound as arguments, not written into the code, so that nothing in them is run as code. `$` keeps them distinct from
 * all variables.
 */
function settingsArgs({ baseUrl, websiteToken = '' }: Options, context: BlockContext): ScriptArg[] {
  const origin = context.text(baseUrl ?? 'https://app.chatwoot.com').replace(/(?<!\/)\/+$/, '');
  return [
    { id: '$baseUrl', value: origin },
    { id: '$websiteToken', value: context.text(websiteToken) },
    { id: '$resultId', value: context.frame.resultId ?? null },
  ];
}

const CLOSE = `if (window.$chatwoot) {
  window.$chatwoot.toggle("close");
  window.$chatwoot.toggleBubbleVisibility("hide");
}`;

/** Loads the tool unless the page has it, sets the user and the chat, and opens it. */
function showing(user: Options['user'] = {}): string {
  return `const show = () => {
  if (window.Bot && window.Bot.unmount) window.Bot.unmount();
  ${identifying(user)}
  window.$chatwoot.setCustomAttributes({ bot_result_id: $resultId });
  window.$chatwoot.toggle("open");
};
if (window.$chatwoot) show();
else {
  window.addEventListener("chatwoot:ready", show, { once: true });
  const script = document.createElement("script");
  script.src = $baseUrl + "/packs/js/sdk.js";
  script.async = true;
  script.onload = () => window.chatwootSDK.run({ websiteToken: $websiteToken, baseUrl: $baseUrl });
  document.head.appendChild(script);
}`;
}

/** Without an id the e-mail address identifies the user; without either the user stays anonymous. */
function identifying({ id, email, name, avatarUrl, phoneNumber }: NonNullable<Options['user']>) {
  const identifier = id || email;
  if (!identifier) return '';
  const fields = { email, name, avatar_url: avatarUrl, phone_number: phoneNumber };
  const given = Object.entries(fields).filter(([, code]) => code);
  const object = given.map(([key, code]) => `${key}: (${code})`).join(', ');
  return `window.$chatwoot.setUser(String(${identifier}), { ${object} });`;
}
