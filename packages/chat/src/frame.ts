// The script of the hidden frame in which code of a bot runs: the frame has its own origin, and gets one script.
import type { FrameAnswer } from './scripts/runScript.js';
import { callScript, type Script } from './scripts/script.js';

addEventListener('message', ({ data, ports, source }: MessageEvent<Script>) => {
  // Another frame of the page, such as one that a bot embeds, could read or change the arguments of the script.
  if (source !== parent) return;
  const answer = (message: FrameAnswer): void => ports[0]?.postMessage(message);
  callScript(data)
    .then((value) => answer({ value: copyOf(value) }))
    .catch((error: unknown) => answer({ error: String(error) }));
});

// The page waits for this before it sends the script: a frame that did not load sends nothing.
parent.postMessage('ready', '*');

/** A value as JSON represents it, since functions and nodes cannot leave the frame. */
function copyOf(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
