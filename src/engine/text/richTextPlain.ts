import { isInline, isLeaf, type RichTextNode } from './richTextNode.js';

/** The text alone, one line for each paragraph, list item …; a link shows its text. */
export function plainTextOf(nodes: readonly RichTextNode[]): string {
  return linesOf(nodes).join('\n');
}

function linesOf(nodes: readonly RichTextNode[]): string[] {
  if (nodes.every(isInline)) return [nodes.map(textIn).join('')];
  return nodes.flatMap((node) => (isLeaf(node) ? [node.text] : linesOf(node.children)));
}

function textIn(node: RichTextNode): string {
  return isLeaf(node) ? node.text : node.children.map(textIn).join('');
}
