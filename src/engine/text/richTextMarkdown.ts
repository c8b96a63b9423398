import { isInline, isLeaf, type RichTextLeaf, type RichTextNode } from './richTextNode.js';

/** A rich text as Markdown: a line for each paragraph, nothing escaped. */
export function markdownOf(nodes: readonly RichTextNode[]): string {
  const page: Page = { lines: [], first: '', rest: '' };
  writeAll(nodes, page);
  return page.lines.join('\n');
}

/**
 * What is being written: the lines so far, and what comes before the next line and before those after it. Every level
 * writes to the same lines: lists that are copied at each level would cost lines × levels.
 */
interface Page {
  readonly lines: string[];
  first: string;
  readonly rest: string;
}

/** How many characters of marks come before a line at most: deeper levels look like this one. */
const MOST_MARKS = 60;

function writeLine(page: Page, line: string): void {
  page.lines.push(page.first + line);
  page.first = page.rest;
}

/** Writes with a mark before the first line, and something as long before the others. */
function writeMarked(page: Page, [mark, others]: readonly [string, string], write: Write): void {
  const isDeep = page.rest.length > MOST_MARKS;
  const inner: Page = {
    lines: page.lines,
    first: isDeep ? page.first : page.first + mark,
    rest: isDeep ? page.rest : page.rest + others,
  };
  const before = page.lines.length;
  write(inner);
  if (page.lines.length > before) page.first = page.rest;
}

type Write = (page: Page) => void;

function writeAll(nodes: readonly RichTextNode[], page: Page): void {
  for (const node of nodes) writeNode(node, page);
}

/** Writes a node that takes lines of its own. */
function writeNode(node: RichTextNode, page: Page): void {
  if (isLeaf(node)) return writeLine(page, inlineText([node]));
  switch (node.type) {
    case 'ul':
      return writeItems(node.children, () => '- ', page);
    case 'ol':
      return writeItems(node.children, (index) => `${index + 1}. `, page);
    case 'blockquote':
      return writeMarked(page, ['> ', '> '], (inner) => writeAll(node.children, inner));
    case 'code_block':
      writeLine(page, '```');
      writeAll(node.children, page);
      return writeLine(page, '```');
    case 'hr':
      return writeLine(page, '---');
    default: {
      const sign = headingSign(node.type);
      return writeMarked(page, [sign, sign], (inner) => writeParagraph(node.children, inner));
    }
  }
}

function writeItems(
  items: readonly RichTextNode[],
  markOf: (index: number) => string,
  page: Page,
): void {
  items.forEach((item, index) => {
    const mark = markOf(index);
    writeMarked(page, [mark, ' '.repeat(mark.length)], (inner) => writeNode(item, inner));
  });
}

function writeParagraph(nodes: readonly RichTextNode[], page: Page): void {
  if (nodes.every(isInline)) writeLine(page, inlineText(nodes));
  else writeAll(nodes, page);
}

function headingSign(type: string): string {
  const [, level] = /^h([1-6])$/.exec(type) ?? [];
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `;
}

/** The text of nodes inside a line. */
function inlineText(nodes: readonly RichTextNode[]): string {
  const texts: string[] = [];
  addInline(nodes, texts);
  return texts.join('');
}

function addInline(nodes: readonly RichTextNode[], texts: string[]): void {
  for (const node of nodes) {
    if (isLeaf(node)) texts.push(leafOf(node));
    else {
      texts.push(node.type === 'img' ? '![' : '[');
      addInline(node.children, texts);
      texts.push(`](${node.url ?? ''})`);
    }
  }
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
