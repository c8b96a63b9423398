import { resolve4, resolve6, resolveCname } from 'node:dns/promises';
import { kindOfAddress } from './address.js';

/** DNS queries; each rejects, or resolves to an empty list, when a name has no records. */
export interface Dns {
  cnames(host: string): Promise<readonly string[]>;
  addresses(host: string): Promise<readonly string[]>;
}

/** Where a domain leads, and the DNS records its owner has to create so that it leads here. */
export interface DomainFinding {
  readonly status: 'VALID' | 'INVALID' | 'NOT_FOUND' | 'UNKNOWN';
  /** Empty when this server does not know its own host. */
  readonly records: readonly DnsRecord[];
}

/** A line of a DNS zone. */
export interface DnsRecord {
  readonly type: string;
  readonly name: string;
  readonly value: string;
}

/** Looks a domain up. Never rejects. */
export type DomainLookUp = (domain: string) => Promise<DomainFinding>;

/** The DNS of this machine. */
export const systemDns: Dns = {
  cnames: (host) => resolveCname(host),
  async addresses(host) {
    const found = await Promise.allSettled([resolve4(host), resolve6(host)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  },
};

/** The time limit of a look-up, in milliseconds. */
const TIME_LIMIT = 5_000;

/**
 * Creates the check of custom domains: one leads here when it is another name of the host in `publicUrl`, or has an
 * address in common with it. Without a `publicUrl`, or with look-ups switched off (no `dns`), the result is unknown.
 */
export function createDomainLookUp(publicUrl: string | undefined, dns?: Dns): DomainLookUp {
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return async (domain) => {
    if (host === undefined) return { status: 'UNKNOWN', records: [] };
    const records = [{ type: 'CNAME', name: domain, value: host }];
    if (!dns) return { status: 'UNKNOWN', records };
    return { status: await inTime(statusOf(domain, host, dns)), records };
  };
}

async function statusOf(domain: string, host: string, dns: Dns): Promise<DomainFinding['status']> {
  const cnames = await dns.cnames(domain).catch((): string[] => []);
  if (domain === host || cnames.some((name) => sameHost(name, host))) return 'VALID';
  const [theirs, ours] = await Promise.all([
    dns.addresses(domain).catch((): string[] => []),
    dns.addresses(host).catch((): string[] => []),
  ]);
  if (theirs.some((address) => ours.includes(address))) return 'VALID';
  if (theirs.length === 0) return cnames.length === 0 ? 'NOT_FOUND' : 'INVALID';
  // A name that leads into a private network is reported as not found, so that callers learn nothing about the network.
  if (theirs.every((address) => kindOfAddress(address) === 'private')) return 'NOT_FOUND';
  return ours.length === 0 ? 'UNKNOWN' : 'INVALID';
}

function sameHost(name: string, host: string): boolean {
  return name.toLowerCase().replace(/\.$/, '') === host;
}

async function inTime(finding: Promise<DomainFinding['status']>): Promise<DomainFinding['status']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'UNKNOWN'>((resolve) => {
    timer = setTimeout(() => resolve('UNKNOWN'), TIME_LIMIT);
  });
  try {
    return await Promise.race([finding, late]);
  } finally {
    clearTimeout(timer);
  }
}
