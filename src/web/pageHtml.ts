import { readFileSync } from 'node:fs';
import { escapeHtml } from './escapeHtml.js';
import { pageFiles } from './pageFiles.js';

/** A page of this server. */
export interface PageText {
  readonly title: string;
  /** The address of the server, relative to that of the page. */
  readonly root: string;
  /** What it shows, as HTML. */
  readonly body: string;
  /** What search engines and previews of links say of it. */
  readonly description?: string | undefined;
  /** HTML for its head, such as its style sheets. */
  readonly head?: string;
  /** The address of its mark; by default the one that this server serves. */
  readonly mark?: string;
  /** HTML beside the name at its top. */
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

/** A page of this server, with the name and the mark at its top. Its addresses are relative: a proxy may serve it below a path. */
export function pageHtml(page: PageText): string {
  const { title, root, body, description, head = '', beside = '', mark = `${root}icon.svg` } = page;
  return `<!doctype html>
<html lang="en">
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

/** Links to what there is to read, for the top of a page. */
export function readingLinks(root: string): string {
  return `<nav aria-label="To read"><a href="${root}guides">Guides</a> <a href="${root}docs">REST API</a></nav>`;
}

/** The style sheets and the mark within a page, which then loads no file at all. Read once. */
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
