import { z } from 'zod';
import { NO_CREDENTIALS, openNamed } from './secrets.js';
import type { VendorCall, VendorPorts } from './vendorAction.js';

/** An account with a vendor. */
export interface Account {
  readonly apiKey: string;
  /** Where the service is, without a slash at the end. */
  readonly address: string;
  /** The version that some services want in their address. */
  readonly version?: string | undefined;
}

const secretsSchema = z.looseObject({
  apiKey: z.string().min(1),
  baseUrl: z.string().nullish(),
});

const optionsSchema = z.looseObject({
  baseUrl: z.string().optional().catch(undefined),
  apiVersion: z.string().min(1).optional().catch(undefined),
});

/**
 * The account that a block names. It is at the address of its credentials, else where the operator says that the vendor is, else
 * at the usual address. Rejects when it cannot be used: an editor of a bot must not be able to have the key sent to an address of
 * their own.
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

/** The secrets of the credentials that a block names. Rejects with `NO_CREDENTIALS`, also when they have another form. */
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

/** An address without slashes at its end. */
export function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}
