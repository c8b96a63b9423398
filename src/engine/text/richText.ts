import type { BlockContext } from '../blocks/kind/block.js';
import { filledLink } from './link.js';
import { blocksFromMarkdown, inlineFromMarkdown } from './markdown.js';
import {
  childrenOf,
  isInline,
  isLeaf,
  withMarks,
  type RichTextElement,
  type RichTextLeaf,
  type RichTextNode,
} from './richTextNode.js';

/** The functions that fill the texts and links of a rich text. */
type Filling = Pick<BlockContext, 'text' | 'pieces' | 'charge'>;

/**
 * Fills a rich text: values are parsed as Markdown and merged into the text around them. A paragraph that is nothing
 * but one value becomes the paragraphs, lists … of that value and disappears when the value is empty. The wrappers
 * `variable` and `inline-variable` of older flows are replaced by their content.
 */
export function resolveRichText(nodes: readonly RichTextNode[], context: Filling): RichTextNode[] {
  return nodes.flatMap((node) =>
    isLeaf(node) ? resolveLeaf(node, context) : resolveElement(node, context),
  );
}

function resolveElement(element: RichTextElement, context: Filling): RichTextNode[] {
  if (element.type === 'variable') return resolveRichText(element.children, context);
  if (element.type === 'inline-variable')
    return unwrapped(resolveRichText(element.children, context));
  const value = loneValue(element, context);
  if (value)
    return blocksFromMarkdown(value.text, context).map((block) => withMarks(block, value.marks));
  const { url, ...rest } = element;
  const children = resolveRichText(element.children, context);
  return [
    {
      ...rest,
      ...resolveUrl(url, context),
      children: children.length > 0 ? children : [{ text: '' }],
    },
  ];
}

/** The content of the paragraphs of an older flow's wrapper around a value, for use inside a sentence. */
function unwrapped(nodes: readonly RichTextNode[]): RichTextNode[] {
  return nodes.flatMap((node) => (isInline(node) ? [node] : unwrapped(childrenOf(node))));
}

/** The value of a paragraph that consists of nothing else. */
function loneValue({ type, children }: RichTextElement, context: Filling) {
  const [leaf] = children;
  if (type !== 'p' || children.length !== 1 || !leaf || !isLeaf(leaf)) return undefined;
  const { text, ...marks } = leaf;
  const [piece, ...others] = context.pieces(text);
  return piece?.isFilled && others.length === 0 ? { text: piece.text, marks } : undefined;
}

function resolveLeaf(leaf: RichTextLeaf, context: Filling): RichTextNode[] {
  const { text, ...marks } = leaf;
  const pieces = context.pieces(text);
  if (pieces.length === 0) return [leaf];
  return pieces.flatMap((piece) =>
    piece.isFilled
      ? inlineFromMarkdown(piece.text, context).map((node) => withMarks(node, marks))
      : [{ ...leaf, text: piece.text }],
  );
}

function resolveUrl(template: string | undefined, context: Filling): { url?: string } {
  const url = template === undefined ? undefined : filledLink(template, context.text);
  return url === undefined ? {} : { url };
}
