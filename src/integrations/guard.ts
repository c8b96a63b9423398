import { kindOfAddress } from './address.js';

/** Resolves a host name to all its addresses. Rejects, or resolves to an empty list, when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The checked addresses to which a request may connect, or the reason why it may not. */
export type Destination =
  { readonly ok: true; readonly host: string; readonly addresses: readonly string[] } | Refused;

/** The reason why a request may not be made. */
export interface Refused {
  readonly ok: false;
  readonly code: 'blocked' | 'badRequest';
  readonly message: string;
}

/** The purpose of a connection, which decides the allowed ports: web requests, or e-mail. */
export type Purpose = 'web' | 'mail';

/** Checks a URL before it is requested; also called for redirects. */
export type Guard = (url: URL, purpose?: Purpose) => Promise<Destination>;

/**
 * Creates the guard against requests into the network of this server. It checks the name of a host and all its addresses. The caller must
 * connect only to those addresses, so that a name that changes its address meanwhile gains nothing. `allowedHosts` (`host` or `host:port`)
 * may be private; addresses that no request may reach, such as cloud metadata, stay refused.
 */
export function createGuard(allowedHosts: readonly string[], resolve: Resolve): Guard {
  const judge = createUrlJudge(allowedHosts);
  return async (url, purpose = 'web') => {
    const { isAllowed, refusal } = judge(url, purpose);
    if (refusal) return refusal;
    const host = withoutDots(url.hostname);
    const name = bare(host);
    const addresses = isAddress(host) ? [name] : await resolve(name).catch(() => []);
    // The same message as for hosts in a private network, so that callers cannot find out which names exist there.
    const isOpen =
      addresses.length > 0 && addresses.every((address) => isOpenTo(address, isAllowed));
    return isOpen ? { ok: true, host: name, addresses } : refuse('blocked', PRIVATE_HOST);
  };
}

/** Checks a URL without DNS: whether the operator allows its host, and why it is refused. */
export type UrlJudge = (
  url: URL,
  purpose?: Purpose,
) => { readonly isAllowed: boolean; readonly refusal: Refused | undefined };

/** Creates the check of everything but the addresses of a host name. */
export function createUrlJudge(allowedHosts: readonly string[]): UrlJudge {
  const allowed = new Set(allowedHosts.map((host) => withoutDots(host.trim().toLowerCase())));
  return (url, purpose = 'web') => {
    const host = withoutDots(url.hostname);
    const isAllowed = allowed.has(host) || allowed.has(`${host}:${portOf(url)}`);
    const refusal =
      refusalOf(url) ??
      (isAllowed ? undefined : refusalOfPlace(url, host, purpose)) ??
      (isAddress(host) && !isOpenTo(bare(host), isAllowed)
        ? refuse('blocked', PRIVATE_HOST)
        : undefined);
    return { isAllowed, refusal };
  };
}

function isOpenTo(address: string, isAllowed: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === 'public' || (isAllowed && kind === 'private');
}

const PRIVATE_HOST = 'the host has no address on the public internet';

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

/** Ports of mail servers and shells, which may take an HTTP body for commands, for example to send spam. */
const REFUSED_PORTS = new Set(
  [22, 23, 25, 110, 119, 135, 139, 143, 445, 465, 514, 563, 587, 993, 995, 6667, 6697].map(String),
);

/** The ports of mail submission (RFC 6409, RFC 8314), and alternatives that hosts offer. */
const MAIL_PORTS = new Set([25, 465, 587, 2465, 2525, 2587].map(String));

function refusalOf(url: URL): Refused | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('blocked', 'only http and https addresses can be requested');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('badRequest', 'credentials belong in a header, not in the address');
  }
  return undefined;
}

/** The refusal of a host that the operator has not allowed. */
function refusalOfPlace(url: URL, host: string, purpose: Purpose): Refused | undefined {
  if (!isAddress(host) && !mayBePublic(host)) return refuse('blocked', PRIVATE_HOST);
  const port = portOf(url);
  if (purpose === 'mail') {
    return MAIL_PORTS.has(port) ? undefined : refuse('blocked', 'the port is not a mail port');
  }
  return REFUSED_PORTS.has(port) ? refuse('blocked', 'the port is not a web port') : undefined;
}

/** Whether a host may be on the public internet, judging by its name or address. */
export function isPublicHost(hostname: string): boolean {
  const host = withoutDots(hostname);
  if (isAddress(host)) return kindOfAddress(bare(host)) === 'public';
  return host.includes('.') && mayBePublic(host);
}

/** Whether a name is valid in DNS (RFC 1035, section 2.3.4) and not one of a private network. */
function mayBePublic(host: string): boolean {
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63);
  return isName && !PRIVATE_NAME.test(host) && !METADATA_NAMES.has(host);
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function refuse(code: 'blocked' | 'badRequest', message: string): Refused {
  return { ok: false, code, message };
}

function withoutDots(host: string): string {
  return host.replace(/(?<!\.)\.+$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** The URL parser has normalised every spelling of an IPv4 address to dotted decimal. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}
