import type { Script } from './runScript.js';

/** Milliseconds after which a script in a frame is given up. */
const WITHIN = 30_000;

/** Runs a script in a hidden frame with an origin of its own, and gives what it returns, as far as that can be copied. */
export async function runInFrame(script: Script, url: string): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = `${url}/chat/frame`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  try {
    await loaded;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('The script took too long')), WITHIN);
      port1.onmessage = ({ data }: MessageEvent<FrameAnswer>) => {
        clearTimeout(late);
        if ('error' in data) reject(new Error(data.error));
        else resolve(data.value);
      };
    });
    frame.contentWindow?.postMessage(script, '*', [port2]);
    return await answered;
  } finally {
    frame.remove();
  }
}

/** What a script in a frame comes to. */
export type FrameAnswer = { readonly value: unknown } | { readonly error: string };
