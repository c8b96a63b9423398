import { z } from 'zod';
import type { OutsideEffect } from '../engine/index.js';
import type { HttpRequest } from './outgoing.js';

/** An effect that runs an action of a vendor. */
export type ForgeEffect = Extract<OutsideEffect, { kind: 'forge' }>;

/** A service that uses OpenAI's protocol. */
interface Service {
  readonly address: string;
  /** Whether its streams report token counts only on request; others refuse options they do not know. */
  readonly usageOnRequest: boolean;
  /** The model of a block that does not set one. */
  readonly model?: string;
}

const OPENAI = {
  address: 'https://api.openai.com/v1',
  usageOnRequest: true,
  model: 'gpt-3.5-turbo',
};

const SERVICES: ReadonlyMap<string, Service> = new Map<string, Service>([
  ['openai', OPENAI],
  ['groq', { address: 'https://api.groq.com/openai/v1', usageOnRequest: true }],
  ['deepseek', { address: 'https://api.deepseek.com/v1', usageOnRequest: true }],
  ['together-ai', { address: 'https://api.together.xyz/v1', usageOnRequest: true }],
  ['open-router', { address: 'https://openrouter.ai/api/v1', usageOnRequest: false }],
  ['perplexity', { address: 'https://api.perplexity.ai', usageOnRequest: false }],
  ['mistral', { address: 'https://api.mistral.ai/v1', usageOnRequest: false }],
]);

const secretsSchema = z.looseObject({
  apiKey: z.string().min(1),
  baseUrl: z.string().nullish(),
});
/** The secrets of an account with a service. */
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of an account, if they have the expected shape. */
export function secretsIn(data: unknown): Secrets | undefined {
  return secretsSchema.safeParse(data).data;
}

/** Less than the time of a turn; in milliseconds. */
const LONGEST_WAIT = 50_000;

const optionsSchema = z.looseObject({
  model: z.string().min(1).optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).optional(),
  temperature: z.coerce.number().optional().catch(undefined),
  baseUrl: z.string().optional(),
  apiVersion: z.string().min(1).optional(),
});

/** The request that lets a model generate the next message, or the reason why there is none. */
export function requestOf(
  { type, options }: ForgeEffect,
  { apiKey, baseUrl }: Secrets,
  isStreamed: boolean,
): HttpRequest | string {
  const service = SERVICES.get(type);
  const parsed = optionsSchema.safeParse(options).data;
  if (!service || !parsed) return 'Its options are not well-formed';
  const { model = service.model, messages = [], temperature } = parsed;
  if (model === undefined) return 'No model is chosen';
  const base = withoutSlash(baseUrl || service.address);
  if (parsed.baseUrl && withoutSlash(parsed.baseUrl) !== base) return FOREIGN_ADDRESS;
  const streaming = isStreamed ? streamingWords(service) : {};
  return {
    method: 'POST',
    ...addressed(`${base}/chat/completions`, apiKey, parsed.apiVersion),
    body: JSON.stringify({ model, messages, temperature, ...streaming }),
    timeoutMs: LONGEST_WAIT,
  };
}

function streamingWords({ usageOnRequest: usageOnRequest }: Service): object {
  return { stream: true, ...(usageOnRequest && { stream_options: { include_usage: true } }) };
}

/**
 * Services with a version also expect the key in a header of its own. A compressed answer could not be read as it
 * arrives.
 */
function addressed(
  url: string,
  apiKey: string,
  version: string | undefined,
): Required<Pick<HttpRequest, 'url' | 'headers'>> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
  };
  if (version === undefined) return { url, headers };
  return {
    url: `${url}?api-version=${encodeURIComponent(version)}`,
    headers: { ...headers, 'api-key': apiKey },
  };
}

/** An editor of a bot must not be able to have the key sent to an address of their own. */
const FOREIGN_ADDRESS =
  'The block names an address that its credentials do not: save the address with the credentials';

function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}
