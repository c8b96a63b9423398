import { z } from 'zod';
import { secretsOf } from './account.js';
import type { HttpRequest } from './outgoing.js';
import { parsedAs, UNKNOWN_FORM } from './parsedAs.js';
import type { VendorAction, VendorCall, VendorPorts } from './vendorAction.js';

/** A request to a service, as its documentation describes it. */
type VendorRequest = Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

/** What a request is made of. */
interface Asked {
  readonly options: VendorCall['effect']['options'];
  readonly secrets: unknown;
  /** Where the operator says that the service is. */
  readonly address: string | undefined;
  /** The same whenever the same action is attempted again. */
  readonly callKey: string | undefined;
}

/** An action that is one request, of whose answer only the success counts. A repeated turn sends the same call key. */
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

/** The answer of a service in the shape that is expected of it. Throws where it has another one. */
export function answerAs<T extends z.ZodType>(schema: T, body: string): z.infer<T> {
  const answer = parsedAs(schema, body);
  if (answer === undefined) throw new Error(`The service failed: ${UNKNOWN_FORM}`);
  return answer;
}

/** The body of a service's answer to a request of a turn. Throws why there is none, fit for the author of the flow. */
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
