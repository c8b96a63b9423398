import type { ChatMessage } from '@parley/client';
import type { ComponentChildren, JSX } from 'preact';
import { recordOf, textIn } from '../actions/payload.js';

/** A text with its marks, links and lists. */
export function TextMessage({ message }: { message: ChatMessage }): JSX.Element {
  const { richText, plainText } = message.content;
  const nodes: readonly unknown[] = Array.isArray(richText) ? richText : [];
  return (
    <div class="bot-host-bubble" data-block-id={message.id} dir="auto">
      {nodes.length > 0 ? nodes.map(drawn) : textIn(plainText)}
    </div>
  );
}

const LISTS: Readonly<Record<string, 'ul' | 'ol' | 'li'>> = { ul: 'ul', ol: 'ol', li: 'li' };

/** Draws a node of a rich text; `docs/engine-rules.md` has its kinds. */
function drawn(node: unknown, key: number): ComponentChildren {
  const { type, text, children, url } = recordOf(node);
  if (typeof text === 'string') return leaf(recordOf(node), key);
  const inside = (Array.isArray(children) ? children : []).map(drawn);
  const list = LISTS[textIn(type)];
  if (list) return listed(list, inside, key);
  if (type === 'a') {
    const href = textIn(url);
    return (
      <a key={key} href={isSafe(href) ? href : '#'} target="_blank" rel="noopener">
        {inside}
      </a>
    );
  }
  if (type === 'inline-variable' || type === 'lic') return <span key={key}>{inside}</span>;
  return (
    <p key={key} dir="auto">
      {inside}
    </p>
  );
}

function listed(Tag: 'ul' | 'ol' | 'li', inside: ComponentChildren, key: number): JSX.Element {
  return <Tag key={key}>{inside}</Tag>;
}

function leaf(node: Readonly<Record<string, unknown>>, key: number): ComponentChildren {
  const { text, bold, italic, underline } = node;
  const plain = textIn(text);
  if (bold !== true && italic !== true && underline !== true) return plain;
  const marks = [
    bold === true && 'bold',
    italic === true && 'italic',
    underline === true && 'underline',
  ];
  const classes = marks.filter(Boolean).map((mark) => `slate-${String(mark)}`);
  return (
    <span key={key} class={classes.join(' ')}>
      {plain}
    </span>
  );
}

function isSafe(url: string): boolean {
  return !/^\s*(javascript|data|vbscript):/i.test(url);
}
