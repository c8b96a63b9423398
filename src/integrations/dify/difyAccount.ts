import { z } from 'zod';
import { secretsOf, withoutSlash } from '../account.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';

/** An account with a Dify server. */
export interface DifyAccount {
  /** With the version of the API. */
  readonly address: string;
  readonly apiKey: string;
  /** Of the knowledge base, which has keys of its own; that of the application when absent. */
  readonly knowledgeApiKey: string;
}

const secretsSchema = z.looseObject({
  apiEndpoint: z.string().nullish(),
  apiKey: z.string().min(1),
  knowledgeApiKey: z.string().nullish(),
});

/** The account that a block names; its address may have the version at its end, or not. */
export async function openDifyAccount(ports: VendorPorts, call: VendorCall): Promise<DifyAccount> {
  const { apiEndpoint, apiKey, knowledgeApiKey } = await secretsOf(ports, call, secretsSchema);
  const usual = ports.addresses.get(call.effect.type) ?? 'https://api.dify.ai';
  const address = `${withoutSlash(apiEndpoint || usual).replace(/\/v1$/, '')}/v1`;
  return { address, apiKey, knowledgeApiKey: knowledgeApiKey || apiKey };
}
