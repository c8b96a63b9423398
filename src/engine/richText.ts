import type { Here } from './block.js';
import { runsScript } from './link.js';
import { blocksFromMarkdown, inlineFromMarkdown } from './markdown.js';
import {
  isLeaf,
  withMarks,
  type RichTextElement,
  type RichTextLeaf,
  type RichTextNode,
} from './richTextNode.js';

/**
 * Fills a rich text (engine §5.5): values are read as Markdown and flattened into the text around them. A paragraph that
 * is nothing but one value becomes the paragraphs, lists … of that value; with an empty value it vanishes.
 */
export function resolveRichText(nodes: readonly RichTextNode[], here: Here): RichTextNode[] {
  return nodes.flatMap((node) =>
    isLeaf(node) ? resolveLeaf(node, here) : resolveElement(node, here),
  );
}

function resolveElement(element: RichTextElement, here: Here): RichTextNode[] {
  const value = loneValue(element, here);
  if (value) return blocksFromMarkdown(value.text).map((block) => withMarks(block, value.marks));
  const { url, ...rest } = element;
  const children = resolveRichText(element.children, here);
  return [
    {
      ...rest,
      ...resolveUrl(url, here),
      children: children.length > 0 ? children : [{ text: '' }],
    },
  ];
}

/** The value a paragraph is made of, when it is nothing else. */
function loneValue({ type, children }: RichTextElement, here: Here) {
  const [leaf] = children;
  if (type !== 'p' || children.length !== 1 || !leaf || !isLeaf(leaf)) return undefined;
  const { text, ...marks } = leaf;
  const [piece, ...others] = here.pieces(text);
  return piece?.isFilled && others.length === 0 ? { text: piece.text, marks } : undefined;
}

function resolveLeaf(leaf: RichTextLeaf, here: Here): RichTextNode[] {
  const { text, ...marks } = leaf;
  const pieces = here.pieces(text);
  if (pieces.length === 0) return [leaf];
  return pieces.flatMap((piece) =>
    piece.isFilled
      ? inlineFromMarkdown(piece.text).map((node) => withMarks(node, marks))
      : [{ ...leaf, text: piece.text }],
  );
}

/** A link that would run a script is no link. */
function resolveUrl(url: string | undefined, here: Here): { url?: string } {
  const filled = url === undefined ? undefined : here.text(url);
  return filled === undefined || runsScript(filled) ? {} : { url: filled };
}
