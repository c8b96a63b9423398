import { z } from 'zod';
import { NO_CREDENTIALS, openNamed } from './secrets.js';
import type { VendorCall, VendorPorts } from './vendorAction.js';

/** An account with a vendor. */
export interface Account {
  readonly apiKey: string;
  /** The base URL of the service, without a slash at the end. */
  readonly address: string;
  /** The API version, which some services require in the URL. */
  readonly version?: string | undefined;
}

const secretsSchema = z.looseObject({ apiKey: z.string().min(1), baseUrl: z.string().nullish() });

const optionsSchema = z.looseObject({
  baseUrl: z.string().optional().catch(undefined),
  apiVersion: z.string().min(1).optional().catch(undefined),
});

/**
 * Opens the account that a block names. Its base URL is that of the credentials, else the operator's for the vendor, else `usual`. Rejects
 * if it cannot be used: an editor of a bot must not be able to send the key to a URL of their choice.
 */
export async function openAccount(
  ports: VendorPorts,
  call: VendorCall,
  usual: string,
): Promise<Account> {
  const secrets = await secretsOf(ports, call, secretsSchema);
  const { type, options } = call.effect;
  const address = withoutSlash(secrets.baseUrl || (ports.addresses.get(type) ?? usual));
  const { baseUrl, apiVersion } = optionsSchema.parse(options);
  if (baseUrl && withoutSlash(baseUrl) !== address) throw new Error(FOREIGN_ADDRESS);
  return { apiKey: secrets.apiKey, address, version: apiVersion };
}

/** Opens the secrets of the credentials that a block names. Rejects with `NO_CREDENTIALS` if there are none or they have another shape. */
export async function secretsOf<T extends z.ZodType>(
  { openSecrets }: VendorPorts,
  { effect: { type, credentialsId }, origin }: VendorCall,
  schema: T,
): Promise<z.infer<T>> {
  const found = await openNamed(openSecrets, { type, credentialsId }, origin);
  const { data } = schema.safeParse(found.data);
  if (data === undefined) throw new Error(NO_CREDENTIALS);
  return data;
}

const FOREIGN_ADDRESS =
  'The block names an address that its credentials do not: save the address with the credentials';

/** Removes slashes at the end of a URL. */
export function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}
