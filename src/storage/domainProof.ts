import type { CustomDomain } from '../schema/customDomain.js';
import type { DnsRecord } from '../schema/dnsRecord.js';

/** What a look-up of a domain found. */
export interface DomainFinding {
  /** Where it leads. */
  readonly leads: 'VALID' | 'INVALID' | 'NOT_FOUND' | 'UNKNOWN';
  /** The values of its TXT records of proof; undefined where the DNS gave no answer, so that nothing is known of them. */
  readonly proofs: readonly string[] | undefined;
  /** Whether it is the host of this server, or below it: nobody can have it. */
  readonly isOwn: boolean;
}

/** The name of the TXT record that proves a domain: only who controls the DNS of the domain can write it. */
export function challengeName(domain: string): string {
  return `_parley-challenge.${domain}`;
}

/** Whether a domain is the host in `PUBLIC_URL`, or one below it. */
export function isOwnDomain(domain: string, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false;
  return `.${domain}`.endsWith(`.${new URL(publicUrl).hostname}`);
}

/**
 * What the owner of a domain writes into its DNS, in this order: first the proof, then where it leads. Empty where this server
 * does not know its own host.
 */
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
