import { z } from 'zod';
import { secretsOf, withoutSlash } from '../account.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';

/** An account with a Dify server. */
export interface DifyAccount {
  /** The base URL, including the version of the API. */
  readonly address: string;
  readonly apiKey: string;
  /** The key of the knowledge base, which may have its own; by default that of the application. */
  readonly knowledgeApiKey: string;
}

const secretsSchema = z.looseObject({
  apiEndpoint: z.string().nullish(),
  apiKey: z.string().min(1),
  knowledgeApiKey: z.string().nullish(),
});

/** Opens the account that a block names. The URL in its credentials may or may not end with the version. */
export async function openDifyAccount(ports: VendorPorts, call: VendorCall): Promise<DifyAccount> {
  const { apiEndpoint, apiKey, knowledgeApiKey } = await secretsOf(ports, call, secretsSchema);
  const usual = ports.addresses.get(call.effect.type) ?? 'https://api.dify.ai';
  const address = `${withoutSlash(apiEndpoint || usual).replace(/\/v1$/, '')}/v1`;
  return { address, apiKey, knowledgeApiKey: knowledgeApiKey || apiKey };
}
