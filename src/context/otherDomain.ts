/**
 * Whether a host is another domain than that of this server (`PUBLIC_URL`), at which only pages of bots exist. False without `PUBLIC_URL`,
 * and for addresses and names of the local network.
 */
export function isOtherDomain(
  hostname: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (hostname === undefined || publicUrl === undefined) return false;
  const host = plainHost(hostname);
  return host !== new URL(publicUrl).hostname && /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(host);
}

/** A host in the form of custom domains: in lower case and without a dot at the end. */
export function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
