import type { VendorPorts } from '../vendorAction.js';
import { tokensIn } from './estimate.js';
import { orRetired } from './retired.js';
import type { RequestUse, Usage } from './usage.js';

/** A request to a vendor, before anything is known of its answer. */
export interface CountedRequest extends Omit<RequestUse, keyof Usage | 'isEstimate'> {
  /** How many bytes of text it has for a model to read (see `bytesIn`); absent where no tokens are counted. */
  readonly reads?: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
}

/** What is known of an answer while it comes. */
export interface Tally {
  /** Receives what the model writes, its thoughts and its calls of functions too; empty when the vendor begins to answer. */
  writes(text: string): void;
  /** The model, where only the answer names it. */
  model?: string | undefined;
}

/**
 * Runs a request, and counts what it took. Where the vendor does not report tokens, they are estimated from the texts: so an
 * answer that breaks off counts as far as it came, and one that nobody waited for counts at least what it had to read. A
 * request that is refused counts nothing. Rejects with the reason where the vendor has switched the model off.
 */
export async function countRequest<T extends { readonly usage: Usage }>(
  { countUse }: Pick<VendorPorts, 'countUse'>,
  { reads, signal, ...asked }: CountedRequest,
  run: (tally: Tally) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  let written: number | undefined;
  const tally: Tally = {
    writes: (text) => (written = (written ?? 0) + Buffer.byteLength(text)),
    model: asked.model,
  };
  const count = (usage: Usage): void => {
    const estimated = reads === undefined ? usage : orEstimate(usage, reads, written ?? 0);
    countUse({ ...asked, model: tally.model, ...estimated });
  };
  const answer = await run(tally).catch((error: unknown) => {
    if (written !== undefined || signal?.aborted) count({});
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
