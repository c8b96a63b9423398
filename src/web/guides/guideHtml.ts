import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../escapeHtml.js';
import { filesOf, PAGE_STYLES, pageHtml, readingLinks } from '../pageHtml.js';
import { linkOf, pictureOf, type LinkPlace } from './linkOf.js';

/** Renders a page of documentation from Markdown. HTML in it is dropped, so that nothing of it can run as a script. */
export function guideHtml(markdown: string, place: LinkPlace): string {
  const { root } = place;
  const text = new Marked({ renderer: rendererOf(place) }).parse(markdown, { async: false });
  const [, title = 'Guides'] = /^# (.+)$/m.exec(markdown) ?? [];
  return pageHtml({
    title: `${title.replaceAll('`', '')} · Parley`,
    description: introOf(markdown),
    root,
    head: filesOf(root, [...PAGE_STYLES, 'guide.css']),
    beside: readingLinks(root),
    body: `<main class="guide">\n${text}</main>`,
  });
}

/** The first paragraph as text, cut to the length that search engines show. */
function introOf(markdown: string): string | undefined {
  const tokens = new Marked().lexer(markdown);
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  const parts = paragraph?.tokens.map((part) => ('text' in part ? String(part.text) : part.raw));
  const text = parts?.join('').replaceAll('\n', ' ');
  return text === undefined || text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}

function rendererOf(place: LinkPlace): RendererObject {
  const anchors = new Map<string, number>();
  return {
    html: () => '',
    heading({ tokens, depth, text }) {
      const anchor = anchorOf(text, anchors);
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = linkOf(href, place);
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    image: ({ href, text }) =>
      `<img src="${escapeHtml(pictureOf(href, place))}" alt="${escapeHtml(text)}" loading="lazy">`,
    code: ({ text }) => scrolled(`<code>${escapeHtml(text)}</code>`, 'pre'),
    table({ header, rows }) {
      const line = (cells: typeof header): string =>
        `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
      return scrolled(
        `<table><thead>${line(header)}</thead><tbody>${rows.map(line).join('')}</tbody></table>`,
        'div',
      );
    },
  };
}

/** Wraps HTML in an element that scrolls if it is wider than the page, also by keyboard. */
function scrolled(html: string, element: 'pre' | 'div'): string {
  const role = element === 'div' ? ' role="group" aria-label="Table"' : '';
  return `<${element} class="wide" tabindex="0"${role}>${html}</${element}>\n`;
}

/** The anchor of a heading: `sent-twice` for `Sent twice?`. Repeated headings get a number. */
function anchorOf(heading: string, known: Map<string, number>): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '');
  const anchor = words.replaceAll(' ', '-');
  const count = known.get(anchor) ?? 0;
  known.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
