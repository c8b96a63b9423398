import { isSecretName } from './texts.js';

/** Stands for what is hidden. */
const HIDDEN = '[hidden]';

/** The user and password of an address, and the values of its query. The first group is kept. */
const SECRETS_OF_ADDRESS = /(:\/\/)[^/?#\s@]+@|([?&][^=&#?\s]*=)[^&#\s]*/g;

/** JSON without secrets: values under names of secrets, and secrets within addresses. */
export function hideSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('://') ? hideInAddress(value) : value;
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) ? HIDDEN : hideSecrets(member),
    ]),
  );
}

function hideInAddress(text: string): string {
  return text.replace(SECRETS_OF_ADDRESS, (_, scheme?: string, parameter?: string) =>
    scheme === undefined ? `${parameter ?? ''}${HIDDEN}` : `${scheme}${HIDDEN}@`,
  );
}
