import { z } from 'zod';
import { optional } from '../fields/field.js';

/** A run of text with its marks: bold, italic, underline, strikethrough, code. */
export interface RichTextLeaf {
  readonly text: string;
  readonly [mark: string]: unknown;
}

/** A paragraph, a link, a list …; `type` says which. */
export interface RichTextElement {
  readonly type: string;
  readonly url?: string | undefined;
  readonly children: readonly RichTextNode[];
  readonly [key: string]: unknown;
}

/** A part of a rich text. */
export type RichTextNode = RichTextLeaf | RichTextElement;

/** A node of a stored rich text; its texts may hold templates. */
export const richTextNodeSchema: z.ZodType<RichTextNode> = z
  .lazy(() =>
    z.union([
      z.looseObject({
        text: z.string().describe('A run of text; its other members are its marks'),
      }),
      z.looseObject({
        type: z.string().describe('What it is: p, a, ul …'),
        url: optional(z.string(), 'Where a link leads'),
        children: z.array(richTextNodeSchema).describe('What is in it'),
      }),
    ]),
  )
  .meta({ id: 'RichTextNode' });

/** Whether a part of a rich text is a run of text. */
export function isLeaf(node: RichTextNode): node is RichTextLeaf {
  return typeof node.text === 'string';
}

/** The parts of an element; a run of text has none. */
export function childrenOf(node: RichTextNode): readonly RichTextNode[] {
  return isLeaf(node) ? [] : node.children;
}

/** Whether a node is inside a line rather than on lines of its own. */
export function isInline(node: RichTextNode): boolean {
  return isLeaf(node) || node.type === 'a' || node.type === 'img';
}

/** Adds marks to every run of text. */
export function withMarks(
  node: RichTextNode,
  marks: Readonly<Record<string, unknown>>,
): RichTextNode {
  if (isLeaf(node)) return { ...node, ...marks };
  return { ...node, children: node.children.map((child) => withMarks(child, marks)) };
}
