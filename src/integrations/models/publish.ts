import type { VendorCall } from '../vendorAction.js';
import { attempt } from './attempt.js';
import { collectText, type ReplyText } from './replyText.js';
import type { Usage } from './usage.js';

/** What a model or an assistant said. */
export interface Said {
  readonly text: string;
  readonly usage: Usage;
  /** By which the service knows its last answer, or the dialogue. */
  readonly id?: string | undefined;
  /** Why the text ends where it does, when it broke off. */
  readonly warning?: string | undefined;
}

/**
 * Runs what brings a text, and publishes the text as it comes when somebody may watch it. When somebody stops it, or when it
 * fails in the middle, the text so far is the answer; without any, the reason is thrown (see `attempt`).
 */
export async function publish(
  { origin }: VendorCall,
  secrets: readonly string[],
  run: (text: ReplyText, signal: AbortSignal) => Promise<Said>,
): Promise<Said> {
  const reply = await origin.openReply?.();
  const text = collectText((piece) => reply?.say(piece));
  const { abandoned } = origin;
  try {
    return await attempt({ abandoned, stopped: reply?.stopped }, secrets, (signal) =>
      run(text, signal),
    );
  } catch (error) {
    const said = { text: text.soFar(), usage: {} };
    if (reply?.stopped.aborted) return said;
    if (abandoned?.aborted || said.text === '' || !(error instanceof Error)) throw error;
    return { ...said, warning: error.message };
  }
}
