import type { ImageModelV3Usage } from '@ai-sdk/provider';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { keeperOf } from '../vendorAction.js';
import { MODEL_ANSWER } from '../answerPieces.js';
import { attempt, LONGEST_WAIT } from '../models/attempt.js';
import { countRequest } from '../models/countRequest.js';
import { reportedCount, type Usage } from '../models/usage.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { OPENAI_ADDRESS, openLibrary } from './openLibrary.js';

const optionsSchema = z.looseObject({
  prompt: z.string().min(1),
  // The faster of the two successors of gpt-image-1 that OpenAI names
  // (https://developers.openai.com/api/reference/resources/images/methods/generate, 2026-11-23).
  model: z.string().min(1).catch('gpt-image-2.5-flare'),
  size: z.templateLiteral([z.number(), 'x', z.number()]).optional().catch(undefined),
});

/** Bytes of the response, at most: it contains the image in Base64. */
const MOST_BYTES = 40_000_000;

/** Generates an image, which is stored with the files of the chat. */
export async function createImage(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { origin, effect } = call;
  const account = await openAccount(ports, call, OPENAI_ADDRESS);
  const options = optionsSchema.safeParse(effect.options).data;
  if (!options) throw new Error('It is not said what the picture shows');
  const keepFile = keeperOf(origin);
  const fetch = ports.http.openFetch({
    ...{ timeoutMs: LONGEST_WAIT, responseBytes: MOST_BYTES, callKey: origin.callKey },
    bounds: { ...MODEL_ANSWER, longest: MOST_BYTES },
  });
  const { prompt, model, size } = options;
  const counted = { vendor: effect.type, model, botId: origin.botId };
  const { images } = await attempt(origin, [account.apiKey], (signal) =>
    countRequest(ports, { ...counted, signal }, async () => {
      const library = await openLibrary(account, fetch);
      const request = { ...NOTHING_ELSE, prompt, size, abortSignal: signal };
      const { images: made, usage } = await library.image(model).doGenerate(request);
      return { images: made, usage: usageOf(usage) };
    }),
  );
  const [image = ''] = images;
  const content = typeof image === 'string' ? Buffer.from(image, 'base64') : image;
  const type = typeOf(content);
  if (type === undefined) throw new Error('The service failed: its answer is not a picture');
  return { ok: true, value: { 'Image URL': await keepFile({ name: 'image', type, content }) } };
}

function usageOf(usage: ImageModelV3Usage | undefined): Usage {
  const { inputTokens: prompt, outputTokens: completion, totalTokens: total } = usage ?? {};
  return {
    prompt: reportedCount.parse(prompt),
    completion: reportedCount.parse(completion),
    total: reportedCount.parse(total),
  };
}

/** Options that the library requires, for one image without further settings. */
const NOTHING_ELSE = {
  ...{ n: 1, aspectRatio: undefined, seed: undefined, files: undefined, mask: undefined },
  providerOptions: {},
};

/** The media types of OpenAI's images, with the first bytes of their files in hexadecimal. */
const BEGINNINGS = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/webp', '52494646'],
] as const;

function typeOf(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.subarray(0, 8)).toString('hex');
  return BEGINNINGS.find(([, beginning]) => head.startsWith(beginning))?.[0];
}
