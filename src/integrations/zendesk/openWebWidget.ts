import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { secretsOf } from '../account.js';
import type { VendorAction } from '../vendorAction.js';

const keySchema = z.object({ conversationsKeyId: z.string(), conversationsSecretKey: z.string() });

const userSchema = z.object({
  userId: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
});

/**
 * Signs the token that authenticates a user in the web widget: a JWT with the claims that Zendesk specifies
 * (https://developer.zendesk.com/documentation/zendesk-web-widget-sdks/sdks/web/enabling_auth_visitors). Sends nothing.
 */
export const openWebWidget: VendorAction = async (ports, call) => {
  const key = await secretsOf(ports, call, keySchema);
  const { userId, name, email } = userSchema.parse(call.effect.options);
  // Does not claim that the e-mail address is verified, because a visitor may have typed it.
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
