import type { VendorCall } from '../vendorAction.js';
import { attempt } from './attempt.js';
import { collectText, type ReplyText } from './replyText.js';
import type { Usage } from './usage.js';

/** The answer of a model or an assistant. */
export interface Said {
  readonly text: string;
  readonly usage: Usage;
  /** The service's id of the answer or the dialogue. */
  readonly id?: string | undefined;
  /** Why the text is incomplete, if it broke off. */
  readonly warning?: string | undefined;
}

/**
 * Runs a request for a text, and publishes the text as it arrives if somebody may watch. If it is stopped, the text so far is the answer.
 * That also holds if it fails in the middle, unless there is no text yet: then the failure is thrown (see `attempt`).
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
    const answer = { text: text.soFar(), usage: {} };
    if (reply?.stopped.aborted) return answer;
    if (abandoned?.aborted || answer.text === '' || !(error instanceof Error)) throw error;
    return { ...answer, warning: error.message };
  }
}
