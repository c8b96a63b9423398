/** A request with a JSON body, and the `fetch` that sends it. */
export interface JsonPost {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal: AbortSignal;
}

/** A response with an error status. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly statusCode: number;
  readonly responseBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;

  constructor({ status, headers }: Response, responseBody: string) {
    super(`it answered ${status}`);
    this.statusCode = status;
    this.responseBody = responseBody;
    this.responseHeaders = Object.fromEntries(headers);
  }
}

/** Sends JSON. Throws if the response has an error status. */
export async function postJson({ fetch, url, headers, body, signal }: JsonPost): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new Refused(response, await response.text());
  return response;
}
