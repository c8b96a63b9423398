import { randomBytes } from 'node:crypto';
import type { Webhook } from '../schema/webhook.js';
import { placeOf } from './credentials.js';
import type { Sealed, SecretBox } from './secretBox.js';

/** For how many milliseconds the secret before the current one signs, too: a day. */
const BOTH_SIGN = 24 * 3_600_000;

/** The secrets of a webhook as they are encrypted, the current one first; at most two. */
type Secrets = readonly string[];

type SealedWebhook = Sealed & Pick<Webhook, 'id' | 'workspaceId'>;

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts the secrets of a webhook, bound to it and its workspace. */
export async function sealWebhookSecrets(
  box: SecretBox,
  of: Pick<Webhook, 'id' | 'workspaceId'>,
  secrets: Secrets,
): Promise<Sealed> {
  return box.seal(secrets.join(' '), placeOf(of));
}

/** What changes of a webhook that gets a new secret: the one until now signs, too, for a day. */
export async function rotatedSecrets(
  box: SecretBox,
  webhook: SealedWebhook,
  secret: string,
): Promise<Sealed & Pick<Webhook, 'previousSecretUntil'>> {
  const [current = ''] = await openAll(box, webhook);
  const sealed = await sealWebhookSecrets(box, webhook, [secret, current]);
  return { ...sealed, previousSecretUntil: new Date(Date.now() + BOTH_SIGN) };
}

/** Decrypts the secrets by which requests to a webhook are signed now, the current one first. */
export function openWebhookSecrets(box: SecretBox) {
  return async (webhook: SealedWebhook & { readonly bothSignUntil: number }): Promise<Secrets> => {
    const secrets = await openAll(box, webhook);
    return webhook.bothSignUntil > Date.now() ? secrets : secrets.slice(0, 1);
  };
}

async function openAll(box: SecretBox, webhook: SealedWebhook): Promise<Secrets> {
  return (await box.open(webhook, placeOf(webhook))).split(' ');
}
