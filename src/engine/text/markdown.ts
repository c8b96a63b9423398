import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Position } from 'unist';
import { type Meter, stepsOf } from '../interpreter/budget.js';
import { isPlainLink } from './link.js';
import { childrenOf, isLeaf, type RichTextNode, withMarks } from './richTextNode.js';

/**
 * Parses a value as Markdown blocks: paragraphs, lists, headings, quotes, code. Raw HTML stays text, and a blank line
 * between two blocks becomes an empty paragraph.
 */
export function blocksFromMarkdown(text: string, meter: Meter): RichTextNode[] {
  if (isPlain(text) && WORDS.test(text)) return [{ type: 'p', children: [{ text }] }];
  return convertApart(parse(text, { disabled: [], meter }), (lines) =>
    Array.from({ length: lines }, () => ({ type: 'p', children: [{ text: '' }] })),
  );
}

/**
 * Parses a value inside a sentence: marks, links and images only, so that "1." or "# 5" stay as they are. Spaces around
 * it and line breaks in it are kept.
 */
export function inlineFromMarkdown(text: string, meter: Meter): RichTextNode[] {
  const core = text.trim();
  const start = text.indexOf(core);
  const [before, after] = [text.slice(0, start), text.slice(start + core.length)];
  const nodes = isPlain(core) ? [{ text: core }] : nodesWithin(core, meter);
  return [{ text: before }, ...nodes, { text: after }].filter((node) => node.text !== '');
}

function nodesWithin(text: string, meter: Meter): RichTextNode[] {
  const paragraphs = convertApart(parse(text, { disabled: BLOCK_CONSTRUCTS, meter }), (lines) => [
    { type: 'p', children: [{ text: '\n'.repeat(lines + 1) }] },
  ]);
  return paragraphs.flatMap(childrenOf);
}

/**
 * Whether a line has no character with a meaning inside a line. Parsing such values as Markdown would change nothing
 * and cost half the time of a turn.
 */
function isPlain(text: string): boolean {
  return !/[*_~`[\]!\\&<\p{Cc}\u2028\u2029]/u.test(text);
}

/** A line that begins with a letter begins no list, heading or quote, and one that ends with a space would lose it. */
const WORDS = /^\p{L}(.*\S)?$/u;

const HTML_AND_REFERENCES = ['htmlFlow', 'htmlText', 'definition'];
const BLOCK_CONSTRUCTS = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'headingAtx',
  'list',
  'setextUnderline',
  'thematicBreak',
];

/** A block and the lines it spans. */
type Located = RootContent & { position: Position };

interface Reading {
  readonly disabled: readonly string[];
  readonly meter: Meter;
}

function parse(text: string, { disabled, meter }: Reading): Located[] {
  meter.charge(stepsOf(text));
  const signs = text.length > MAX_LENGTH ? Infinity : text.split(SIGN).length - 1;
  if (signs > MAX_SIGNS || NESTED.test(text)) return [plain(text)];
  meter.charge(signs * SIGN_STEPS);
  const extensions = [{ disable: { null: [...HTML_AND_REFERENCES, ...disabled] } }];
  const tree = fromMarkdown(text, { extensions });
  // The parser gives every node its position; only trees made by hand lack it.
  return depthOf(tree) > MAX_DEPTH ? [plain(text)] : (tree.children as Located[]);
}

/**
 * A value beyond these limits is not meant as Markdown and would take too long to parse or nest too deep: it stays
 * text.
 */
const MAX_LENGTH = 10_000;
const MAX_SIGNS = 1_000;
const MAX_DEPTH = 50;

/** The characters with a meaning in Markdown: the parser takes 50 µs for each, and longer the more there are. */
const SIGN = /[*_~]+|[`[\]!\\&<>]|\n|^[ \t]*(?:[-+]|\d{1,9}[.)])/gm;
const SIGN_STEPS = 1_000;
/** More than ten lists or quotes nested on one line: the time to parse them grows with the square of the number. */
const NESTED = /^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){11}/m;

function plain(value: string): Located {
  const point = { line: 1, column: 1 };
  const position = { start: point, end: point };
  return { type: 'paragraph', children: [{ type: 'text', value }], position };
}

/** Counted level by level: a recursive function could overflow the stack, which this check is to prevent. */
function depthOf(tree: Root): number {
  let depth = 0;
  let level: readonly RootContent[] = tree.children;
  for (; level.length > 0; depth += 1) {
    level = level.flatMap<RootContent>((node) => ('children' in node ? node.children : []));
  }
  return depth;
}

/** Converts blocks one by one; `gap` is called for the blank lines between two. */
function convertApart(
  blocks: readonly Located[],
  gap: (lines: number) => RichTextNode[],
): RichTextNode[] {
  return blocks.flatMap((block, index) => {
    const previous = blocks[index - 1];
    const lines = previous ? block.position.start.line - previous.position.end.line - 1 : 0;
    return [...(lines > 0 ? gap(lines) : []), ...convert(block)];
  });
}

function convert(node: RootContent): RichTextNode[] {
  switch (node.type) {
    case 'text':
      return [{ text: node.value }];
    case 'inlineCode':
      return [{ text: node.value, code: true }];
    case 'break':
      return [{ text: '\n' }];
    case 'strong':
      return convertAll(node.children).map((child) => withMarks(child, { bold: true }));
    case 'emphasis':
      return convertAll(node.children).map((child) => withMarks(child, { italic: true }));
    case 'link':
      return [{ type: 'a', ...linkTo(node.url), children: convertAll(node.children) }];
    case 'image':
      return [{ type: 'img', ...linkTo(node.url), children: [{ text: node.alt || '' }] }];
    default:
      return convertBlock(node);
  }
}

function convertBlock(node: RootContent): RichTextNode[] {
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'p', children: convertAll(node.children) }];
    case 'heading':
      return [{ type: `h${node.depth}`, children: convertAll(node.children) }];
    case 'blockquote':
      return [{ type: 'blockquote', children: convertAll(node.children) }];
    case 'list':
      return [{ type: node.ordered ? 'ol' : 'ul', children: convertAll(node.children) }];
    case 'listItem':
      return [{ type: 'li', children: convertAll(node.children).map(asItemContent) }];
    case 'code':
      return [{ type: 'code_block', children: node.value.split('\n').map(codeLine) }];
    default:
      // A thematic break: with the other constructs off nothing else is left.
      return [{ type: 'hr', children: [{ text: '' }] }];
  }
}

function convertAll(nodes: readonly RootContent[]): RichTextNode[] {
  return [...struckThrough(nodes.flatMap(convert))];
}

function asItemContent(node: RichTextNode): RichTextNode {
  return node.type === 'p' ? { ...node, type: 'lic' } : node;
}

function codeLine(text: string): RichTextNode {
  return { type: 'code_line', children: [{ text }] };
}

/** A link in a visitor's text may only lead where it does no harm. */
function linkTo(url: string): { url?: string } {
  return isPlainLink(url) ? { url } : {};
}

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
  return isStrike(parts[at]) && /^\S/.test(textIn(parts[at + 1]));
}

function closes(parts: Parts, at: number): boolean {
  return isStrike(parts[at]) && /\S$/.test(textIn(parts[at - 1]));
}

const STRIKE = '~~';

/** A text with more signs is not meant as Markdown (markdown.ts), and each piece of it would be a node of the reply. */
const MOST_STRIKES = 1_000;

/** A run of text, cut before and after each sign; code stays whole. */
function partsOf(node: RichTextNode): RichTextNode[] {
  if (!isLeaf(node) || node['code'] === true) return [node];
  if (node.text.split(STRIKE, MOST_STRIKES + 2).length > MOST_STRIKES + 1) return [node];
  return node.text
    .split(/(~~)/)
    .filter((text) => text !== '')
    .map((text) => ({ ...node, text }));
}

function isStrike(node: RichTextNode | undefined): boolean {
  return node !== undefined && isLeaf(node) && node.text === STRIKE && node['code'] !== true;
}

/** The text next to a sign; a link or a picture counts as a letter. */
function textIn(node: RichTextNode | undefined): string {
  if (!node) return '';
  return isLeaf(node) ? node.text : 'x';
}
