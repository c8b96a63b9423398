import { type CallGoogle, openGoogle } from '../google/callGoogle.js';
import type { GoogleService } from '../google/googleAccount.js';
import type { OpenSecret } from '../secrets.js';
import type { AccountPorts } from './accountPorts.js';

/** Opens a service of Google with opened credentials. Nobody's chat asks, so any bot may be named. */
export async function googleOf(
  ports: AccountPorts,
  service: GoogleService,
  found: OpenSecret,
): Promise<CallGoogle> {
  const opened = { ...ports, renewals: new Map(), openSecrets: () => Promise.resolve(found) };
  const origin = { botId: 'none', reach: undefined };
  return openGoogle(opened, service, { credentialsId: 'opened', origin });
}
