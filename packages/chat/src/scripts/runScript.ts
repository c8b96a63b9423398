import { waitToRetry } from '../chat/network.js';
import type { ChatPage } from '../chat/screen.js';
import { wait } from '../chat/wait.js';
import { callScript, type Script } from './script.js';

/**
 * Runs code of a bot and returns its result. At the bot's own domain, and in a site that embeds the widget, it runs in the page.
 * At the address of the server, which other people's bots and the sign-in share, it runs in a frame that reaches neither the page
 * nor its storage: see SECURITY.md.
 */
export async function runScript(
  script: Script,
  page: Pick<ChatPage, 'options' | 'signal'>,
): Promise<unknown> {
  if (page.options.scripts === 'frame') return runInFrame(script, page);
  return inTime(callScript(script), page.signal);
}

/**
 * Runs a script in a hidden frame with an origin of its own, and returns its result as JSON has it. The frame is removed afterwards,
 * at the latest when the time limit of scripts is over.
 */
export async function runInFrame(
  script: Script,
  { options, signal }: Pick<ChatPage, 'options' | 'signal'>,
): Promise<unknown> {
  const frame = await openFrame(`${options.url}/chat/frame`, signal);
  try {
    return await inTime(answerOf(frame, script), signal);
  } finally {
    frame.remove();
  }
}

/** Loads the frame, again where the network was cut: the chat waits for the script. */
async function openFrame(url: string, signal: AbortSignal): Promise<HTMLIFrameElement> {
  let failed = 0;
  do {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.src = url;
    if (await isReady(frame, signal)) return frame;
    frame.remove();
    failed += 1;
  } while (await waitToRetry(failed, signal));
  throw new Error('The frame of the script could not be loaded');
}

/**
 * Adds a frame to the page and returns whether its program has loaded. The program posts a message when it has; an
 * error page of the browser posts none.
 */
async function isReady(frame: HTMLIFrameElement, signal: AbortSignal): Promise<boolean> {
  const done = new AbortController();
  const listening = { signal: done.signal };
  const ready = new Promise<boolean>((resolve) => {
    const listen = ({ source }: MessageEvent): void => {
      if (source === frame.contentWindow) resolve(true);
    };
    window.addEventListener('message', listen, listening);
    // The message may come after this event.
    const loaded = (): void => void wait(1_000, signal).then(() => resolve(false));
    frame.addEventListener('load', loaded, listening);
    void wait(10_000, signal).then(() => resolve(false));
  });
  document.body.append(frame);
  return ready.finally(() => done.abort());
}

function answerOf(frame: HTMLIFrameElement, script: Script): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<unknown>((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<FrameAnswer>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.value);
    };
    frame.contentWindow?.postMessage(script, '*', [port2]);
  });
}

/** The result of a script in a frame. */
export type FrameAnswer = { readonly value: unknown } | { readonly error: string };

/** The timeout of a script, in milliseconds; the chat then continues without its result. */
const WITHIN = 10_000;

/** The result of a script. Rejects when it takes too long, or when the chat is closed meanwhile. */
async function inTime(running: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const late = wait(WITHIN, signal).then(() => {
    throw new Error('The script took too long');
  });
  return Promise.race([running, late]);
}
