import { z } from 'zod';
import type { OutsideEffect } from '../engine/index.js';
import type { HttpRequest } from './outgoing.js';

/** An ask of a vendor. */
export type ForgeAsk = Extract<OutsideEffect, { kind: 'forge' }>;

/** A service that speaks OpenAI's protocol. */
interface Service {
  readonly address: string;
  /** Whether its streams say what they cost only when asked to; others refuse words they do not know. */
  readonly asksForUsage: boolean;
  /** The model of a block that names none. */
  readonly model?: string;
}

const OPENAI = { address: 'https://api.openai.com/v1', asksForUsage: true, model: 'gpt-3.5-turbo' };

const SERVICES: ReadonlyMap<string, Service> = new Map<string, Service>([
  ['openai', OPENAI],
  ['groq', { address: 'https://api.groq.com/openai/v1', asksForUsage: true }],
  ['deepseek', { address: 'https://api.deepseek.com/v1', asksForUsage: true }],
  ['together-ai', { address: 'https://api.together.xyz/v1', asksForUsage: true }],
  ['open-router', { address: 'https://openrouter.ai/api/v1', asksForUsage: false }],
  ['perplexity', { address: 'https://api.perplexity.ai', asksForUsage: false }],
  ['mistral', { address: 'https://api.mistral.ai/v1', asksForUsage: false }],
]);

const secretsSchema = z.looseObject({
  apiKey: z.string().min(1),
  baseUrl: z.string().nullish(),
});
/** What the account with a service is. */
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of an account, when they are what they should be. */
export function secretsIn(data: unknown): Secrets | undefined {
  return secretsSchema.safeParse(data).data;
}

/** Within a turn's time; in milliseconds. */
const LONGEST_WAIT = 50_000;

const optionsSchema = z.looseObject({
  model: z.string().min(1).optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).optional(),
  temperature: z.coerce.number().optional().catch(undefined),
  baseUrl: z.string().optional(),
  apiVersion: z.string().min(1).optional(),
});

/** The request that lets a model say what comes next, or why there is none. */
export function requestOf(
  { type, options }: ForgeAsk,
  { apiKey, baseUrl }: Secrets,
  isStreamed: boolean,
): HttpRequest | string {
  const service = SERVICES.get(type);
  const told = optionsSchema.safeParse(options).data;
  if (!service || !told) return 'Its options are not well-formed';
  const { model = service.model, messages = [], temperature } = told;
  if (model === undefined) return 'No model is chosen';
  const base = withoutSlash(baseUrl || service.address);
  if (told.baseUrl && withoutSlash(told.baseUrl) !== base) return FOREIGN_ADDRESS;
  const streaming = isStreamed ? streamingWords(service) : {};
  return {
    method: 'POST',
    ...addressed(`${base}/chat/completions`, apiKey, told.apiVersion),
    body: JSON.stringify({ model, messages, temperature, ...streaming }),
    timeoutMs: LONGEST_WAIT,
  };
}

function streamingWords({ asksForUsage }: Service): object {
  return { stream: true, ...(asksForUsage && { stream_options: { include_usage: true } }) };
}

/** Services that want a version want the key in a header of its own, too. An answer that is packed could not be heard. */
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

/** Who may edit a bot must not be able to have the key sent to a place of theirs. */
const FOREIGN_ADDRESS =
  'The block names an address that its credentials do not: save the address with the credentials';

function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}
