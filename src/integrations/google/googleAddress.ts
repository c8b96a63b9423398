/** The addresses of Google's services, and of the page where people agree. */
const GOOGLE = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  'google sheets': 'https://sheets.googleapis.com',
  gmail: 'https://gmail.googleapis.com',
} as const;

/** Where a service of Google is: all of them where the operator says (`VENDOR_ADDRESSES`, `google`), for tests. */
export function googleAddress(
  addresses: ReadonlyMap<string, string>,
  service: keyof typeof GOOGLE,
): string {
  return addresses.get('google') ?? GOOGLE[service];
}
