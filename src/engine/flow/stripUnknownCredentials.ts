import { kindOf } from '../blocks/index.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import { eachBlock } from '../documents/rewrite.js';
import { shapeNaming } from './namedBy.js';
import { replaceMembers, type Replace } from './replaceMembers.js';

/** The flow without credentials that its workspace does not have; an option that named such has no value any more. */
export function stripUnknownCredentials<F extends JsonRecord>(
  flow: F,
  knownIds: ReadonlySet<string>,
): F {
  const strip = stripper(knownIds);
  return eachBlock(flow, (block) =>
    replaceMembers(block, shapeNaming(kindOf(String(block['type'])), 'credentials'), strip),
  );
}

function stripper(knownIds: ReadonlySet<string>): Replace {
  return (value, member) => {
    const { names, unchosen } = member.shape().meaning;
    const isForeign = names === 'credentials' && typeof value === 'string' && !knownIds.has(value);
    return isForeign ? unchosen : value;
  };
}
