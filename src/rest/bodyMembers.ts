import { documentMembers, type documentPlacesOf } from '../graphql/documents.js';
import { invalid } from '../errors/errors.js';
import type { BodyShape, Sent } from './route.js';

type Documents = ReturnType<typeof documentPlacesOf>;

/**
 * Refuses a body that holds members of a required document beside each other instead of inside the member they belong in, with
 * a hint. Other unknown members are ignored.
 */
export function assertWrapped(
  { isOptional }: BodyShape,
  documents: Documents,
  body: Sent['body'],
): void {
  if (isOptional) return;
  for (const place of documents) {
    const [, wrapper = ''] = place.path;
    if (wrapper in body || 'typebot' in body) continue;
    const inside = documentMembers(place);
    const stray = Object.keys(body).find((name) => inside.includes(name));
    if (stray === undefined) continue;
    const message = `Required: send ${stray} inside it, as in { "${wrapper}": { "${stray}": … } }`;
    throw invalid([{ path: [wrapper], message }]);
  }
}
