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

/** Bytes of a recording that OpenAI accepts, and of the form around it, at most. */
const MOST_BYTES = 25_000_000;
const FORM_BYTES = 10_000;
/** Bytes of the response, at most: it may contain the time of each word. */
const MOST_TEXT = 2_000_000;

/** Transcribes a recording, which is fetched through the guard and passed on. */
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
    const request = { audio, mediaType, abortSignal };
    const { text, durationInSeconds: seconds } = await transcribe(library.transcription(model), {
      ...request,
      ...(prompt && { providerOptions: { openai: { prompt } } }),
    });
    ports.countUse({ vendor: effect.type, model, seconds, botId: origin.botId });
    return { ok: true, value: { Transcription: text } };
  });
}

/** Requests the transcript. Rejects with the reason if OpenAI has switched off the model. */
async function transcribe(model: TranscriptionModelV3, asked: TranscriptionModelV3CallOptions) {
  try {
    return await model.doGenerate(asked);
  } catch (error) {
    throw orRetired(error, 'openai', model.modelId);
  }
}

/** The media type of a recording, from which follows the extension by which services recognise its format. */
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
