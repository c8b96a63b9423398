/**
 * The kind of an address: `public` is anywhere on the internet; `private` is this machine or its network, which an
 * operator may allow by name; `never` is not a legitimate target of any request (cloud metadata, link-local, multicast,
 * ranges that are reserved or only for documentation).
 */
export type AddressKind = 'public' | 'private' | 'never';

/** Classifies an IPv4 or IPv6 address in any spelling a resolver returns; one that cannot be parsed is `never`. */
export function kindOfAddress(address: string): AddressKind {
  const bytes = bytesOf(address);
  if (bytes === undefined || isIn(bytes, METADATA)) return 'never';
  if (isIn(bytes, PRIVATE)) return 'private';
  const inner = embeddedIPv4(bytes);
  if (inner) return kindOfAddress(inner.join('.')) === 'public' ? 'public' : 'never';
  if (isIn(bytes, RESERVED)) return 'never';
  return bytes.length === 4 || isIn(bytes, GLOBAL_IPV6) ? 'public' : 'never';
}

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** Metadata services of clouds at addresses that the other ranges would allow, or allow again by name. */
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

/** The special-purpose registries of IANA, as far as they lie inside what is otherwise public. */
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

/** All IPv6 addresses in public use today. */
const GLOBAL_IPV6 = rangesOf(['2000::/3']);

/** IPv6 ranges that carry an IPv4 address, and the byte it begins at: mapped, NAT64, 6to4. */
const CARRIERS = [
  { ranges: rangesOf(['::ffff:0:0/96', '64:ff9b::/96']), at: 12 },
  { ranges: rangesOf(['2002::/16']), at: 2 },
];

function embeddedIPv4(bytes: readonly number[]): readonly number[] | undefined {
  const carrier = CARRIERS.find(({ ranges }) => isIn(bytes, ranges));
  return carrier && bytes.slice(carrier.at, carrier.at + 4);
}

function isIn(bytes: readonly number[], ranges: readonly Range[]): boolean {
  return ranges.some(
    (range) => range.bytes.length === bytes.length && commonBits(bytes, range.bytes) >= range.bits,
  );
}

function commonBits(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at === -1 ? left.length * 8 : at * 8 + Math.clz32((left[at] ?? 0) ^ (right[at] ?? 0)) - 24;
}

function rangesOf(texts: readonly string[]): Range[] {
  return texts.map((text) => {
    const [address = '', bits] = text.split('/');
    return { bytes: bytesOf(address) ?? [], bits: Number(bits) };
  });
}

function bytesOf(address: string): number[] | undefined {
  return address.includes(':') ? bytesOfIPv6(address) : bytesOfIPv4(address);
}

function bytesOfIPv4(address: string): number[] | undefined {
  const isDotted = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(address);
  const bytes = address.split('.').map(Number);
  return isDotted && bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** The URL parser normalises every spelling: hexadecimal groups, the longest run of zeros left out. */
function bytesOfIPv6(address: string): number[] | undefined {
  const url = `http://[${address.split('%', 1).join()}]`;
  if (!URL.canParse(url)) return undefined;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 255]);
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
