import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { VendorAction } from '../vendorActions.js';

const keySchema = z.object({ conversationsKeyId: z.string(), conversationsSecretKey: z.string() });

const userSchema = z.object({
  userId: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
});

/**
 * Signs the token with which the web widget knows its user: a JWT with the members that Zendesk names
 * (https://developer.zendesk.com/documentation/zendesk-web-widget-sdks/sdks/web/enabling_auth_visitors). Nothing is sent.
 */
export const signIn: VendorAction = async ({ openSecrets }, { effect, origin }) => {
  const { botId, reach } = origin;
  const { type, credentialsId = '', options } = effect;
  const found =
    botId === undefined ? undefined : await openSecrets({ botId, credentialsId, reach });
  const key = found?.type === type ? keySchema.safeParse(found.data).data : undefined;
  if (!key)
    return { ok: false, error: 'Its credentials are not there, or this chat may not use them' };
  const { userId, name, email } = userSchema.parse(options);
  // The address is not said to be verified: a visitor may have typed it.
  const user = {
    scope: 'user',
    external_id: userId,
    ...(name && { name }),
    ...(email && { email }),
  };
  const head = part({ alg: 'HS256', typ: 'JWT', kid: key.conversationsKeyId });
  const signed = `${head}.${part(user)}`;
  const signature = createHmac('sha256', key.conversationsSecretKey).update(signed);
  return { ok: true, value: { Token: `${signed}.${signature.digest('base64url')}` } };
};

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
