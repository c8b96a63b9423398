import { randomBytes } from 'node:crypto';
import type { Webhook } from '../schema/webhook.js';
import { placeOf } from './credentials.js';
import type { Sealed, SecretBox } from './secretBox.js';

/** Milliseconds for which the previous secret signs as well: a day. */
const BOTH_SIGN = 24 * 3_600_000;

/** The decrypted secrets of a webhook, the current one first; at most two. */
type Secrets = readonly string[];

type SealedWebhook = Sealed & Pick<Webhook, 'id' | 'workspaceId'>;

/** Creates a secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
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

/** The changed columns of a webhook with a new secret; the previous secret signs for another day. */
export async function rotatedSecrets(
  box: SecretBox,
  webhook: SealedWebhook,
  secret: string,
): Promise<Sealed & Pick<Webhook, 'previousSecretUntil'>> {
  const [current = ''] = await openAll(box, webhook);
  const sealed = await sealWebhookSecrets(box, webhook, [secret, current]);
  return { ...sealed, previousSecretUntil: new Date(Date.now() + BOTH_SIGN) };
}

/** Returns a function that decrypts the secrets with which requests to a webhook are signed now, the current one first. */
export function openWebhookSecrets(box: SecretBox) {
  return async (webhook: SealedWebhook & { readonly bothSignUntil: number }): Promise<Secrets> => {
    const secrets = await openAll(box, webhook);
    return webhook.bothSignUntil > Date.now() ? secrets : secrets.slice(0, 1);
  };
}

async function openAll(box: SecretBox, webhook: SealedWebhook): Promise<Secrets> {
  return (await box.open(webhook, placeOf(webhook))).split(' ');
}
