import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Destination, Guard } from './guard.js';
import type { Outgoing } from './outgoing.js';
import { pinnedTo } from './pinnedTo.js';
import { openTunnel } from './tunnel.js';

/**
 * The options that connect a request to the checked addresses, directly or through its proxy. A client certificate is presented only to its
 * own origin, even after a redirect. Rejects with `NoTunnel`.
 */
export async function connecting(
  { url, connection = {} }: Outgoing,
  destination: Extract<Destination, { ok: true }>,
  trip: { readonly guard: Guard; readonly signal: AbortSignal },
): Promise<RequestOptions> {
  const { proxy, certificate } = connection;
  const clientCertificate = certificate?.origin === url.origin ? certificate.pair : {};
  const { host, addresses } = destination;
  if (proxy === undefined)
    return { agent: false, lookup: pinnedTo(addresses), ...clientCertificate };
  const socket = await openTunnel({ proxy, url, destination }, trip);
  if (url.protocol === 'http:') return { createConnection: () => socket };
  const servername = isIP(host) === 0 ? host : '';
  const protocols = { ALPNProtocols: ['http/1.1'] };
  return {
    createConnection: () =>
      connect({ socket, host, servername, ...protocols, ...clientCertificate }),
  };
}
