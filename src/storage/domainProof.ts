import type { CustomDomain } from '../schema/customDomain.js';
import type { DnsRecord } from '../schema/dnsRecord.js';

/** The findings of a DNS lookup. */
export interface DomainFinding {
  readonly leads: 'VALID' | 'INVALID' | 'NOT_FOUND' | 'UNKNOWN';
  /** The values of its TXT proof records; undefined when the DNS gave no answer. */
  readonly proofs: readonly string[] | undefined;
  /** Whether the domain is the host of this server or a subdomain of it, which nobody can hold. */
  readonly isOwn: boolean;
}

/** The name of the TXT record that proves a domain: only those who control its DNS can write it. */
export function challengeName(domain: string): string {
  return `_parley-challenge.${domain}`;
}

/** Whether a domain is the host in `PUBLIC_URL`, or a subdomain of it. */
export function isOwnDomain(domain: string, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false;
  return `.${domain}`.endsWith(`.${new URL(publicUrl).hostname}`);
}

/** The DNS records that the owner of a domain creates: the proof, then the CNAME. Empty where this server does not know its own host. */
export function recordsOf(
  { name, proof }: Pick<CustomDomain, 'name' | 'proof'>,
  publicUrl: string | undefined,
): DnsRecord[] {
  if (publicUrl === undefined) return [];
  return [
    { type: 'TXT', name: challengeName(name), value: proof },
    { type: 'CNAME', name, value: new URL(publicUrl).hostname },
  ];
}
