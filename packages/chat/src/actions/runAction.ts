import type { ChatEvent } from '@parley/client';
import type { ChatPage } from '../chat/screen.js';
import type { Outbox } from '../chat/outbox.js';
import { runScript } from '../scripts/runScript.js';
import type { Script } from '../scripts/script.js';
import { wait } from '../chat/wait.js';
import { callWebhook } from './callWebhook.js';
import { injectStartProps } from './injectStartProps.js';
import { redirect } from './redirect.js';
import { runOnce } from './runOnce.js';
import { recordOf, textIn } from '../json.js';
import { track } from './track.js';

/** Where an action runs. */
interface ActionPlace {
  readonly page: ChatPage;
  readonly chat: Outbox;
  /** The secret of the chat. */
  readonly sessionId: string;
}

/** Runs what a bot asks of the page; gives the reply where the bot waits for one. */
type Run = (payload: unknown, page: ChatPage) => unknown;

/** Each kind of action by its type. A kind that is not here needs nothing of a page: the chat goes on without it. */
const runs: Readonly<Record<string, Run>> = {
  scriptToExecute: (payload, page) => runScript(scriptOf(payload), page),
  codeToExecute: (payload, page) => runScript(codeOf(payload), page),
  supportWidget: (payload, page) =>
    // It is a part of the page, which a hidden frame cannot show.
    page.options.scripts === 'page' &&
    runScript(scriptOf(recordOf(payload)['scriptToExecute']), page),
  setVariable: async (payload, page) =>
    textOfValue(await runScript(scriptOf(recordOf(payload)['scriptToExecute']), page)),
  redirect: (payload, page) => redirect(recordOf(payload), page),
  wait: (payload, { signal }) =>
    wait(Number(recordOf(payload)['secondsToWaitFor']) * 1_000, signal),
  webhookToExecute: (payload, page) => callWebhook(recordOf(payload), page),
  analytics: (payload, { options }) => track('analytics', recordOf(payload), options),
  trackingPixel: (payload, { options }) => track('trackingPixel', recordOf(payload), options),
};

/** An event that asks the page to do something. */
export type ActionEvent = Extract<ChatEvent, { kind: 'action' }>;

/** Runs an action, in one of the pages that show the chat; its outcome is sent where the bot waits for it. */
export async function runAction(event: ActionEvent, place: ActionPlace): Promise<void> {
  const { action, seq } = event;
  // The server receives the call, and goes on by itself.
  if (action.type === 'listenForWebhook') return;
  if (action.type === 'startPropsToInject') return injectAgain(event, place.page);
  // A part of the secret tells chats apart, and opens none.
  const name = `${place.sessionId.slice(-8)}:${seq}`;
  const { signal } = place.page;
  const once = { name, isAwaited: action.expectsDedicatedReply === true, signal };
  await runOnce(once, async () => run(event, place));
}

/** Loads what every page of the bot wants; also after a reload, and in each tab. */
export function injectAgain({ action }: ActionEvent, { options }: ChatPage): void {
  if (action.type !== 'startPropsToInject') return;
  injectStartProps(recordOf(action[action.type]), options);
}

async function run({ action, seq }: ActionEvent, { page, chat }: ActionPlace): Promise<void> {
  const outcome = await Promise.resolve()
    .then(() => runs[action.type]?.(action[action.type], page))
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
