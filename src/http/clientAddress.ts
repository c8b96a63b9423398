import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * The proxies in front of this server whose `X-Forwarded-For` is trusted: how many there are, or their
 * addresses and subnets.
 */
export type TrustedProxies = number | readonly string[];

/**
 * The address of the client behind a request of any transport, for counting what one client does: an IPv4 address, or the
 * first 64 bits of an IPv6 address (`2001:db8:0:1::/64`), since a client that has one of those addresses usually has all.
 */
export type ClientAddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * Reads the client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it: it is read from its end, and
 * the first address that is not a trusted proxy's is the client. Warns once when that header arrives and `TRUSTED_PROXIES` is
 * not set.
 */
export function createClientAddressOf(
  trusted: TrustedProxies,
  warn: (sentence: string) => void,
): ClientAddressOf {
  const isOwn = trusted === 0 || (Array.isArray(trusted) && trusted.length === 0);
  const read = isOwn ? ownAddressOf : forwardedBy(trusted);
  let mayWarn = isOwn && trusted !== 0;
  // The log and the rate limits both need it. Without proxies all requests of a connection have the same.
  const known = new WeakMap<object, string>();
  return (request) => {
    if (mayWarn && request.headers[FORWARDED] !== undefined) {
      mayWarn = false;
      warn(UNTRUSTED);
    }
    const key = isOwn ? request.socket : request;
    const found = known.get(key);
    if (found !== undefined) return found;
    const address = read(request);
    known.set(key, address);
    return address;
  };
}

const ownAddressOf: ClientAddressOf = ({ socket }) => networkOf(socket.remoteAddress);

function forwardedBy(trusted: TrustedProxies): ClientAddressOf {
  const isTrusted =
    typeof trusted === 'number'
      ? (_address: string, hop: number) => hop < trusted
      : proxyAddr.compile([...trusted]);
  // Nearest first: the socket's own address, then the header, as far as it is trusted.
  return ({ socket, headers }) => {
    const forwarded = withoutPorts(String(headers[FORWARDED] ?? ''));
    const facts: Parameters<ClientAddressOf>[0] = { socket, headers: { [FORWARDED]: forwarded } };
    // `proxyAddr` reads no more than these members.
    const hops = proxyAddr.all(facts as IncomingMessage, isTrusted);
    return networkOf(hops.findLast((hop) => isIPv4(hop) || ipaddr.IPv6.isValid(hop)));
  };
}

const FORWARDED = 'x-forwarded-for';

const UNTRUSTED =
  'Requests have an X-Forwarded-For, but TRUSTED_PROXIES is not set: all visitors behind one proxy count as one client. Set it to the number of proxies in front of the server, or to their addresses and subnets (10.0.0.5,192.168.0.0/16), or to 0 if no proxy is trusted, which also ends this warning. The log line of each request shows the client that counts';

/** Some proxies write the port beside the address. */
function withoutPorts(forwarded: string): string {
  return forwarded.replace(
    /(?<=^|[ ,])(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)(?=[ ,]|$)/gi,
    '$1$2',
  );
}

/** For a socket that is closed, which has no address. */
const UNKNOWN = 'unknown';

/** Groups of an IPv6 address, of eight, that identify a client. */
const NETWORK_GROUPS = 4;

const { isValidFourPartDecimal: isIPv4 } = ipaddr.IPv4;

function networkOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN;
  if (isIPv4(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, NETWORK_GROUPS); // There are two kinds.
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
