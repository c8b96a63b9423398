import { readFileSync } from 'node:fs';
import { escapeHtml } from './escapeHtml.js';
import { pageFiles } from './pageFiles.js';

/** A page of this server. */
export interface PageText {
  readonly title: string;
  /** The language of its texts; English by default. */
  readonly language?: string;
  /** The URL of the server, relative to that of the page. */
  readonly root: string;
  /** Its content, as HTML. */
  readonly body: string;
  /** The description for search engines and link previews. */
  readonly description?: string | undefined;
  /** Further HTML for its head, such as links to style sheets. */
  readonly head?: string;
  /** The URL of its logo; by default the one that this server serves. */
  readonly mark?: string;
  /** HTML next to the name at its top. */
  readonly beside?: string;
}

/** The style sheets of pages of text. */
export const PAGE_STYLES = ['brand.css', 'page.css'] as const;

/** Links to style sheets and scripts of this server. */
export function filesOf(root: string, names: readonly string[]): string {
  return names.map((name) => fileOf(root + name)).join('\n');
}

function fileOf(address: string): string {
  if (address.endsWith('.css')) return `<link rel="stylesheet" href="${address}">`;
  return `<script type="module" src="${address}"></script>`;
}

/** A page with name and logo at its top. Its URLs are relative, because a proxy may serve this server below a path. */
export function pageHtml(page: PageText): string {
  const { title, language = 'en', root, body, description } = page;
  const { head = '', beside = '', mark = `${root}icon.svg` } = page;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${mark}">
${description === undefined ? '' : `<meta name="description" content="${escapeHtml(description)}">\n`}${head}
</head>
<body>
<header class="top"><p class="brand"><a href="${root}"><img src="${mark}" alt="" width="32" height="32"> Parley</a></p>${beside}</header>
${body}
</body>
</html>
`;
}

/** Links to the documentation, for the top of a page. */
export function readingLinks(root: string): string {
  return `<nav aria-label="To read"><a href="${root}guides">Guides</a> <a href="${root}docs">REST API</a></nav>`;
}

/** The style sheets and the logo inline, for a page that loads no files. Read once. */
export function wholeInPage(): { readonly head: string; readonly mark: string } {
  whole ??= {
    head: `<style>${PAGE_STYLES.map(textOf).join('')}</style>`,
    mark: `data:image/svg+xml,${encodeURIComponent(textOf('icon.svg'))}`,
  };
  return whole;
}

let whole: ReturnType<typeof wholeInPage> | undefined;

function textOf(file: string): string {
  return readFileSync(pageFiles + file, 'utf8');
}
