import { z } from 'zod';
import { NO_CREDENTIALS, type OpenSecret } from '../secrets.js';
import type { AccountPorts, ListedOption } from './accountPorts.js';
import { askForJson } from './askForJson.js';

const secretsSchema = z.looseObject({ apiKey: z.string().min(1) });
const voicesSchema = z.object({
  voices: z.array(z.looseObject({ voice_id: z.string(), name: z.string() })),
});
const modelsSchema = z.array(z.looseObject({ model_id: z.string(), name: z.string() }));

/** The voices of ElevenLabs that an account may use. Rejects with a sentence for people. */
export async function listVoices(ports: AccountPorts, found: OpenSecret): Promise<ListedOption[]> {
  const { voices } = await askForJson(ports.http, question(ports, found, 'voices'), voicesSchema);
  return voices.map(({ voice_id: value, name: label }) => ({ value, label }));
}

/** The models of ElevenLabs. */
export async function listVoiceModels(
  ports: AccountPorts,
  found: OpenSecret,
): Promise<ListedOption[]> {
  const models = await askForJson(ports.http, question(ports, found, 'models'), modelsSchema);
  return models.map(({ model_id: value, name: label }) => ({ value, label }));
}

function question({ addresses }: AccountPorts, { type, data }: OpenSecret, what: string) {
  const secrets = secretsSchema.safeParse(data).data;
  if (!secrets) throw new Error(NO_CREDENTIALS);
  const address = addresses.get(type) ?? 'https://api.elevenlabs.io';
  return { url: `${address}/v1/${what}`, headers: { 'xi-api-key': secrets.apiKey } };
}
