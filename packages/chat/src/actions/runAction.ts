import type { ChatEvent } from '@parley/client';
import type { ChatPage } from '../chat/openChat.js';
import type { Outbox } from '../chat/outbox.js';
import { runScript, type Script } from '../scripts/runScript.js';
import { wait } from '../chat/wait.js';
import { callWebhook } from './callWebhook.js';
import { claimAction } from './claimAction.js';
import { injectStartProps } from './injectStartProps.js';
import { redirect } from './redirect.js';
import { recordOf, textIn } from './payload.js';
import { track } from './track.js';

/** Where an action runs. */
interface ActionPlace {
  readonly page: ChatPage;
  readonly chat: Outbox;
}

/** Runs what a bot asks of the page; gives the reply where the bot waits for one. */
type Run = (payload: unknown, page: ChatPage) => unknown;

/** Each kind of action by its type. A kind that is not here needs nothing of a page. */
const runs: Readonly<Record<string, Run>> = {
  scriptToExecute: (payload, { options }) => runScript(scriptOf(payload), options),
  codeToExecute: (payload, { options }) => runScript(codeOf(payload), options),
  supportWidget: (payload, { options }) =>
    runScript(scriptOf(recordOf(payload)['scriptToExecute']), options),
  setVariable: async (payload, { options }) =>
    textOfValue(await runScript(scriptOf(recordOf(payload)['scriptToExecute']), options)),
  redirect: (payload, page) => redirect(recordOf(payload), page),
  wait: (payload, { signal }) =>
    wait(Number(recordOf(payload)['secondsToWaitFor']) * 1_000, signal),
  webhookToExecute: (payload, { signal }) => callWebhook(recordOf(payload), signal),
  startPropsToInject: (payload, { options }) => injectStartProps(recordOf(payload), options),
  analytics: (payload, { options }) => track('analytics', recordOf(payload), options),
  trackingPixel: (payload, { options }) => track('trackingPixel', recordOf(payload), options),
};

/** Runs an action, in one of the pages that show the chat; its outcome is sent where the bot waits for it. */
export async function runAction(
  { action, seq }: Extract<ChatEvent, { kind: 'action' }>,
  { page, chat }: ActionPlace,
): Promise<void> {
  const run = runs[action.type];
  if (!run || !(await claimAction(page, seq))) return;
  const outcome = await Promise.resolve()
    .then(() => run(action[action.type], page))
    .catch((error: unknown) => {
      console.warn(`${action.type} failed:`, error);
      return undefined;
    });
  if (action.expectsDedicatedReply !== true || page.signal.aborted) return;
  const sent = typeof outcome === 'string' ? outcome : undefined;
  chat.add({ outcome: sent, key: `action-${seq}` });
}

function scriptOf(payload: unknown): Script {
  const { content, args } = recordOf(payload);
  const list: readonly unknown[] = Array.isArray(args) ? args : [];
  return {
    content: textIn(content),
    args: list.map((one) => [textIn(recordOf(one)['id']), recordOf(one)['value']]),
  };
}

function codeOf(payload: unknown): Script {
  const { content, args } = recordOf(payload);
  return { content: textIn(content), args: Object.entries(recordOf(args)) };
}

/** The value of a variable as it is sent: a text as it is, everything else as JSON. */
function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
