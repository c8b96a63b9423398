import { z } from 'zod';
import type { EffectOrigin } from '../effectOrigin.js';
import type { EffectCall } from '../effectCall.js';
import type { Connection } from '../outgoing.js';
import { parseUrl } from '../parseUrl.js';
import type { OpenSecrets } from '../secrets.js';

type Effect = EffectCall<'httpRequest'>['effect'];

/** What credentials add to a request. */
export interface RequestAccess {
  readonly connection: Connection;
  /** The header `Authorization`, if there is one. */
  readonly authorization?: string;
}

const proxySchema = z.object({ url: z.string() });
const basicAuthSchema = z.object({
  origin: z.string(),
  username: z.string(),
  password: z.string(),
});
const certificateSchema = z.object({
  origin: z.string(),
  certificate: z.string(),
  key: z.string(),
  passphrase: z.string().nullish(),
  authority: z.string().nullish(),
});

/**
 * Opens the credentials that a request names. Credentials for a host are valid for one origin, stated by whoever saved them, so that a
 * block cannot send them elsewhere. Rejects with a message for the author of the flow.
 */
export async function accessOf(
  openSecrets: OpenSecrets,
  effect: Effect,
  origin: EffectOrigin,
): Promise<RequestAccess> {
  const open = opener(openSecrets, origin);
  const proxy = await open(effect.proxyCredentialsId, 'http proxy', proxySchema);
  const basic = await open(effect.basicAuthCredentialsId, 'http basic auth', basicAuthSchema);
  const shown = await open(
    effect.clientCertificateCredentialsId,
    'http client certificate',
    certificateSchema,
  );
  for (const bound of [basic, shown]) if (bound) assertFor(effect.url, bound.origin);
  return {
    connection: { proxy: proxy?.url, certificate: shown && certificateOf(shown) },
    ...(basic && { authorization: authorizationOf(basic) }),
  };
}

function opener(openSecrets: OpenSecrets, { botId = '', reach }: EffectOrigin) {
  return async <T>(
    credentialsId: string | undefined,
    type: string,
    schema: z.ZodType<T>,
  ): Promise<T | undefined> => {
    if (credentialsId === undefined) return undefined;
    const opened = await openSecrets({ botId, credentialsId, reach });
    const data = opened?.type === type ? schema.safeParse(opened.data).data : undefined;
    if (data === undefined) throw new Error(`The credentials of type "${type}" are missing`);
    return data;
  };
}

function assertFor(url: string, stated: string): void {
  const origin = originOf(stated);
  if (origin !== undefined && originOf(url.trim()) === origin) return;
  throw new Error(`These credentials are for ${origin ?? 'no valid address'} only`);
}

function originOf(text: string): string | undefined {
  return parseUrl(text)?.origin;
}

function certificateOf(shown: z.infer<typeof certificateSchema>): Connection['certificate'] {
  const { origin, certificate: cert, key, passphrase, authority } = shown;
  return {
    origin: originOf(origin) ?? '',
    pair: { cert, key, ...(passphrase && { passphrase }), ...(authority && { ca: authority }) },
  };
}

function authorizationOf({ username, password }: z.infer<typeof basicAuthSchema>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
