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
 * Signs the token with which the web widget knows its user: a JWT with the members that Zendesk names
 * (https://developer.zendesk.com/documentation/zendesk-web-widget-sdks/sdks/web/enabling_auth_visitors). Nothing is sent.
 */
export const openWebWidget: VendorAction = async (ports, call) => {
  const key = await secretsOf(ports, call, keySchema);
  const { userId, name, email } = userSchema.parse(call.effect.options);
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
