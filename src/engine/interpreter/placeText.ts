import type { LocatedBlock } from '../flow/flow.js';

/** The position of a block, in the words of the editor. */
export function placeText({
  group,
  block,
  index,
}: Pick<LocatedBlock, 'group' | 'block' | 'index'>) {
  return `Group "${brief(group.title)}", block ${index + 1} (${brief(block.type)})`;
}

/** The beginning of a text, which an author may have made of any length. */
export function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
