import type { ChatEvent } from '@parley/client';
import type { ChatOptions } from '../chat/chat.js';
import type { Outbox } from '../chat/outbox.js';
import type { ChatPage } from '../chat/screen.js';
import { storageOf, store } from '../chat/storage.js';
import { wait } from '../chat/wait.js';
import { isLink } from '../isLink.js';
import { recordOf, textIn } from '../json.js';
import { runScript } from '../scripts/runScript.js';
import type { Script } from '../scripts/script.js';
import { callWebhook } from './callWebhook.js';
import { isFirst } from './isFirst.js';
import { loadAnalytics, loadPixel, loadTagManager, track } from './track.js';

/** The page and the chat in which an action runs. */
interface ActionPlace {
  readonly page: ChatPage;
  readonly chat: Outbox;
  /** The secret of the chat. */
  readonly sessionId: string;
}

/** Runs an action, and returns its outcome if the bot waits for one. */
type Run = (payload: unknown, page: ChatPage) => unknown;

/** The actions by type. Other types need nothing from a page, and the chat goes on. */
const runs: Readonly<Record<string, Run>> = {
  scriptToExecute: (payload, page) => runScript(scriptOf(payload), page),
  codeToExecute: (payload, page) => runScript(codeOf(payload), page),
  supportWidget: (payload, page) =>
    // The support widget is a part of the page; a hidden frame cannot show it.
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

/** An event with an action for the page to run. */
export type ActionEvent = Extract<ChatEvent, { kind: 'action' }>;

/** Whether an event is an action whose outcome the bot waits for. */
export function hasOutcome(event: ChatEvent): boolean {
  return event.kind === 'action' && event.action.expectsDedicatedReply === true;
}

/** Runs an action in one of the tabs that show the chat, and sends its outcome if the bot waits for one. */
export async function runAction(event: ActionEvent, place: ActionPlace): Promise<void> {
  const { action, seq } = event;
  // The server receives the call and continues the chat by itself.
  if (action.type === 'listenForWebhook') return;
  if (action.type === 'startPropsToInject') return inject(event, place.page);
  // A part of the secret is enough to tell chats apart, and too little to open one.
  const name = `${place.sessionId.slice(-8)}:${seq}`;
  const { signal } = place.page;
  const once = { name, isAwaited: hasOutcome(event), signal };
  await runOnce(once, async () => run(event, place));
}

/** Adds to the page what the settings of the bot name; in each tab, and again after a reload. */
export function inject({ action }: ActionEvent, { options }: ChatPage): void {
  if (action.type !== 'startPropsToInject') return;
  injectStartProps(recordOf(action[action.type]), options);
}

async function run(event: ActionEvent, { page, chat }: ActionPlace): Promise<void> {
  const { action, seq } = event;
  const outcome = await Promise.resolve()
    .then(() => runs[action.type]?.(action[action.type], page))
    .catch((error: unknown) => {
      console.warn(`${action.type} failed:`, error);
      return undefined;
    });
  if (!hasOutcome(event) || page.signal.aborted) return;
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

/** The value of a variable as it is sent: texts unchanged, other values as JSON. */
function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Adds to the page what the settings of the bot name: head code, tag manager, analytics and pixels, each once. They run scripts, so
 * they are added only where code of the bot may run in the page.
 */
function injectStartProps(
  payload: Readonly<Record<string, unknown>>,
  { scripts }: Pick<ChatOptions, 'scripts'>,
): void {
  if (scripts !== 'page') return;
  const { analyticsId, trackingPixelIds, tagManagerId, customHeadCode } = recordOf(payload);
  const headCode = textIn(customHeadCode);
  if (headCode && isFirst(headCode)) addHeadCode(headCode);
  loadTagManager(textIn(tagManagerId));
  loadAnalytics(textIn(analyticsId));
  const pixels: readonly unknown[] = Array.isArray(trackingPixelIds) ? trackingPixelIds : [];
  for (const pixel of pixels) loadPixel(textIn(pixel));
}

/** Creates each element again, because scripts that were parsed from a text do not run. */
function addHeadCode(code: string): void {
  const parsed = new DOMParser().parseFromString(`<head>${code}</head>`, 'text/html');
  for (const node of parsed.head.children) {
    const made = document.createElement(node.localName);
    for (const { name, value } of node.attributes) made.setAttribute(name, value);
    made.textContent = node.textContent;
    document.head.append(made);
  }
}

/** Opens an address. A new tab that the browser blocks is offered as a link; one that opens has no access to this page. */
function redirect(payload: Readonly<Record<string, unknown>>, page: ChatPage): void {
  const url = textIn(payload['url']);
  if (!isLink(url)) return;
  if (payload['isNewTab'] !== true) return window.location.assign(url);
  const opened = window.open(url, '_blank');
  if (opened) opened.opener = null;
  else page.show({ blockedLink: url });
}

/** How many of the last actions a browser remembers. */
const KEPT = 200;
const KEY = 'parley:actions';

/** An action of a chat, which several tabs of a browser may receive. */
interface Once {
  readonly name: string;
  /** Whether the chat waits for its outcome: then an action that a reload has interrupted runs again. */
  readonly isAwaited: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs an action in one of the tabs with the same chat; the others wait for its end. Where the browser has no storage, or no
 * locks, every page runs it.
 */
async function runOnce(once: Once, run: () => Promise<void>): Promise<void> {
  const { name, isAwaited, signal } = once;
  const storage = storageOf('localStorage');
  if (!storage || !('locks' in navigator)) return run();
  await navigator.locks.request(`${KEY}:${name}`, { signal }, async () => {
    if (namesIn(storage).includes(name)) return;
    if (!isAwaited) await note(storage, name);
    await run();
    if (isAwaited && !signal.aborted) await note(storage, name);
  });
}

function namesIn(storage: Storage): string[] {
  return storage.getItem(KEY)?.split(' ') ?? [];
}

async function note(storage: Storage, name: string): Promise<void> {
  await navigator.locks.request(KEY, () => {
    // If the storage is full, another tab may run the action as well.
    store(storage, KEY, [...namesIn(storage), name].slice(-KEPT).join(' '));
  });
}
