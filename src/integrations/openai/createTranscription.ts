import type { TranscriptionModelV3, TranscriptionModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { MODEL_ANSWER } from '../answerPieces.js';
import { attempt, LONGEST_WAIT } from '../models/attempt.js';
import { orRetired } from '../models/retired.js';
import { parseUrl } from '../parseUrl.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { OPENAI_ADDRESS, openLibrary } from './openLibrary.js';

const optionsSchema = z.looseObject({
  url: z.string().refine((url) => /^https?:$/.test(parseUrl(url)?.protocol ?? '')),
  model: z.string().min(1).catch('whisper-1'),
  prompt: z.string().optional().catch(undefined),
});

/** The largest recording that OpenAI takes, in bytes, and what a form around it may take. */
const MOST_BYTES = 25_000_000;
const FORM_BYTES = 10_000;
/** The longest answer, in bytes: it may have the time of each word. */
const MOST_TEXT = 2_000_000;

/** Writes down what is said in a recording, which is fetched through the guard and sent on. */
export async function createTranscription(
  ports: VendorPorts,
  call: VendorCall,
): Promise<EffectResult> {
  const { origin, effect } = call;
  const account = await openAccount(ports, call, OPENAI_ADDRESS);
  const options = optionsSchema.safeParse(effect.options).data;
  if (!options) throw new Error('There is no address of a recording');
  const { url, model, prompt } = options;
  const timed = { timeoutMs: LONGEST_WAIT, callKey: origin.callKey };
  return attempt(origin, [account.apiKey], async (abortSignal) => {
    const load = ports.http.openFetch({ ...timed, responseBytes: MOST_BYTES });
    const recording = await load(url, { signal: abortSignal });
    if (!recording.ok) throw new Error(`the recording answered ${recording.status}`);
    const mediaType = mediaTypeOf(recording, url);
    const audio = new Uint8Array(await recording.arrayBuffer());
    const bounds = { ...MODEL_ANSWER, longest: MOST_TEXT };
    const fetch = ports.http.openFetch({ ...timed, requestBytes: MOST_BYTES + FORM_BYTES, bounds });
    const library = await openLibrary(account, fetch);
    const asked = { audio, mediaType, abortSignal };
    const { text, durationInSeconds: seconds } = await written(library.transcription(model), {
      ...asked,
      ...(prompt && { providerOptions: { openai: { prompt } } }),
    });
    ports.countUse({ vendor: effect.type, model, seconds, botId: origin.botId });
    return { ok: true, value: { Transcription: text } };
  });
}

/** Writes a recording down. Rejects with the reason where OpenAI has switched the model off. */
async function written(model: TranscriptionModelV3, asked: TranscriptionModelV3CallOptions) {
  try {
    return await model.doGenerate(asked);
  } catch (error) {
    throw orRetired(error, 'openai', model.modelId);
  }
}

/** Services know a recording by the ending that follows from its type. */
function mediaTypeOf({ headers }: Response, url: string): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (/^(?:audio|video)\//.test(type)) return type;
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '';
  return TYPES.get(ending.toLowerCase()) ?? 'audio/mpeg';
}

const TYPES = new Map([
  ['wav', 'audio/wav'],
  ['webm', 'audio/webm'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'audio/mp4'],
  ['flac', 'audio/flac'],
]);
