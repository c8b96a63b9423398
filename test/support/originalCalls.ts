import type { TestApp } from './app.js';
import { partAt, recordAt } from './parts.js';

/** A response of the original API. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Calls endpoints of the original API, such as `POST /v1/sendMessage`, with or without a body. */
export function callsOfOriginal(app: () => TestApp) {
  const call = async (address: string, sent?: object, headers: object = {}): Promise<Answer> => {
    const [method = '', path = ''] = address.split(' ');
    const response = await fetch(`${app().url}/api${path}`, {
      method,
      headers: { ...(sent && { 'content-type': 'application/json' }), ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const { status, headers: got } = response;
    return { status, body: recordAt(await response.json()), headers: got };
  };
  const startOf = (publicId: string, sent: object = {}): Promise<Answer> =>
    call(`POST /v1/typebots/${publicId}/startChat`, sent);
  return { call, startOf };
}

/** The text of the first message in a response. */
export function said({ body }: Answer): unknown {
  return partAt(body, 'messages.0.content.plainText');
}
