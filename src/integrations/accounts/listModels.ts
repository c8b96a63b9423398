import { z } from 'zod';
import { withoutSlash } from '../account.js';
import { modelVendor } from '../models/modelVendors.js';
import { NO_CREDENTIALS, type OpenSecret } from '../secrets.js';
import type { AccountPorts, ListedOption } from './accountPorts.js';
import { askForJson } from './askForJson.js';

const secretsSchema = z.looseObject({ apiKey: z.string().min(1), baseUrl: z.string().nullish() });

const modelSchema = z.looseObject({
  id: z.string(),
  display_name: z.string().nullish().catch(undefined),
  name: z.string().nullish().catch(undefined),
});

/** Most vendors have OpenAI's form; one answers with the list itself. */
const listSchema = z.union([
  z.object({ data: z.array(modelSchema) }).transform(({ data }) => data),
  z.array(modelSchema),
]);

/** The models of a vendor, by name. Rejects with a sentence for people. */
export async function listModels(
  { http, addresses, prices }: AccountPorts,
  { type, data }: OpenSecret,
): Promise<ListedOption[]> {
  if (type === 'perplexity') {
    throw new Error('Perplexity does not list its models: write the name of one, such as sonar.');
  }
  const secrets = secretsSchema.safeParse(data).data;
  if (!secrets) throw new Error(NO_CREDENTIALS);
  const { apiKey, baseUrl } = secrets;
  const address = withoutSlash(baseUrl || (addresses.get(type) ?? modelVendor(type).address));
  const isAnthropic = type === 'anthropic';
  const headers: Record<string, string> = isAnthropic
    ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${apiKey}` };
  const url = `${address}/models${isAnthropic ? '?limit=1000' : ''}`;
  const models = await askForJson(http, { url, headers }, listSchema);
  return models
    .map(({ id, display_name: shown, name }) => ({
      ...{ value: id, label: shown || name || id },
      price: prices.priceOf({ vendor: type, model: id }),
    }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}
