import { kindOf } from '../blocks/index.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import { eachBlock } from '../documents/rewrite.js';
import { shapeNaming } from './namedBy.js';
import { replaceMembers } from './replaceMembers.js';

/**
 * The flow with other credentials in its blocks. `replacing` gets the id that an option names, and what the option holds when nothing is chosen;
 * it returns what the option is to hold.
 */
export function replaceCredentials<F extends JsonRecord>(
  flow: F,
  replacing: (id: string, unchosen: unknown) => unknown,
): F {
  return eachBlock(flow, (block) =>
    replaceMembers(
      block,
      shapeNaming(kindOf(String(block['type'])), 'credentials'),
      (value, member) => {
        const { names, unchosen } = member.shape().meaning;
        return names === 'credentials' && typeof value === 'string'
          ? replacing(value, unchosen)
          : value;
      },
    ),
  );
}
