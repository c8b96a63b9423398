import { z } from 'zod';
import { invalid } from '../errors/errors.js';

const text = z.string().max(20_000);
const maybe = text.nullish();
const key = z.object({ apiKey: text });
const keyAndAddress = z.object({ apiKey: text, baseUrl: maybe });

/** The shape of the secrets of each service. */
const shapes = {
  smtp: z.object({
    host: maybe,
    port: z.number().int().min(1).max(65_535),
    username: maybe,
    password: maybe,
    isTlsEnabled: z.boolean().nullish(),
    from: z.object({ email: maybe, name: maybe }),
  }),
  'google sheets': z.object({
    refresh_token: maybe,
    access_token: maybe,
    expiry_date: z.number().nullish(),
    token_type: maybe,
    id_token: maybe,
    scope: maybe,
  }),
  stripe: z.object({
    live: z.object({ secretKey: text, publicKey: text }),
    test: z.object({ secretKey: maybe, publicKey: maybe }),
  }),
  messenger: z.union([
    z.object({
      provider: z.literal('meta').optional(),
      systemUserAccessToken: text,
      phoneNumberId: text,
      wabaId: maybe,
      appSecret: maybe,
    }),
    z.object({ provider: z.literal('360dialog'), apiKey: text, webhookSecret: maybe }),
  ]),
  'http proxy': z.object({ url: text }),
  openai: keyAndAddress,
  anthropic: key,
  mistral: key,
  'together-ai': key,
  'open-router': key,
  groq: keyAndAddress,
  perplexity: keyAndAddress,
  deepseek: keyAndAddress,
  'chat-node': key,
  'dify-ai': z.object({ apiEndpoint: maybe, apiKey: maybe, knowledgeApiKey: maybe }),
  elevenlabs: key,
  zemanticAi: key,
  'zemantic-ai': key,
  nocodb: z.object({ baseUrl: maybe, apiKey: maybe }),
  segment: key,
  posthog: z.object({ apiKey: text, host: maybe }),
  zendesk: z.object({ conversationsKeyId: text, conversationsSecretKey: text }),
  blink: key,
  gmail: z.object({
    customClient: z.object({ id: text, secret: text }),
    credentials: z.object({ accessToken: text, refreshToken: text, expiryDate: z.number() }),
  }),
} as const satisfies Record<string, z.ZodType>;

/** The services by name. */
const credentialsTypes = Object.keys(shapes);

/**
 * Checks the secrets of a service: unknown members are dropped; a fault is a `VALIDATION` failure that says where and
 * what is wrong, and never repeats what was sent.
 */
export function checkCredentialsData(type: string, data: unknown): unknown {
  const shape: z.ZodType | undefined = new Map<string, z.ZodType>(Object.entries(shapes)).get(type);
  if (!shape) {
    const known = credentialsTypes.join(', ');
    throw invalid([{ path: ['credentials', 'type'], message: `Must be one of ${known}` }]);
  }
  const checked = shape.safeParse(data);
  if (checked.success) return checked.data;
  throw invalid(
    checked.error.issues.map(({ path, message }) => ({
      path: ['credentials', 'data', ...path.map(String)],
      message,
    })),
  );
}
