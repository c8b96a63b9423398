import { kindOf } from '../blocks/index.js';
import type { Group } from '../documents/group.js';
import { shapeNaming } from './namedBy.js';
import { replaceMembers, type Replace } from './replaceMembers.js';

/** The flow without credentials that its workspace does not have; an option that named such has no value any more. */
export function stripUnknownCredentials<
  F extends { readonly groups?: readonly Group[] | undefined },
>(flow: F, knownIds: ReadonlySet<string>): F {
  if (flow.groups === undefined) return flow;
  const strip = stripper(knownIds);
  const groups = flow.groups.map((group) => ({
    ...group,
    blocks: group.blocks.map((block) => {
      const shape = shapeNaming(kindOf(block.type), 'credentials');
      return replaceMembers(block, shape, strip);
    }),
  }));
  return { ...flow, groups };
}

function stripper(knownIds: ReadonlySet<string>): Replace {
  return (value, member) => {
    const { names, unchosen } = member.shape().meaning;
    const isForeign = names === 'credentials' && typeof value === 'string' && !knownIds.has(value);
    return isForeign ? unchosen : value;
  };
}
