import ipaddr from 'ipaddr.js';

/**
 * The kind of an IP address: `public` is anywhere on the internet; `private` is this machine or its network, which an operator may allow by
 * name; `never` is no legitimate target of a request (cloud metadata, link-local, multicast, reserved and documentation ranges).
 */
export type AddressKind = 'public' | 'private' | 'never';

/** Classifies an IPv4 or IPv6 address in any notation that a resolver returns. One that cannot be parsed is `never`. */
export function kindOfAddress(text: string): AddressKind {
  const address = addressOf(text);
  if (address === undefined || isIn(address, METADATA)) return 'never';
  if (isIn(address, PRIVATE)) return 'private';
  const inner = embeddedIPv4(address);
  if (inner !== undefined) return kindOfAddress(inner) === 'public' ? 'public' : 'never';
  if (isIn(address, RESERVED)) return 'never';
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_IPV6) ? 'public' : 'never';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** We list ranges ourselves, because those of the library contain neither benchmarks nor metadata services. */
type Ranges = [Address, number][];

/** Cloud metadata services at addresses that are public or that an operator could allow by name. */
const METADATA = rangesOf([
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
]);

const PRIVATE = rangesOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
]);

/** Ranges of IANA's special-purpose registries within otherwise public space. */
const RESERVED = rangesOf([
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
]);

/** The IPv6 range of all global unicast addresses assigned so far. */
const GLOBAL_IPV6 = rangesOf(['2000::/3']);

/** IPv6 ranges that embed an IPv4 address, and the byte at which it starts: mapped, NAT64, 6to4. */
const CARRIERS = [
  { ranges: rangesOf(['::ffff:0:0/96', '64:ff9b::/96']), at: 12 },
  { ranges: rangesOf(['2002::/16']), at: 2 },
];

function embeddedIPv4(address: Address): string | undefined {
  const carrier = CARRIERS.find(({ ranges }) => isIn(address, ranges));
  return (
    carrier &&
    address
      .toByteArray()
      .slice(carrier.at, carrier.at + 4)
      .join('.')
  );
}

/** Whether an address is in one of the ranges; ranges of the other IP version are skipped. */
function isIn(address: Address, ranges: Ranges): boolean {
  // The types of `subnetMatch` allow only one IP version at a time, although it handles both.
  const [typedAddress, all] = [address as ipaddr.IPv6, ranges as [ipaddr.IPv6, number][]];
  return ipaddr.subnetMatch(typedAddress, { all }, 'none') === 'all';
}

function rangesOf(texts: readonly string[]): Ranges {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

/** Parses an address without its zone (`fe80::1%eth0`), which does not matter here. */
function addressOf(text: string): Address | undefined {
  const { IPv4, IPv6 } = ipaddr;
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  const [address = ''] = text.split('%', 1);
  // The library accepts octal numbers in an embedded IPv4 address; no resolver writes them.
  const tail = address.slice(address.lastIndexOf(':') + 1);
  if (tail.includes('.') && !IPv4.isValidFourPartDecimal(tail)) return undefined;
  return IPv6.isValid(address) ? IPv6.parse(address) : undefined;
}
