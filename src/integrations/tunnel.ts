import * as http from 'node:http';
import type { Socket } from 'node:net';
import * as https from 'node:https';
import { parsedUrl } from '../checks/parsedUrl.js';
import type { Destination, Guard } from './guard.js';
import { pinnedTo } from './pinnedTo.js';
import { orTimeout } from './requestEnd.js';

/** Thrown if a proxy cannot be used. The message is for the author of a flow, and contains no URL. */
export class NoTunnel extends Error {
  readonly code: 'blocked' | 'badRequest' | 'network';

  constructor(message: string, code: NoTunnel['code'] = 'network') {
    super(message);
    this.code = code;
  }
}

/** The proxy and the target of a tunnel. */
interface TunnelEnd {
  /** The URL of the proxy, which may contain a user name and a password. */
  readonly proxy: string;
  readonly url: URL;
  readonly destination: Extract<Destination, { ok: true }>;
}

/**
 * Opens a connection through a proxy (CONNECT, RFC 9110, section 9.3.6), for http as well as https. The proxy gets a checked IP address, so
 * that it never resolves the name itself. The guard checks the proxy like any other host. Rejects with `NoTunnel`.
 */
export async function openTunnel(
  { proxy, url, destination }: TunnelEnd,
  { guard, signal }: { readonly guard: Guard; readonly signal: AbortSignal },
): Promise<Socket> {
  const parsed = parsedUrl(proxy);
  if (!parsed) throw new NoTunnel('The proxy has no valid address', 'badRequest');
  const { headers, address } = asProxy(parsed);
  const there = await orTimeout(guard(address), signal);
  if (!there.ok) throw new NoTunnel(`The proxy cannot be used: ${there.message}`, there.code);
  const target = targetOf(url, destination);
  return new Promise((resolve, reject) => {
    const { request } = address.protocol === 'https:' ? https : http;
    const connectRequest = request({
      method: 'CONNECT',
      host: there.host,
      port: address.port,
      path: target,
      headers: { host: target, ...headers },
      agent: false,
      lookup: pinnedTo(there.addresses),
      signal,
    });
    connectRequest.once('error', () => reject(new NoTunnel('The proxy could not be reached')));
    connectRequest.once('connect', ({ statusCode }, socket) => {
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new NoTunnel(`The proxy refused the connection with status ${statusCode}`));
    });
    connectRequest.end();
  });
}

/** The URL of a proxy without user name and password, which become a header. */
function asProxy(proxy: URL): { readonly address: URL; readonly headers: Record<string, string> } {
  const { username, password } = proxy;
  const address = new URL(proxy);
  address.username = '';
  address.password = '';
  if (username === '' && password === '') return { address, headers: {} };
  const pair = [username, password].map(decoded).join(':');
  const encoded = Buffer.from(pair).toString('base64');
  return { address, headers: { 'proxy-authorization': `Basic ${encoded}` } };
}

/** Decodes percent-encoding; a text with an invalid `%` is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function targetOf(url: URL, { addresses: [address = ''] }: TunnelEnd['destination']): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
