import type { TypedDocument } from '@parley/client';
import { client, faultOf } from './server.js';
import { t } from '../i18n/t.js';

/** What is wrong with an input, as payloads say it. */
interface UserFault {
  readonly reason: string;
  readonly message: string;
  readonly path: readonly string[] | null;
}

/** Why something was not done, in words for a person; `faults` are about parts of the input, `reason` is the name of the failure of a query. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly faults: readonly UserFault[] = [],
    readonly reason?: unknown,
  ) {
    super(message);
  }
}

/** Sends a mutation. Throws `Refused` if the server does not do what it asks, or cannot be reached. */
export async function change<Data extends object, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.mutation<Data>(document, variables).toPromise();
  if (!data) throw new Refused(error ? faultOf(error) : t('The server did not answer.'));
  for (const payload of Object.values(data)) {
    const { userErrors: faults = [] } = payload as { userErrors?: readonly UserFault[] };
    const [first] = faults;
    if (first) throw new Refused(first.message, faults);
  }
  return data;
}

/** The words of a failure. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
