import type { ModelVendor } from '../models/modelVendor.js';
import { linesOf } from '../readEvents.js';

/** Models of Mistral. */
export const mistral: ModelVendor = {
  address: 'https://api.mistral.ai/v1',
  open: async ({ account: { apiKey, address }, model, fetch }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ apiKey, baseURL: address, fetch: withChoices(fetch) })(model);
  },
};

/** Adds an empty choice to chunks without one, which break the library; services send such chunks to report token counts. */
function withChoices(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { status, headers, body } = response;
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
    return new Response(ReadableStream.from(chunksOf(response)), { status, headers });
  };
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  for await (const line of linesOf(response)) {
    yield Buffer.from(`${line.replace(NO_CHOICE, EMPTY_CHOICE)}\n`);
  }
}

/** Does not match inside a text of the chunk, where the quotes are escaped. */
const NO_CHOICE = /"choices"\s*:\s*\[\s*\]/;
const EMPTY_CHOICE = '"choices":[{"index":0,"delta":{}}]';
