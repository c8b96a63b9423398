import { mergePatch } from '../engine/index.js';
import { invalid } from '../errors/errors.js';
import { checkCredentialsData, credentialsFields } from './credentialsData.js';
import { memberAt } from './credentialsMember.js';

/** A change of the data of credentials: absent members stay, and null removes one (RFC 7396). */
interface Change {
  readonly type: string;
  readonly before: unknown;
  readonly patch: unknown;
}

/**
 * The data of credentials after a change. Fails with `VALIDATION` where it does not fit the type, and where it sends stored secrets
 * elsewhere: whoever does not know a secret could have it sent to themselves.
 */
export function changedData({ type, before, patch }: Change): unknown {
  const place = { path: ['data'], sent: patch };
  const after = checkCredentialsData(type, mergePatch(before, patch), place);
  const fields = credentialsFields(type);
  const isMoved = fields
    .filter(({ needsSecrets }) => needsSecrets)
    .some(({ path }) => (memberAt(before, path) ?? '') !== (memberAt(after, path) ?? ''));
  if (!isMoved) return after;
  const secrets = new Set(fields.filter(({ isSecret }) => isSecret).map(({ path }) => path));
  const kept = [...secrets].filter(
    (path) => Boolean(memberAt(after, path)) && memberAt(patch, path) === undefined,
  );
  if (kept.length === 0) return after;
  throw invalid(kept.map((path) => ({ path: ['data', ...path.split('.')], message: AGAIN })));
}

const AGAIN =
  'Send it again: the change says where it is sent, so that stored secrets go nowhere else';
