import { isInline, isLeaf, type RichTextNode } from '../engine/index.js';
import type { ChannelMessage } from './channelMessage.js';

/**
 * A rich text in the Markdown of messengers: `*bold*`, `_italic_`, `~struck~`, and links as `text (address)`
 * (https://faq.whatsapp.com/539178204879377).
 */
export function channelTextOf(nodes: readonly RichTextNode[]): string {
  return nodes.flatMap(linesOf).join('\n').trim();
}

/** The most characters of one text; longer ones are sent as several. */
const MOST_TEXT = 4_096;

/** A text as messages, none for an empty one. */
export function textsOf(text: string): ChannelMessage[] {
  return piecesOf(text).map((piece) => ({ type: 'text', text: piece }));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(pieces.at(-1)?.length)) {
    pieces.push(beginningOf(rest, MOST_TEXT));
  }
  return pieces.filter((piece) => piece.trim() !== '');
}

function linesOf(node: RichTextNode): string[] {
  if (isInline(node)) return [inlineText([node])];
  if (isLeaf(node)) return [];
  const { type, children } = node;
  if (type === 'ul' || type === 'ol') {
    return children.flatMap((item, index) =>
      marked(linesOf(item), type === 'ol' ? `${index + 1}. ` : '- '),
    );
  }
  if (type === 'blockquote') return children.flatMap(linesOf).map((line) => `> ${line}`);
  return children.every(isInline) ? [inlineText(children)] : children.flatMap(linesOf);
}

function marked([first = '', ...others]: readonly string[], mark: string): string[] {
  return [mark + first, ...others.map((line) => ' '.repeat(mark.length) + line)];
}

function inlineText(nodes: readonly RichTextNode[]): string {
  return nodes.map(inlineOf).join('');
}

function inlineOf(node: RichTextNode): string {
  if (isLeaf(node)) {
    return SIGNS.filter(([mark]) => node[mark] === true).reduce(
      (text, [, sign]) => signed(text, sign),
      node.text,
    );
  }
  const text = inlineText(node.children);
  const { url = '' } = node;
  if (url === '' || text === url) return text;
  return text === '' ? url : `${text} (${url})`;
}

const SIGNS = [
  ['code', '`'],
  ['strikethrough', '~'],
  ['italic', '_'],
  ['bold', '*'],
] as const;

/** Messengers recognise a sign only next to a word, so spaces stay outside. */
function signed(text: string, sign: string): string {
  const inner = text.trim();
  return inner === '' ? text : text.replace(inner, () => `${sign}${inner}${sign}`);
}

/**
 * The beginning of a text, with at most `most` UTF-16 units, which are never fewer than the characters that a messenger counts. No
 * character is cut in two.
 */
export function beginningOf(text: string, most: number): string {
  const cut = text.slice(0, most);
  return text.length > most && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
