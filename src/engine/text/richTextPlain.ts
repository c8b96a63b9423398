import { isInline, isLeaf, type RichTextNode } from './richTextNode.js';

/** The text alone, one line for each paragraph, list item …; a link shows its text. */
export function plainTextOf(nodes: readonly RichTextNode[]): string {
  const lines: string[] = [];
  addLines(nodes, lines);
  return lines.join('\n');
}

/** Every level adds to one list: lists that are copied at each level would cost lines × levels. */
function addLines(nodes: readonly RichTextNode[], lines: string[]): void {
  if (nodes.every(isInline)) lines.push(textOf(nodes));
  else {
    for (const node of nodes) {
      if (isLeaf(node)) lines.push(node.text);
      else addLines(node.children, lines);
    }
  }
}

function textOf(nodes: readonly RichTextNode[]): string {
  const texts: string[] = [];
  addTexts(nodes, texts);
  return texts.join('');
}

function addTexts(nodes: readonly RichTextNode[], texts: string[]): void {
  for (const node of nodes) {
    if (isLeaf(node)) texts.push(node.text);
    else addTexts(node.children, texts);
  }
}
