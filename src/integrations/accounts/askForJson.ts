import { z } from 'zod';
import type { Http } from '../http.js';
import { parsedAs } from '../parsedAs.js';

/** A request that only reads, to a service whose account is looked at. */
export interface ServiceQuestion {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Milliseconds, because a person waits for it in a form. */
const TIMEOUT = 10_000;

/**
 * Reads JSON of a service. Rejects with a sentence that says what to do; what the service answered is not repeated, because it may hold
 * the key.
 */
export async function askForJson<S extends z.ZodType>(
  http: Http,
  { url, headers }: ServiceQuestion,
  schema: S,
): Promise<z.infer<S>> {
  const response = await http.send({ url, headers, timeoutMs: TIMEOUT });
  if (!response.ok) throw new Error(`The service does not answer: ${response.message}.`);
  const { status, body } = response;
  if (status !== 200) throw new Error(REASONS[status] ?? `The service answered with ${status}.`);
  const answer = parsedAs(schema, body);
  if (answer === undefined) {
    throw new Error('The service answered with something else: check its address.');
  }
  return answer;
}

const REFUSED = 'The service refused the key: check that it was copied whole and is still valid.';

const REASONS: Readonly<Record<number, string>> = {
  401: REFUSED,
  403: REFUSED,
  404: 'The service has nothing at this address: check the address.',
  429: 'The service takes no more requests just now: try again in a minute.',
};

/** For an answer of which only the status counts. */
export const anyAnswer = z.unknown().transform(() => true);
