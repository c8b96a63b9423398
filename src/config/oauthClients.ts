import { parsedUrl } from '../checks/parsedUrl.js';

/** The OAuth clients: for each `client_id` (RFC 6749), its redirect URIs. */
export type OauthClients = ReadonlyMap<string, readonly string[]>;

const ENTRY = /^([\w.-]{1,64})=(\S{1,500})$/;

/** Parses clients like `dashboard=https://dash.example.com/signed-in,cli=http://127.0.0.1/`. Returns the first part that is invalid. */
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
 * Whether a text is a valid redirect URI: over https, or over http to the person's own computer, and spelt as browsers spell it, because it
 * is compared character by character.
 */
function isRedirectUri(text: string): boolean {
  const url = parsedUrl(text);
  if (!url || /[#*\\]/.test(text)) return false;
  const { href, protocol, hostname, username, password } = url;
  if (username !== '' || password !== '' || (href !== text && href !== `${text}/`)) return false;
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** Matches the origin of a loopback URI, with or without a port. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Whether a redirect URI is registered for a client, compared character by character (RFC 9700, section 2.1). The port of a loopback URI is
 * not compared, because programs listen on any free one (RFC 8252, section 7.3).
 */
export function isRedirectUriOf(
  clients: OauthClients,
  clientId: string,
  redirectUri: string,
): boolean {
  const listed = clients.get(clientId) ?? [];
  if (listed.includes(redirectUri)) return true;
  if (!LOOPBACK.test(redirectUri) || !parsedUrl(redirectUri)) return false;
  return listed.some((listedUri) => withoutPort(listedUri) === withoutPort(redirectUri));
}

/** Whether an origin has a redirect URI of a client. */
export function isOriginOfClient(clients: OauthClients, origin: string): boolean {
  const addresses = [...clients.values()].flat();
  return addresses.some(
    (listedAddress) => withoutPort(new URL(listedAddress).origin) === withoutPort(origin),
  );
}

function withoutPort(address: string): string {
  return address.replace(LOOPBACK, '$1');
}
