import { isLeaf, withMarks, type RichTextNode } from './richTextNode.js';

/** Applies strikethrough between two `~~`, also across other marks; a single one stays text. */
export function struckThrough(nodes: readonly RichTextNode[]): readonly RichTextNode[] {
  const parts = nodes.flatMap(partsOf);
  const struck: RichTextNode[] = [];
  let rest = 0;
  for (;;) {
    const open = placeOf(parts, rest, opens);
    const close = open < 0 ? -1 : placeOf(parts, open + 2, closes);
    if (close < 0) return rest === 0 ? nodes : [...struck, ...parts.slice(rest)];
    for (const part of parts.slice(rest, open)) struck.push(part);
    for (const part of parts.slice(open + 1, close)) {
      struck.push(withMarks(part, { strikethrough: true }));
    }
    rest = close + 1;
  }
}

type Parts = readonly RichTextNode[];

/** The first index, beginning at `from`, for which a test holds; -1 if there is none. */
function placeOf(parts: Parts, from: number, test: (parts: Parts, at: number) => boolean): number {
  for (let at = from; at < parts.length; at += 1) if (test(parts, at)) return at;
  return -1;
}

function opens(parts: Parts, at: number): boolean {
  return isSign(parts[at]) && /^\S/.test(textIn(parts[at + 1]));
}

function closes(parts: Parts, at: number): boolean {
  return isSign(parts[at]) && /\S$/.test(textIn(parts[at - 1]));
}

const SIGN = '~~';

/** A text with more signs is not meant as Markdown (markdown.ts), and each piece of it would be a node of the reply. */
const MOST_SIGNS = 1_000;

/** A run of text, cut before and after each sign; code stays whole. */
function partsOf(node: RichTextNode): RichTextNode[] {
  if (!isLeaf(node) || node['code'] === true) return [node];
  if (node.text.split(SIGN, MOST_SIGNS + 2).length > MOST_SIGNS + 1) return [node];
  return node.text
    .split(/(~~)/)
    .filter((text) => text !== '')
    .map((text) => ({ ...node, text }));
}

function isSign(node: RichTextNode | undefined): boolean {
  return node !== undefined && isLeaf(node) && node.text === SIGN && node['code'] !== true;
}

/** The text next to a sign; a link or a picture counts as a letter. */
function textIn(node: RichTextNode | undefined): string {
  if (!node) return '';
  return isLeaf(node) ? node.text : 'x';
}
