import type { TypedDocument } from '@parley/client';
import { client } from './server.js';

/** Why something was not done, in words for a person. */
export class Refused extends Error {}

/** Sends a mutation. Throws `Refused` if the server does not do what it asks, or cannot be reached. */
export async function change<Data extends object, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.mutation<Data>(document, variables).toPromise();
  if (error?.networkError)
    throw new Refused('The server cannot be reached. Try again in a moment.');
  if (!data) throw new Refused(error?.graphQLErrors[0]?.message ?? 'The server did not answer.');
  for (const payload of Object.values(data)) {
    const [fault] =
      (payload as { userErrors?: readonly { readonly message: string }[] }).userErrors ?? [];
    if (fault) throw new Refused(fault.message);
  }
  return data;
}

/** The words of a failure. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
