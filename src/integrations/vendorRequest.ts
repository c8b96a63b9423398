import { z } from 'zod';
import { secretsOf } from './account.js';
import type { HttpRequest } from './outgoing.js';
import { parsedAs, UNKNOWN_FORM } from './parsedAs.js';
import type { VendorAction, VendorCall, VendorPorts } from './vendorAction.js';

/** A request to a service. */
type VendorRequest = Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

/** The data from which a request is made. */
interface Asked {
  readonly options: VendorCall['effect']['options'];
  readonly secrets: unknown;
  /** The base URL that the operator sets for the service. */
  readonly address: string | undefined;
  /** The call key, which is equal when the action is repeated. */
  readonly callKey: string | undefined;
}

/** Creates an action that is a single request, of whose response only the success counts. A repeated turn sends the same call key. */
export function sending(requestOf: (asked: Asked) => VendorRequest): VendorAction {
  return async (ports, call) => {
    const { options, type } = call.effect;
    const secrets = await secretsOf(ports, call, z.unknown());
    const address = ports.addresses.get(type);
    const { callKey } = call.origin;
    await answerTo(ports, call, requestOf({ options, secrets, address, callKey }));
    return { ok: true };
  };
}

/** Parses the response of a service. Throws if it has an unexpected shape. */
export function answerAs<T extends z.ZodType>(schema: T, body: string): z.infer<T> {
  const answer = parsedAs(schema, body);
  if (answer === undefined) throw new Error(`The service failed: ${UNKNOWN_FORM}`);
  return answer;
}

/** Sends a request and returns the body of the response. Throws a message for the author of the flow if there is none. */
export async function answerTo(
  { http }: VendorPorts,
  { origin: { callKey, abandoned } }: VendorCall,
  request: VendorRequest,
): Promise<string> {
  const response = await http.send({ ...request, callKey, abandoned });
  if (!response.ok) throw new Error(`The service failed: ${response.message}`);
  const { status, body } = response;
  if (status >= 200 && status < 300) return body;
  throw new Error(`The service failed: it answered ${status}`);
}
