import type { TypedDocument } from '@parley/client';
import { Refused } from './change.js';
import { client } from './server.js';
import { t } from '../i18n/t.js';

/** Reads a query from the server once. Throws `Refused` if it cannot be read. */
export async function ask<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const once = { requestPolicy: 'network-only', isOnce: true } as const;
  const { data, error } = await client.query<Data>(document, variables, once).toPromise();
  if (error?.networkError)
    throw new Refused(t('The server cannot be reached. Try again in a moment.'));
  if (!data || error) {
    const [first] = error?.graphQLErrors ?? [];
    throw new Refused(
      first?.message ?? t('That could not be read.'),
      [],
      first?.extensions['reason'],
    );
  }
  return data;
}
