/** The base URLs of Google's services and of its consent page. */
const GOOGLE = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  'google sheets': 'https://sheets.googleapis.com',
  gmail: 'https://gmail.googleapis.com',
} as const;

/** The base URL of a service of Google. The operator can replace all of them for tests (`VENDOR_ADDRESSES`, `google`). */
export function googleAddress(
  addresses: ReadonlyMap<string, string>,
  service: keyof typeof GOOGLE,
): string {
  return addresses.get('google') ?? GOOGLE[service];
}
