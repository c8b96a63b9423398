import type { LookupFunction } from 'node:net';

/** A DNS look-up that returns checked addresses, whatever the name resolves to now. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = entries;
    if (all) callback(null, entries);
    else callback(null, first?.address ?? '', first?.family);
  };
}
