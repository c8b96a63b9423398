import { parsedUrl } from '../checks/parsedUrl.js';

/** The base URLs of vendors' services, by type of credentials, without a slash at the end. */
export type VendorAddresses = ReadonlyMap<string, string>;

const ENTRY = /^([\w-]{1,40})=(\S{1,500})$/;

/** Parses URLs like `stripe=http://127.0.0.1:12111,posthog=https://eu.i.posthog.com`. Returns the first part that is invalid. */
export function parseVendorAddresses(text: string): VendorAddresses | string {
  const addresses = new Map<string, string>();
  const parts = text.split(',').map((partText) => partText.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, vendor = '', address = ''] = ENTRY.exec(part) ?? [];
    const url = parsedUrl(address);
    if (!url) return part;
    const { protocol, search, hash, href } = url;
    if (!/^https?:$/.test(protocol) || search !== '' || hash !== '') return part;
    addresses.set(vendor, href.replace(/\/$/, ''));
  }
  return addresses;
}
