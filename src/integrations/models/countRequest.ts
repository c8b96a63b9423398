import type { VendorPorts } from '../vendorAction.js';
import { tokensIn } from './estimate.js';
import { orRetired } from './retired.js';
import type { RequestUse, Usage } from './usage.js';

/** A request to a vendor, before its response is known. */
export interface CountedRequest extends Omit<RequestUse, keyof Usage | 'isEstimate'> {
  /** The bytes of text that the model has to read (see `bytesIn`); absent if no tokens are counted. */
  readonly reads?: number;
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal | undefined;
}

/** What is known of a response while it arrives. */
export interface Tally {
  /** Receives the output of the model, including reasoning and function calls; called with an empty text when the response starts. */
  writes(text: string): void;
  /** The model, if only the response names it. */
  model?: string | undefined;
}

/**
 * Runs a request and counts its usage. Tokens that the vendor does not report are estimated from the texts, so that a response that breaks
 * off counts as far as it came, and an abandoned one counts at least its input. A refused request counts nothing. Rejects with the reason
 * if the vendor has switched off the model.
 */
export async function countRequest<T extends { readonly usage: Usage }>(
  { countUse }: Pick<VendorPorts, 'countUse'>,
  { reads, signal, ...asked }: CountedRequest,
  run: (tally: Tally) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  let outputBytes: number | undefined;
  const tally: Tally = {
    writes: (text) => (outputBytes = (outputBytes ?? 0) + Buffer.byteLength(text)),
    model: asked.model,
  };
  const count = (usage: Usage): void => {
    const estimated = reads === undefined ? usage : orEstimate(usage, reads, outputBytes ?? 0);
    countUse({ ...asked, model: tally.model, ...estimated });
  };
  const answer = await run(tally).catch((error: unknown) => {
    if (outputBytes !== undefined || signal?.aborted) count({});
    throw orRetired(error, asked.vendor, tally.model);
  });
  count(answer.usage);
  return answer;
}

function orEstimate(
  usage: Usage,
  reads: number,
  written: number,
): Usage & Pick<RequestUse, 'isEstimate'> {
  if (usage.total !== undefined) return usage;
  const [prompt, completion] = [tokensIn(reads), tokensIn(written)];
  return { ...usage, prompt, completion, total: prompt + completion, isEstimate: true };
}
