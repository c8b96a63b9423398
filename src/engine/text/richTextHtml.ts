import { isPlainLink } from './link.js';
import {
  isLeaf,
  type RichTextElement,
  type RichTextLeaf,
  type RichTextNode,
} from './richTextNode.js';

/** A rich text as HTML that is safe to show: all text is escaped, and only plain links are links. */
export function htmlOf(nodes: readonly RichTextNode[]): string {
  const parts: string[] = [];
  addHtml(nodes, parts);
  return parts.join('');
}

/** Every level adds to one list: texts that are joined at each level would be copied as often as there are levels. */
function addHtml(nodes: readonly RichTextNode[], parts: string[]): void {
  for (const node of nodes) {
    if (isLeaf(node)) parts.push(leafHtml(node));
    else addElement(node, parts);
  }
}

const TAGS = new Map([
  ['p', 'div'],
  ['ul', 'ul'],
  ['ol', 'ol'],
  ['li', 'li'],
  ['blockquote', 'blockquote'],
  ['code_block', 'pre'],
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h4'],
  ['h5', 'h5'],
  ['h6', 'h6'],
]);

function addElement(element: RichTextElement, parts: string[]): void {
  const [before, after] = aroundOf(element);
  parts.push(before);
  if (element.type !== 'img' && element.type !== 'hr') addHtml(element.children, parts);
  parts.push(after);
}

/** What comes before and after the content of an element; one without a tag of its own shows only its content. */
function aroundOf(element: RichTextElement): readonly [string, string] {
  switch (element.type) {
    case 'a':
      return [`<a${attribute('href', plainUrl(element))} target="_blank" class="slate-a">`, '</a>'];
    case 'img':
      return [`<img${attribute('src', plainUrl(element))}${attribute('alt', altOf(element))}>`, ''];
    case 'hr':
      return ['<hr>', ''];
    case 'code_line':
      return ['', '<br>'];
    default: {
      const tag = TAGS.get(element.type);
      return tag === undefined ? ['', ''] : [`<${tag}>`, `</${tag}>`];
    }
  }
}

function plainUrl({ url }: RichTextElement): string | undefined {
  return url !== undefined && isPlainLink(url) ? url : undefined;
}

function altOf({ children }: RichTextElement): string {
  return children.map((child) => (isLeaf(child) ? child.text : '')).join('');
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}

const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'];

function leafHtml(leaf: RichTextLeaf): string {
  const text = escapeHtml(leaf.text).replaceAll('\n', '<br>');
  const classes = MARKS.filter((mark) => leaf[mark] === true).map((mark) => `slate-${mark}`);
  return classes.length === 0 ? text : `<span class="${classes.join(' ')}">${text}</span>`;
}

const SPECIAL = /[&<>"']/;

/** Escapes text for HTML, also inside quotes. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
