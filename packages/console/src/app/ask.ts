import type { TypedDocument } from '@parley/client';
import { Refused } from './change.js';
import { client, faultOf } from './server.js';

/** Reads a query from the server once. Throws `Refused` if it cannot be read. */
export async function ask<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const once = { requestPolicy: 'network-only', isOnce: true } as const;
  const { data, error } = await client.query<Data>(document, variables, once).toPromise();
  if (data && !error) return data;
  throw new Refused(faultOf(error), [], error?.graphQLErrors[0]?.extensions['reason']);
}
