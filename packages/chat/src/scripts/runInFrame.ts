import type { ChatPage } from '../chat/screen.js';
import { inTime } from './inTime.js';
import type { Script } from './script.js';

/**
 * Runs a script in a hidden frame with an origin of its own, and returns its result as JSON has it. The frame is removed afterwards,
 * at the latest when the time limit of scripts is over.
 */
export async function runInFrame(
  script: Script,
  { options, signal }: Pick<ChatPage, 'options' | 'signal'>,
): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = `${options.url}/chat/frame`;
  try {
    return await inTime(answerOf(frame, script), signal);
  } finally {
    frame.remove();
  }
}

async function answerOf(frame: HTMLIFrameElement, script: Script): Promise<unknown> {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
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
