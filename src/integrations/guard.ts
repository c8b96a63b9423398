import { kindOfAddress } from './address.js';

/** Finds all addresses of a host name. Rejects, or gives none, when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Where a request may go: the addresses that were checked, and no others; or why it may not. */
export type Destination =
  | { readonly ok: true; readonly host: string; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      readonly code: 'blocked' | 'badRequest';
      readonly message: string;
    };

/** Judges each URL before it is requested, redirects included. */
export type Guard = (url: URL) => Promise<Destination>;

/**
 * Makes the guard against requests into our own network. A host is judged by its name
 * and by every address it has; the caller must connect to those addresses alone, so that a name that
 * changes its address in between gains nothing. `allowedHosts` (`host` or `host:port`) may be
 * private; what nobody may reach, such as cloud metadata, they do not re-open.
 */
export function createGuard(allowedHosts: readonly string[], resolve: Resolve): Guard {
  const allowed = new Set(allowedHosts.map((host) => withoutDots(host.trim().toLowerCase())));
  return async (url) => {
    const host = withoutDots(url.hostname);
    const isAllowed = allowed.has(host) || allowed.has(`${host}:${portOf(url)}`);
    const refusal = refusalOf(url, host, isAllowed);
    if (refusal) return refusal;
    const name = host.replace(/^\[|\]$/g, '');
    const addresses = isAddress(host) ? [name] : await resolve(name).catch(() => []);
    // The same message as for a host in a private network: nobody learns which names exist there.
    if (addresses.length === 0) return refuse('blocked', PRIVATE_HOST);
    const isOpen = addresses.every((address) => {
      const kind = kindOfAddress(address);
      return kind === 'public' || (isAllowed && kind === 'private');
    });
    return isOpen ? { ok: true, host: name, addresses } : refuse('blocked', PRIVATE_HOST);
  };
}

const PRIVATE_HOST = 'the host is not on the public internet';

/** Names of this machine, of its network, and of metadata services. */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain|local|internal|ip6-localhost|ip6-loopback|home\.arpa)$/;
const METADATA_NAMES = new Set([
  'instance-data',
  'metadata',
  'metadata.goog',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'rancher-metadata',
]);

/** Ports of mail and shells: an HTTP body can be made to speak to them, to send spam for one. */
const REFUSED_PORTS = new Set(
  [22, 23, 25, 110, 119, 135, 139, 143, 445, 465, 514, 563, 587, 993, 995, 6667, 6697].map(String),
);

function refusalOf(url: URL, host: string, isAllowed: boolean): Destination | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('blocked', 'only http and https addresses can be requested');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('badRequest', 'credentials belong in a header, not in the address');
  }
  if (isAllowed) return undefined;
  if (PRIVATE_NAME.test(host) || METADATA_NAMES.has(host)) return refuse('blocked', PRIVATE_HOST);
  return REFUSED_PORTS.has(portOf(url))
    ? refuse('blocked', 'the port is not a web port')
    : undefined;
}

function refuse(code: 'blocked' | 'badRequest', message: string): Destination {
  return { ok: false, code, message };
}

function withoutDots(host: string): string {
  return host.replace(/(?<!\.)\.+$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** The URL parser has made any spelling of an IPv4 address dotted decimal by now. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}
