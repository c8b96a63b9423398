import { connectionLost, failureOf, recordIn } from './failure.js';
import { authorizationOf, type Server } from './server.js';
import type { TypedDocument } from './typedDocument.js';

/**
 * Runs a query or mutation, once, and returns its data; for pages that need no cache. Throws `ParleyError` when the server refuses
 * it or cannot be reached. Faults in the input of a mutation are in the `userErrors` of the data.
 */
export async function query<Data, Variables>(
  server: Server,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { url, signal } = server;
  const response = await fetch(`${url.replace(/\/$/, '')}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await authorizationOf(server)) },
    body: JSON.stringify({ query: document, variables }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw connectionLost(String(error));
  });
  const answer = recordIn(await response.json().catch(() => undefined));
  const { data, errors } = answer;
  if (Array.isArray(errors)) throw failureOf(errors[0]);
  if (!response.ok) throw failureOf(answer, response.status >= 500);
  // The types of a document are made from the schema.
  return data as Data;
}
