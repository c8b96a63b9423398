import type { ChatMessage } from '@parley/client';
import type { ComponentChildren, JSX } from 'preact';
import { recordOf, textIn } from '../json.js';
import { isLink } from '../isLink.js';
import { Picture } from './Picture.js';

/** A text with its marks, links and lists, and whatever else Markdown in a variable may hold. */
export function TextMessage({ message }: { message: ChatMessage }): JSX.Element {
  const { richText, plainText } = message.content;
  const nodes: readonly unknown[] = Array.isArray(richText) ? richText : [];
  return (
    <div class="bot-host-bubble" data-block-id={message.id} dir="auto">
      {nodes.length > 0 ? nodes.map(drawn) : textIn(plainText)}
    </div>
  );
}

/** The elements of nodes by kind. Headings become paragraphs: as headings they would be part of the outline of the page around. */
const TAGS: ReadonlyMap<string, 'ul' | 'ol' | 'li' | 'blockquote' | 'pre'> = new Map([
  ['ul', 'ul'],
  ['ol', 'ol'],
  ['li', 'li'],
  ['blockquote', 'blockquote'],
  ['code_block', 'pre'],
]);

/** Draws a node of a rich text; `src/engine/text/markdown.ts` and the editor of flows make its kinds. */
function drawn(node: unknown, key: number): ComponentChildren {
  const { type, text, children, url } = recordOf(node);
  if (typeof text === 'string') return leaf(recordOf(node), key);
  const kind = textIn(type);
  const parts: readonly unknown[] = Array.isArray(children) ? children : [];
  if (kind === 'hr') return <hr key={key} />;
  if (kind === 'img') return <Picture key={key} url={textIn(url)} alt={textOf(parts)} />;
  const inside = parts.map(drawn);
  const Tag = TAGS.get(kind);
  if (Tag) return <Tag key={key}>{inside}</Tag>;
  if (kind === 'a') return link(textIn(url), inside, key);
  if (kind === 'inline-variable') return <span key={key}>{inside}</span>;
  return (
    <p key={key} class={/^h[1-6]$/.test(kind) ? `slate-${kind}` : undefined} dir="auto">
      {inside}
    </p>
  );
}

function link(href: string, inside: ComponentChildren, key: number): JSX.Element {
  if (!isLink(href)) return <span key={key}>{inside}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener">
      {inside}
    </a>
  );
}

const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'];

function leaf(node: Readonly<Record<string, unknown>>, key: number): ComponentChildren {
  const text = textIn(node['text']);
  const classes = MARKS.filter((mark) => node[mark] === true).map((mark) => `slate-${mark}`);
  if (classes.length === 0) return text;
  return (
    <span key={key} class={classes.join(' ')}>
      {text}
    </span>
  );
}

function textOf(nodes: readonly unknown[]): string {
  return nodes.map((node) => textIn(recordOf(node)['text'])).join('');
}
