import type { EffectResult } from '../engine/index.js';
import type { HttpRequest } from './outgoing.js';
import type { VendorAction, VendorCall, VendorPorts } from './vendorActions.js';

/** A request to a service as its documentation describes it, made of the options of a block and its secrets. */
export type RequestOf = (
  options: VendorCall['effect']['options'],
  secrets: unknown,
  address: string | undefined,
) => Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

/** An action that is one request, of whose answer only the success counts. A repeated turn sends the same call key. */
export function sending(requestOf: RequestOf): VendorAction {
  return async (ports, call) => {
    const { effect, origin } = call;
    const secrets = await secretsOf(ports, call);
    const request = requestOf(effect.options, secrets, ports.addresses.get(effect.type));
    const { callKey, abandoned } = origin;
    const response = await ports.http.send({ ...request, callKey, abandoned });
    if (!response.ok) return failed(response.message);
    const { status } = response;
    return status >= 200 && status < 300 ? { ok: true } : failed(`it answered ${status}`);
  };
}

async function secretsOf({ openSecrets }: VendorPorts, { effect, origin }: VendorCall) {
  const { botId, reach } = origin;
  const { type, credentialsId } = effect;
  if (botId === undefined || credentialsId === undefined) throw new Error(NO_SECRETS);
  const found = await openSecrets({ botId, credentialsId, reach });
  if (found?.type !== type) throw new Error(NO_SECRETS);
  return found.data;
}

const NO_SECRETS = 'Its credentials are not there, or this chat may not use them';

function failed(reason: string): EffectResult {
  return { ok: false, error: `The service failed: ${reason}` };
}
