import { Parser } from 'htmlparser2';
import type { RichTextNode } from './richTextNode.js';

/** Real texts do not nest tags deeper, and the parser searches all open tags at each closing one. */
export const MAX_OPEN_TAGS = 100;

/**
 * Converts HTML to rich text: paragraphs, headings, quotes and lists, with their marks and links. Of other tags the
 * content is kept. Parsing stops at the 100th tag that is open at a time. Templates stay as written.
 */
export function richTextFromHtml(html: string): RichTextNode[] {
  const lines: Line[] = [];
  const open: OpenTag[] = [];
  let line = newLine();
  // The parser splits texts at `&amp;`; they are joined again, because a template may contain one.
  let text = '';
  const endText = (): void => {
    const isBetweenTags = text.trim() === '' && line.children.length === 0;
    if (text !== '' && !isBetweenTags) line.children.push(nodeOf(text, open.at(-1)));
    text = '';
  };
  const endLine = (next: Line, isBlankKept = false): void => {
    if (line.children.length > 0 || isBlankKept) lines.push(line);
    line = next;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      endText();
      const tag = openTag(name, attributes, open.at(-1));
      if (open.push(tag) > MAX_OPEN_TAGS) parser.pause();
      if (LINE_TAGS.has(name)) endLine(newLine(tag, !LISTS.has(name)));
      if (name === 'br') line.children.push(nodeOf('\n', tag));
    },
    ontext: (part) => (text += part),
    onclosetag(name) {
      endText();
      open.pop();
      if (LINE_TAGS.has(name)) endLine(newLine(open.at(-1)), line.isParagraph);
    },
  });
  parser.end(html);
  endText();
  endLine(newLine());
  return nodesOf(lines);
}

/** Converts a plain text to rich text: a paragraph for each line. */
export function richTextFromPlain(text: string): RichTextNode[] {
  return text.split(/\r?\n/).map((line) => ({ type: 'p', children: [{ text: line }] }));
}

const MARK_TAGS = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['s', 'strikethrough'],
  ['del', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['code', 'code'],
]);

/** The tags that begin a new line, and the kind of line inside them. */
const LINE_TAGS = new Map([
  ['div', 'p'],
  ['p', 'p'],
  ['pre', 'p'],
  ['ul', 'p'],
  ['ol', 'p'],
  ['li', 'li'],
  ['blockquote', 'blockquote'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, name] as const),
]);
const LISTS = new Set(['ul', 'ol']);

/** An open tag, with the marks, link and kind of line of its text, including those inherited from tags around it. */
interface OpenTag {
  readonly line: string;
  readonly list: string;
  readonly marks: Readonly<Record<string, true>>;
  readonly url: string | undefined;
}

const NO_TAG: OpenTag = { line: 'p', list: 'ul', marks: {}, url: undefined };

function openTag(
  name: string,
  { href, class: classes = '' }: Readonly<Record<string, string>>,
  around = NO_TAG,
): OpenTag {
  // Older editors wrote marks as classes.
  const named = [...classes.matchAll(/\bslate-(bold|italic|underline)\b/g)].map(([, mark]) => mark);
  const marks = [MARK_TAGS.get(name), ...named].filter((mark) => mark !== undefined);
  return {
    line: LINE_TAGS.get(name) ?? around.line,
    list: LISTS.has(name) ? name : around.list,
    marks: { ...around.marks, ...Object.fromEntries(marks.map((mark) => [mark, true])) },
    url: name === 'a' ? href : around.url,
  };
}

/** The content of one line; an empty paragraph is a blank line. */
interface Line {
  readonly tag: OpenTag;
  readonly isParagraph: boolean;
  readonly children: RichTextNode[];
}

function newLine(tag = NO_TAG, isParagraph = false): Line {
  return { tag, isParagraph, children: [] };
}

function nodeOf(text: string, { marks, url } = NO_TAG): RichTextNode {
  const leaf = { text, ...marks };
  return url === undefined ? leaf : { type: 'a', url, children: [leaf] };
}

/** Joins successive items to one list. */
function nodesOf(lines: readonly Line[]): RichTextNode[] {
  const nodes: { type: string; children: RichTextNode[] }[] = [];
  for (const { tag, children } of lines) {
    const filled = children.length > 0 ? children : [{ text: '' }];
    const last = nodes.at(-1);
    if (tag.line !== 'li') nodes.push({ type: tag.line, children: filled });
    else {
      const item = { type: 'li', children: [{ type: 'lic', children: filled }] };
      if (last?.type === tag.list) last.children.push(item);
      else nodes.push({ type: tag.list, children: [item] });
    }
  }
  return nodes;
}
