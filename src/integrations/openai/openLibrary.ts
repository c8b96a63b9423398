import type { OpenAIProvider } from '@ai-sdk/openai';
import type { Account } from '../account.js';

/** The base URL of OpenAI. */
export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

/** Opens the library for what only OpenAI offers: responses, speech, transcriptions. */
export async function openLibrary(
  { apiKey, address, version }: Account,
  fetch: typeof globalThis.fetch,
): Promise<OpenAIProvider> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const headers = version === undefined ? {} : { 'api-key': apiKey };
  return createOpenAI({ apiKey, baseURL: address, headers, fetch: versioned(fetch, version) });
}

function versioned(
  fetch: typeof globalThis.fetch,
  version: string | undefined,
): typeof globalThis.fetch {
  if (version === undefined) return fetch;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.searchParams.set('api-version', version);
    return fetch(url, init);
  };
}
