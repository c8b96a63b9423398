import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { EffectOrigin } from '../../chat/ports.js';
import { startEnd } from '../requestEnd.js';
import type { VendorCall, VendorPorts } from '../vendorActions.js';
import { readAnswer } from './readAnswer.js';
import { collectText } from './replyText.js';
import type { Usage } from './usage.js';
import { whyFailed } from './whyFailed.js';

/** Less than the time of a turn; in milliseconds. */
const LONGEST_WAIT = 50_000;

/** What a model is asked. */
export interface Question {
  /** Opens the model for one request. */
  open(fetch: typeof globalThis.fetch): Promise<LanguageModelV3>;
  readonly options: LanguageModelV3CallOptions;
  /** Is hidden in reasons of failures. */
  readonly secret: string;
}

/** What a model said. */
export interface Said {
  readonly text: string;
  readonly usage: Usage;
}

/**
 * Lets a model answer, and publishes its text as it arrives when somebody may watch it. When it is stopped, the text so far
 * is the answer; when it fails in the middle, there is none: the reason is thrown, without the secret.
 */
export async function converse(
  ports: VendorPorts,
  { origin }: VendorCall,
  question: Question,
): Promise<Said> {
  const reply = await origin.openReply?.();
  const text = collectText((piece) => reply?.say(piece));
  const wishes = [origin.abandoned, reply?.stopped].filter((wish) => wish !== undefined);
  const end = startEnd(LONGEST_WAIT, wishes);
  const fetch = ports.http.openFetch({ timeoutMs: LONGEST_WAIT, callKey: origin.callKey });
  try {
    const model = await question.open(fetch);
    const options = { ...question.options, abortSignal: end.signal };
    const { usage } = await readAnswer(model, options, text.add);
    return { text: text.soFar(), usage };
  } catch (error) {
    if (reply?.stopped.aborted) return { text: text.soFar(), usage: {} };
    const reason = end.signal.aborted ? whyEnded(origin) : whyFailed(error);
    throw failure(reason, question.secret);
  } finally {
    end.close();
  }
}

function whyEnded({ abandoned }: EffectOrigin): string {
  return abandoned?.aborted ? 'the request was stopped' : 'the request took too long';
}

/** Without the error behind it, which may quote secrets. */
function failure(reason: string, secret: string): Error {
  return new Error(`The service failed: ${reason.replaceAll(secret, '***').slice(0, 500)}`);
}
