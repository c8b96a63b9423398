import { isInline, isLeaf, type RichTextLeaf, type RichTextNode } from './richTextNode.js';

/** A rich text as Markdown: a line for each paragraph, nothing escaped. */
export function markdownOf(nodes: readonly RichTextNode[]): string {
  return nodes.flatMap(linesOf).join('\n');
}

/** A node that takes lines of its own. */
function linesOf(node: RichTextNode): string[] {
  if (isLeaf(node)) return [inlineOf(node)];
  switch (node.type) {
    case 'ul':
      return node.children.flatMap((item) => marked('- ', linesOf(item)));
    case 'ol':
      return node.children.flatMap((item, index) => marked(`${index + 1}. `, linesOf(item)));
    case 'blockquote':
      return node.children.flatMap(linesOf).map((line) => `> ${line}`);
    case 'code_block':
      return ['```', ...node.children.flatMap(linesOf), '```'];
    case 'hr':
      return ['---'];
    default:
      return linesIn(node.children).map((line) => headingSign(node.type) + line);
  }
}

function linesIn(nodes: readonly RichTextNode[]): string[] {
  return nodes.every(isInline) ? [nodes.map(inlineOf).join('')] : nodes.flatMap(linesOf);
}

/** Puts the mark before the first line, and as many blanks before the others. */
function marked(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line);
}

function headingSign(type: string): string {
  const [, level] = /^h([1-6])$/.exec(type) ?? [];
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `;
}

/** A node inside a line. */
function inlineOf(node: RichTextNode): string {
  if (isLeaf(node)) return leafOf(node);
  const text = node.children.map(inlineOf).join('');
  return `${node.type === 'img' ? '!' : ''}[${text}](${node.url ?? ''})`;
}

/** From the innermost mark to the outermost. */
const SIGNS = [
  ['code', '`', '`'],
  ['strikethrough', '~~', '~~'],
  ['underline', '<u>', '</u>'],
  ['italic', '_', '_'],
  ['bold', '**', '**'],
] as const;

function leafOf(leaf: RichTextLeaf): string {
  if (leaf.text === '') return '';
  return SIGNS.filter(([mark]) => leaf[mark] === true).reduce(
    (text, [, before, after]) => before + text + after,
    leaf.text,
  );
}
