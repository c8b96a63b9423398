import dns from 'node:dns/promises';
import { codeOf } from '../errors/codeOf.js';
import { challengeName, isOwnDomain, type DomainFinding } from '../storage/domainProof.js';
import { kindOfAddress } from './address.js';

/** DNS queries. Each resolves to an empty list if there is no such record, and rejects if no answer came. */
export interface Dns {
  cnames(host: string): Promise<readonly string[]>;
  addresses(host: string): Promise<readonly string[]>;
  texts(host: string): Promise<readonly string[]>;
}

/** Looks up a domain. Never rejects. */
export type DomainLookUp = (domain: string) => Promise<DomainFinding>;

/** DNS queries with a resolver of Node. */
export function dnsOf(
  resolver: Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'resolveCname' | 'resolveTxt'>,
): Dns {
  return {
    cnames: (host) => answered(resolver.resolveCname(host)),
    async addresses(host) {
      const both = [resolver.resolve4(host), resolver.resolve6(host)];
      return (await Promise.all(both.map(answered))).flat();
    },
    async texts(host) {
      // The strings of a record are concatenated (RFC 7208, section 3.3).
      return (await answered(resolver.resolveTxt(host))).map((parts) => parts.join(''));
    },
  };
}

/** The DNS resolver of this machine. */
export const systemDns = dnsOf(dns);

/** Node's error codes for names that do not exist or have no record of the kind (https://nodejs.org/api/dns.html#error-codes). */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

async function answered<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return await query;
  } catch (error) {
    if (ABSENT.includes(codeOf(error))) return [];
    throw error;
  }
}

/** Milliseconds for a query. */
const TIME_LIMIT = 5_000;

/**
 * Creates the look-up of custom domains. A domain leads to this server if it is an alias of the host of `publicUrl` or shares an address
 * with it. Without `publicUrl`, or with look-ups switched off (no `dns`), the result is unknown.
 */
export function createDomainLookUp(publicUrl: string | undefined, dns?: Dns): DomainLookUp {
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return async (domain) => {
    const isOwn = isOwnDomain(domain, publicUrl);
    if (isOwn) return { leads: 'INVALID', proofs: undefined, isOwn };
    if (host === undefined || !dns) return { leads: 'UNKNOWN', proofs: undefined, isOwn };
    const [leads = 'UNKNOWN', proofs] = await Promise.all([
      inTime(whereItLeads(domain, host, dns)),
      inTime(dns.texts(challengeName(domain))),
    ]);
    return { leads, proofs, isOwn };
  };
}

async function whereItLeads(
  domain: string,
  host: string,
  dns: Dns,
): Promise<DomainFinding['leads']> {
  const cnames = await dns.cnames(domain);
  if (cnames.some((name) => sameHost(name, host))) return 'VALID';
  const [theirs, ours] = await Promise.all([dns.addresses(domain), dns.addresses(host)]);
  if (theirs.some((address) => ours.includes(address))) return 'VALID';
  if (theirs.length === 0) return cnames.length === 0 ? 'NOT_FOUND' : 'INVALID';
  // Names in a private network are reported as not found, so that callers learn nothing about the network.
  if (theirs.every((address) => kindOfAddress(address) === 'private')) return 'NOT_FOUND';
  return ours.length === 0 ? 'UNKNOWN' : 'INVALID';
}

function sameHost(name: string, host: string): boolean {
  return name.toLowerCase().replace(/\.$/, '') === host;
}

/** The answer; undefined if it did not come in time. */
async function inTime<T>(query: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIME_LIMIT);
  });
  try {
    return await Promise.race([query.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
