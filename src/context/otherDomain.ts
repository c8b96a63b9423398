/**
 * Whether a host is a domain other than that of this server (`PUBLIC_URL`): only the bots that answer at it have a page there.
 * Without `PUBLIC_URL`, and for addresses and names of the local network, it is not.
 */
export function isOtherDomain(
  hostname: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (hostname === undefined || publicUrl === undefined) return false;
  const host = plainHost(hostname);
  return host !== new URL(publicUrl).hostname && /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(host);
}

/** A host as bots name theirs: in lower case, and without the dot that may end the name of a domain. */
export function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
