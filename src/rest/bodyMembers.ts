import { documentMembers, type documentPlacesOf } from '../documents.js';
import { invalid, type Issue } from '../errors.js';
import { nearestName } from '../nearestName.js';
import type { BodyShape, Sent } from './route.js';

type Documents = ReturnType<typeof documentPlacesOf>;

/** More would help nobody. */
const MOST_NAMED = 10;

/**
 * Checks the names of the members of a body. Members of a document that stand beside it instead of inside, and a body of
 * nothing that is known, would do nothing, or something else: they are refused with a hint.
 */
export function assertMembers(
  { members, others = [], isOptional }: BodyShape,
  documents: Documents,
  body: Sent['body'],
): void {
  const sent = Object.keys(body);
  const known = [...members, ...others];
  const unknown = sent.filter((name) => !known.includes(name));
  const isNothingKnown = unknown.length > 0 && unknown.length === sent.length;
  if (isOptional && !isNothingKnown) return;
  assertWrapped(documents, sent, unknown);
  if (!isNothingKnown || others.length === 0) return;
  throw invalid(unknown.slice(0, MOST_NAMED).map((name) => unknownFault(name, members)));
}

/** Refuses members of a document whose wrapper is missing. */
function assertWrapped(
  documents: Documents,
  sent: readonly string[],
  unknown: readonly string[],
): void {
  for (const place of documents) {
    const [, wrapper = ''] = place.path;
    const inside = documentMembers(place);
    const stray = unknown.find((name) => inside.includes(name));
    if (stray === undefined || sent.includes(wrapper) || sent.includes('typebot')) continue;
    const message = `Required: send ${stray} inside it, as in { "${wrapper}": { "${stray}": … } }`;
    throw invalid([{ path: [wrapper], message }]);
  }
}

function unknownFault(name: string, members: readonly string[]): Issue {
  const nearest = nearestName(name, members);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return { path: [name], message: `Is no member here, nor is any other that was sent${hint}` };
}
