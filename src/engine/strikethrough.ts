import { isLeaf, withMarks, type RichTextNode } from './richTextNode.js';

/** Strikes through what stands between two `~~`, also across other marks; a single one stays text (engine §5.5). */
export function struckThrough(nodes: readonly RichTextNode[]): readonly RichTextNode[] {
  const parts = nodes.flatMap(partsOf);
  const open = parts.findIndex((part, at) => isSign(part) && /^\S/.test(textIn(parts[at + 1])));
  const close = parts.findIndex(
    (part, at) => open >= 0 && at > open + 1 && isSign(part) && /\S$/.test(textIn(parts[at - 1])),
  );
  if (close === -1) return nodes;
  return [
    ...parts.slice(0, open),
    ...parts.slice(open + 1, close).map((part) => withMarks(part, { strikethrough: true })),
    ...struckThrough(parts.slice(close + 1)),
  ];
}

const SIGN = '~~';

/** A run of text cut before and after each sign; code is left alone. */
function partsOf(node: RichTextNode): RichTextNode[] {
  if (!isLeaf(node) || node['code'] === true) return [node];
  return node.text
    .split(/(~~)/)
    .filter((text) => text !== '')
    .map((text) => ({ ...node, text }));
}

function isSign(node: RichTextNode): boolean {
  return isLeaf(node) && node.text === SIGN && node['code'] !== true;
}

/** What stands beside a sign; a link or a picture is as good as a letter. */
function textIn(node: RichTextNode | undefined): string {
  if (!node) return '';
  return isLeaf(node) ? node.text : 'x';
}
