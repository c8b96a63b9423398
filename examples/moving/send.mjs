// Requests of the programs that move bots here.

/** How often a request is sent again that met a busy or unreachable server. */
const TRIES = 6;

/**
 * Sends a request with a token and gives the JSON of the answer. Waits where the server asks for that; fails with what the server
 * says, and its status as `status`.
 */
export async function send(url, { token, method = 'GET', body }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  for (let tried = 1; ; tried += 1) {
    const response = await globalThis.fetch(url, request).catch((error) => error);
    const isBusy = response instanceof Error || response.status === 429 || response.status >= 502;
    if (isBusy && tried < TRIES) {
      await seconds(Number(response.headers?.get('retry-after')) || 2 ** (tried - 1));
      continue;
    }
    if (response instanceof Error) throw new Error(`${url} cannot be reached: ${response.message}`);
    const text = await response.text();
    if (response.ok) return text === '' ? {} : JSON.parse(text);
    throw Object.assign(new Error(messageOf(text, response)), { status: response.status });
  }
}

function messageOf(text, { status, url }) {
  try {
    const { message, errors } = JSON.parse(text);
    return message ?? errors?.[0]?.message ?? `${url} answered ${status}`;
  } catch {
    return `${url} answered ${status}`;
  }
}

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** Runs GraphQL operations of a server; gives the data, and fails with the first error. */
export function openParley(server, token) {
  return async (query, variables) => {
    const body = { query, variables };
    const { data, errors } = await send(`${server}/graphql`, { token, method: 'POST', body });
    const faults = errors ?? Object.values(data).flatMap((payload) => payload?.userErrors ?? []);
    if (faults.length > 0) throw faultOf(faults[0]);
    return data;
  };
}

function faultOf({ message, reason, extensions }) {
  return Object.assign(new Error(message), { reason: reason ?? extensions?.reason });
}

/** All nodes of a connection of which `read` gives the page after a cursor. */
export async function allNodes(read) {
  const nodes = [];
  let cursor = null;
  do {
    const page = await read(cursor);
    nodes.push(...page.nodes);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return nodes;
}
