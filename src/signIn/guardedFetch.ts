import type { CustomFetch } from 'openid-client';
import type { Http } from '../integrations/http.js';

/** The issuer did not answer, or answered that it cannot. */
export class IssuerDown extends Error {
  override readonly name = 'IssuerDown';
}

/**
 * Sends what the OpenID Connect client asks for through the one way out, where the guard stands. Rejects with an
 * IssuerDown when nothing comes back, or a fault of the issuer's own.
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
