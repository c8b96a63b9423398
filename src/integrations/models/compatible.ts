import { z } from 'zod';
import { parsedAs } from '../parsedAs.js';
import type { Account } from '../account.js';
import type { ModelVendor } from './modelVendor.js';
import { failureSchema } from './whyFailed.js';

/** How a service with OpenAI's protocol differs from others. */
interface Differences extends Pick<ModelVendor, 'model' | 'sees'> {
  /** Whether its streams report token counts only on request; others refuse options they do not know. */
  readonly usageOnRequest?: boolean;
}

/** Creates a vendor whose service uses the protocol of OpenAI's chat completions. */
export function compatible(
  usual: string,
  { usageOnRequest = false, ...differences }: Differences = {},
): ModelVendor {
  return {
    address: usual,
    ...differences,
    open: async ({ account, model, fetch }) => {
      const { OpenAICompatibleChatLanguageModel } = await import('@ai-sdk/openai-compatible');
      const { address, version } = account;
      const query = version === undefined ? '' : `?api-version=${encodeURIComponent(version)}`;
      return new OpenAICompatibleChatLanguageModel(model, {
        provider: 'compatible',
        headers: () => headersOf(account),
        url: ({ path }) => `${address}${path}${query}`,
        fetch: alwaysStreaming(fetch),
        includeUsage: usageOnRequest,
        supportsStructuredOutputs: true,
        errorStructure: { errorSchema: failureSchema, errorToMessage: () => 'failed' },
      });
    },
  };
}

/** Services with a version also expect the key in the header `api-key`. */
function headersOf({ apiKey, version }: Account): Record<string, string> {
  const authorization = `Bearer ${apiKey}`;
  return version === undefined ? { authorization } : { authorization, 'api-key': apiKey };
}

/** Converts a whole response to a stream of one event, because some services do not stream although they are asked to. */
function alwaysStreaming(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream || !response.ok) return response;
    const document = await response.text();
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(`data: ${pieceOf(document)}\n\ndata: [DONE]\n\n`, { headers });
  };
}

const choiceSchema = z.looseObject({
  message: z.looseObject({}).nullish(),
  finish_reason: z.string().nullish(),
});
const wholeSchema = z.looseObject({ choices: z.array(z.unknown()) });

function pieceOf(document: string): string {
  const whole = parsedAs(wholeSchema, document);
  if (!whole) return document.replaceAll(/\s+/g, ' ');
  // Only one choice was requested; others are ignored.
  const choices = whole.choices.slice(0, 1).flatMap((choiceValue) => {
    const { data } = choiceSchema.safeParse(choiceValue);
    if (!data) return [choiceValue];
    const { message, finish_reason: reason, ...choice } = data;
    return [{ ...choice, delta: message, finish_reason: reason ?? (message ? 'stop' : null) }];
  });
  return JSON.stringify({ ...whole, choices });
}
