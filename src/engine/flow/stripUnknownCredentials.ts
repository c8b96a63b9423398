import type { JsonRecord } from '../documents/jsonRecord.js';
import { replaceCredentials } from './replaceCredentials.js';

/** The flow without credentials that its workspace does not have; an option that named such has no value any more. */
export function stripUnknownCredentials<F extends JsonRecord>(
  flow: F,
  knownIds: ReadonlySet<string>,
): F {
  return replaceCredentials(flow, (id, unchosen) => (knownIds.has(id) ? id : unchosen));
}
