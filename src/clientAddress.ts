import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * The proxies in front of this server that are believed about where a request comes from: how many there are, or their
 * addresses and subnets.
 */
export type TrustedProxies = number | readonly string[];

/**
 * The address of the client behind a request of any transport, for counting what one client does: an IPv4 address, or the
 * first 64 bits of an IPv6 address (`2001:db8:0:1::/64`), since whoever has one of those addresses has them all.
 */
export type ClientAddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * Reads the client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it: it is read from its end, and
 * the first address that is not a trusted proxy's is the client.
 */
export function createClientAddressOf(trusted: TrustedProxies): ClientAddressOf {
  const isNobodyTrusted = trusted === 0 || (Array.isArray(trusted) && trusted.length === 0);
  if (isNobodyTrusted) return ({ socket }) => networkOf(socket.remoteAddress);
  const isTrusted =
    typeof trusted === 'number'
      ? (_address: string, hop: number) => hop < trusted
      : proxyAddr.compile([...trusted]);
  // Nearest first: the socket's own address, then what the header says, as far as it is believed.
  return (request) => {
    const hops = proxyAddr.all(request as IncomingMessage, isTrusted); // It reads no more than these members.
    return networkOf(hops.findLast((hop) => isIPv4(hop) || ipaddr.IPv6.isValid(hop)));
  };
}

/** A socket that is closed has no address any more. */
const UNKNOWN = 'unknown';

/** How many of the eight parts of an IPv6 address are given to a client as a whole. */
const NETWORK_GROUPS = 4;

const { isValidFourPartDecimal: isIPv4 } = ipaddr.IPv4;

function networkOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN;
  if (isIPv4(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, NETWORK_GROUPS); // The kinds are two.
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
