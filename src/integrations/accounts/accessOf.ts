import { accountForms, type GoogleService } from '../google/googleAccount.js';
import type { GoogleClient } from '../google/requestTokens.js';
import type { OpenSecret } from '../secrets.js';

/** The access to an account that a person connected. */
export interface Access {
  /** Null where no token was issued yet. */
  readonly expiresAt: Date | null;
  /** Whether another token can be requested after that. */
  readonly isRenewed: boolean;
}

/** The access of credentials of Google; undefined for others, and for data that is not of their form. */
export function accessOf(
  { type, data }: OpenSecret,
  client: GoogleClient | undefined,
): Access | undefined {
  if (!isGoogle(type)) return undefined;
  try {
    const { accessToken, expiresAt, grant } = accountForms[type].readAccount(data, client);
    const isIssued = accessToken !== undefined && expiresAt > 0;
    return { expiresAt: isIssued ? new Date(expiresAt) : null, isRenewed: grant !== undefined };
  } catch {
    return undefined;
  }
}

function isGoogle(type: string): type is GoogleService {
  return Object.hasOwn(accountForms, type);
}
