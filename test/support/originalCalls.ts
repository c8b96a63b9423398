import type { TestApp } from './app.js';
import { partAt, recordAt } from './parts.js';

/** What a caller of the original is answered. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Calls addresses of the original, such as `POST /v1/sendMessage`, with or without a body. */
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

/** The first message of a turn. */
export function said({ body }: Answer): unknown {
  return partAt(body, 'messages.0.content.plainText');
}
