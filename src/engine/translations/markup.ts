import { escapeHtml } from '../text/richTextHtml.js';
import { childrenOf, isInline, isLeaf, type RichTextNode } from '../text/richTextNode.js';

/**
 * The markup of translations: a rich text as one text that people can write. Paragraphs are lines; words in bold, italics and so on, links,
 * headings, lists and quotes have the tags of HTML, and `&` and `<` are `&amp;` and `&lt;`.
 */
export function markupOf(nodes: readonly RichTextNode[]): string {
  return nodes.map(lineOf).join('\n');
}

const BLOCK_TAGS = new Map([
  ...['ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (tag) => [tag, tag] as const,
  ),
  ['code_block', 'pre'],
]);

const MARK_TAGS = [
  ['bold', 'b'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
] as const;

function lineOf(node: RichTextNode): string {
  const tag = isInline(node) ? undefined : BLOCK_TAGS.get(String(node['type']));
  const content = isInline(node) ? inlineOf(node) : childrenOf(node).map(inlineOf).join('');
  return tag === undefined ? content : `<${tag}>${content}</${tag}>`;
}

function inlineOf(node: RichTextNode): string {
  if (isLeaf(node)) {
    const text = escapedText(node.text).replaceAll('\n', '<br>');
    const tags = MARK_TAGS.filter(([mark]) => node[mark] === true).map(([, tag]) => tag);
    return tags.reduceRight((content, tag) => `<${tag}>${content}</${tag}>`, text);
  }
  const content = node.children.map(inlineOf).join('');
  if (node.type === 'a') return `<a href="${escapeHtml(node.url ?? '')}">${content}</a>`;
  if (node.type === 'li') return `<li>${content}</li>`;
  return node.type === 'code_line' ? `${content}<br>` : content;
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Lines that bring a tag of their own. */
const OWN_LINE = /^<(?:ul|ol|blockquote|h[1-6]|pre)>/;

/** The same text as HTML, from which the engine makes a rich text when it is shown. */
export function htmlOfMarkup(markup: string): string {
  return markup
    .split('\n')
    .map((line) => (OWN_LINE.test(line) ? line : `<p>${line}</p>`))
    .join('');
}
