import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { keeperOf } from '../vendorAction.js';
import { attempt, LONGEST_WAIT } from '../models/attempt.js';
import { countRequest } from '../models/countRequest.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { OPENAI_ADDRESS, openLibrary } from './openLibrary.js';

const optionsSchema = z.looseObject({
  model: z.string().min(1).catch('tts-1'),
  input: z.string().min(1),
  voice: z.string().min(1).catch('alloy'),
  instructions: z.string().optional().catch(undefined),
});

/** Bytes of the recording, at most. */
const MOST_BYTES = 25_000_000;

/** Converts text to speech. The recording is stored with the files of the chat. */
export async function createSpeech(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { origin, effect } = call;
  const account = await openAccount(ports, call, OPENAI_ADDRESS);
  const options = optionsSchema.safeParse(effect.options).data;
  if (!options) throw new Error('There is no text to read aloud');
  const keepFile = keeperOf(origin);
  const { model, input: text, voice, instructions } = options;
  const fetch = ports.http.openFetch({
    ...{ timeoutMs: LONGEST_WAIT, responseBytes: MOST_BYTES, callKey: origin.callKey },
  });
  const counted = { vendor: effect.type, model, characters: text.length, botId: origin.botId };
  const { audio } = await attempt(origin, [account.apiKey], (signal) =>
    countRequest(ports, { ...counted, signal }, async () => {
      const library = await openLibrary(account, fetch);
      const request = { text, voice, outputFormat: 'mp3', abortSignal: signal };
      const speechModel = library.speech(model);
      const result = await speechModel.doGenerate({
        ...request,
        ...(instructions && { instructions }),
      });
      if (isWritten(result.response.headers)) throw new Error('its answer is not a recording');
      return { ...result, usage: {} };
    }),
  );
  const content = typeof audio === 'string' ? Buffer.from(audio, 'base64') : audio;
  const file = { name: 'speech.mp3', type: 'audio/mpeg', content };
  return { ok: true, value: { URL: await keepFile(file) } };
}

/** Whether a response is text instead of sound. Servers with OpenAI's protocol use many types for sound, but never these. */
function isWritten({ 'content-type': type = '' }: Readonly<Record<string, string>> = {}): boolean {
  return /^(text\/|application\/(json|xml))/.test(type);
}
