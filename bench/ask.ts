import type { BenchServer } from './server.js';

/** A request that is not measured. */
interface Asked {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: object;
}

/** Sends a request as the owner: a GET without a body, else a POST. Rejects on a response that is not a success. */
export async function ask(
  { port, token }: Pick<BenchServer, 'port' | 'token'>,
  path: string,
  { body, method = body ? 'POST' : 'GET' }: Asked = {},
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
