import { z } from 'zod';
import { openAccount } from '../account.js';
import { keeperOf } from '../vendorAction.js';
import { countRequest } from '../models/countRequest.js';
import { pathPart } from '../vendorAction.js';
import { readOptions } from '../vendorAction.js';
import type { VendorAction } from '../vendorAction.js';

const optionsSchema = z.looseObject({
  text: z.string({ error: 'There is no text to read aloud' }).min(1),
  voiceId: z.string({ error: 'No voice is chosen' }).min(1),
  // The current models are at https://elevenlabs.io/docs/overview/models; eleven_monolingual_v1 is no longer among them (2026-11-23).
  modelId: z.string().min(1).catch('eleven_multilingual_v2'),
});

/** Limits: bytes of the recording, and milliseconds for the request. */
const LIMITS = { responseBytes: 25_000_000, timeoutMs: 50_000, redirects: 0 };

/**
 * Converts text to speech (https://elevenlabs.io/docs/api-reference/text-to-speech/convert). The recording is stored with the files of the
 * chat.
 */
export const speak: VendorAction = async (ports, call) => {
  const { callKey, abandoned } = call.origin;
  const { apiKey, address } = await openAccount(ports, call, 'https://api.elevenlabs.io');
  const data = readOptions(optionsSchema, call.effect.options);
  const keepFile = keeperOf(call.origin);
  const fetch = ports.http.openFetch({ ...LIMITS, callKey, abandoned });
  const url = `${address}/v1/text-to-speech/${pathPart(data.voiceId)}`;
  const usage = { vendor: call.effect.type, model: data.modelId, botId: call.origin.botId };
  const counted = { ...usage, characters: data.text.length, signal: abandoned };
  const { content } = await countRequest(ports, counted, async ({ writes }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'xi-api-key': apiKey, 'content-type': 'application/json', accept: 'audio/mpeg' },
      body: JSON.stringify({ text: data.text, model_id: data.modelId }),
    });
    if (response.ok && isAudio(response)) writes('');
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) throw new Error(`The service failed: it answered ${response.status}`);
    if (!isAudio(response)) throw new Error('The service failed: its answer is not a recording');
    return { content: bytes, usage: {} };
  });
  const URL = await keepFile({ name: 'speech.mp3', type: 'audio/mpeg', content });
  return { ok: true, value: { URL } };
};

function isAudio({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('audio/') === true;
}
