import type { CustomFetch } from 'openid-client';
import type { Http } from '../../integrations/http.js';

/** Thrown if the issuer does not respond, or responds with a server error. */
export class IssuerDown extends Error {
  override readonly name = 'IssuerDown';
}

/**
 * Returns a `fetch` that sends the requests of the OpenID Connect client through our guarded outgoing requests. Rejects with an IssuerDown
 * without a response, or with a server error of the issuer.
 */
export function guardedFetch(http: Http): CustomFetch {
  return async (url, { method, headers, body }) => {
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    const response = await http.send({
      url,
      method,
      headers,
      ...(isText && { body: String(body) }),
    });
    if (!response.ok) throw new IssuerDown(response.message);
    const { status } = response;
    if (status >= 500) throw new IssuerDown(`it answered ${status}`);
    const isBare = status === 204 || status === 205 || status === 304;
    return new Response(isBare ? null : response.body, { status, headers: response.headers });
  };
}
