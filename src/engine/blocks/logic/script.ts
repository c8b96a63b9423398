import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { failureLog } from '../../interpreter/failureLog.js';
import { runOnServer, assignedBy, printedBy } from '../../scripts/serverScript.js';
import { codeFaults } from '../../scripts/codeFaults.js';
import { optional } from '../../fields/field.js';

/** Runs JavaScript on the page, or on the server, where it may set variables and fetch. */
export const script = defineBlock({
  type: 'Code',
  family: 'logic',
  label: 'Code',
  icon: 'code',
  searchWords: ['javascript', 'script', 'program'],
  summary: 'Runs JavaScript, on the page of the chat or on the server.',
  leaves:
    'On the client: the code and the values of its variables. On the server: what the code itself sends with `fetch`.',
  repeats:
    'The code runs again, its requests too; those that change something have the same `Idempotency-Key`.',
  example: { options: { content: 'document.title = {{Name}}' } },
  schema: schemaOf(
    'Code',
    z.looseObject({
      name: optional(z.string(), 'What people call the script.', {
        default: 'Script',
        isLiteral: true,
        isOnCanvas: true,
      }),
      content: optional(
        z.string(),
        'JavaScript; each `{{variable}}` is an identifier in it. On the server it may call `fetch(url)`, which gives a text, and `setVariable(name, value)`.',
        { title: 'Code', control: 'CODE', language: 'JAVASCRIPT' },
      ),
      isExecutedOnClient: optional(
        z.boolean(),
        'Whether the page of the chat runs it; otherwise the server does.',
        { title: 'Runs on the page', default: true },
      ),
      shouldExecuteInParentContext: optional(
        z.boolean(),
        'Whether the page around an embedded chat runs it.',
        {
          title: 'Runs on the page around the chat',
          default: false,
          showsWhen: { isExecutedOnClient: [true] },
        },
      ),
      isUnsafe: optional(z.boolean(), 'Handed on to the client.', {
        title: 'Marked as unsafe',
        default: false,
      }),
    }),
  ),
  faults: ({ options }) =>
    // Blanks in the place of the tags, so that a mistake is where the author sees it.
    codeFaults(
      (options?.content ?? '').replace(TAGS_AROUND, (tag) => tag.replace(/\S/g, ' ')),
      'content',
      true,
    ),
  enter: ({ options = {} }, context) => {
    const { content = '', isExecutedOnClient = true, isUnsafe } = options;
    if (content.trim() === '') return { go: 'next' };
    const { content: code, args } = context.clientScript(withoutTags(content));
    if (!isExecutedOnClient) return { go: 'outside', effect: runOnServer({ code, args }, context) };
    const scriptToExecute = { content: code, args, ...(isUnsafe !== undefined && { isUnsafe }) };
    return { go: 'next', action: { type: 'scriptToExecute', scriptToExecute } };
  },
  resume: (answer, { options }, context) => {
    const set = assignedBy(answer, context);
    const name = `Script "${options?.name || 'Script'}"`;
    const logs = printedBy(answer, name);
    if (!answer.ok) logs.push(failureLog(`${name} failed`, answer.error));
    return { go: 'next', set, logs };
  },
});

/** Code without the `<script>` tags around it: many people paste what a service gives them for a page. */
function withoutTags(content: string): string {
  return content.replace(TAGS_AROUND, '');
}

const TAGS_AROUND = /^\s*<script\b[^<>]*>|<\/script>\s*$/gi;
