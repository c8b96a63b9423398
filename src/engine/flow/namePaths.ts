import { pace } from '../documents/pace.js';
import { namesIn } from '../text/names.js';
import type { LocatedBlock } from './flow.js';
import { memberPlaces } from './memberPlaces.js';
import { fieldsOfType } from './partFields.js';

/** Of each variable that the texts of a block name, as `{{name}}`, the path of the first member that names it. Runs in steps. */
export function* namePaths(
  block: LocatedBlock['block'],
): Generator<undefined, ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const fields = fieldsOfType(block.type);
  const places = memberPlaces({ part: block, fields, isRichTextWhole: false, isDue: pace() });
  for (const place of places) {
    if (!place) {
      yield;
      continue;
    }
    const { value, path, field } = place;
    const names = typeof value === 'string' ? namesIn(value) : [];
    for (const name of names) {
      const isOwn = field?.ownNames?.includes(name);
      if (!isOwn && !paths.has(`{{${name}}}`)) paths.set(`{{${name}}}`, path);
    }
  }
  return paths;
}
