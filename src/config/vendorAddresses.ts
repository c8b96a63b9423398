import { parsedUrl } from '../checks/parsedUrl.js';

/** Where services of vendors are, by the type of their credentials; without a slash at the end. */
export type VendorAddresses = ReadonlyMap<string, string>;

const ENTRY = /^([\w-]{1,40})=(\S{1,500})$/;

/** Reads addresses like `stripe=http://127.0.0.1:12111,posthog=https://eu.i.posthog.com`; gives the part that is none. */
export function parseVendorAddresses(text: string): VendorAddresses | string {
  const addresses = new Map<string, string>();
  const parts = text.split(',').map((one) => one.trim());
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
