import { parsedUrl } from '../checks/parsedUrl.js';

/**
 * The programs and pages of other origins in which people may sign in: by the id of each (`client_id` of RFC 6749) the
 * addresses at which it may receive codes.
 */
export type OauthClients = ReadonlyMap<string, readonly string[]>;

const ENTRY = /^([\w.-]{1,64})=(\S{1,500})$/;

/** Reads clients like `dashboard=https://dash.example.com/signed-in,cli=http://127.0.0.1/`; gives the part that is none. */
export function parseOauthClients(text: string): OauthClients | string {
  const clients = new Map<string, readonly string[]>();
  const parts = text.split(',').map((one) => one.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, clientId = '', address = ''] = ENTRY.exec(part) ?? [];
    if (!isRedirectUri(address)) return part;
    clients.set(clientId, [...(clients.get(clientId) ?? []), address]);
  }
  return clients;
}

/**
 * Whether codes may be sent to an address at all: by https, or by http on the computer of the person. It is spelt as
 * browsers spell it, because it is compared character for character.
 */
function isRedirectUri(text: string): boolean {
  const url = parsedUrl(text);
  if (!url || /[#*\\]/.test(text)) return false;
  const { href, protocol, hostname, username, password } = url;
  if (username !== '' || password !== '' || (href !== text && href !== `${text}/`)) return false;
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** The beginning of a loopback address, with or without a port. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Whether a client may receive codes at an address: it is one of its list, character for character (RFC 9700, section
 * 2.1). The port of a loopback address is not compared: programs listen on a free one (RFC 8252, section 7.3).
 */
export function isRedirectUriOf(
  clients: OauthClients,
  clientId: string,
  redirectUri: string,
): boolean {
  const listed = clients.get(clientId) ?? [];
  if (listed.includes(redirectUri)) return true;
  if (!LOOPBACK.test(redirectUri) || !parsedUrl(redirectUri)) return false;
  return listed.some((one) => withoutPort(one) === withoutPort(redirectUri));
}

/** Whether pages of an origin belong to a client: codes may be sent there. */
export function isOriginOfClient(clients: OauthClients, origin: string): boolean {
  const addresses = [...clients.values()].flat();
  return addresses.some((one) => withoutPort(new URL(one).origin) === withoutPort(origin));
}

function withoutPort(address: string): string {
  return address.replace(LOOPBACK, '$1');
}
