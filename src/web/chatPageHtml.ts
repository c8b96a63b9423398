import { escapeHtml } from './escapeHtml.js';

/** What the head of a bot's page says: `ChatPage` of the schema. */
export interface PageHead {
  readonly publicId: string;
  readonly title: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly iconUrl: string | null;
  readonly isIndexed: boolean;
  readonly hidesQuery: boolean;
  readonly allowedOrigins: readonly string[];
}

/** How a page of a bot is shown. */
export interface PageView {
  /** Whether the address is the bot's own, where its code may run in the page. */
  readonly isOwnDomain: boolean;
  /** The language of the visitor, because that of the bot is not known. */
  readonly language: string;
  /** The address of the server, relative to that of the page. */
  readonly root: string;
}

/** The page of a bot: its chat over the whole page. */
export function chatPageHtml(head: PageHead, { isOwnDomain, language, root }: PageView): string {
  const { publicId, title, hidesQuery } = head;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${metasOf(head).join('\n')}
<link rel="icon" href="${escapeHtml(head.iconUrl ?? `${root}docs/icon.svg`)}">
<style>html, body { height: 100%; margin: 0 } h1 { position: absolute; clip-path: inset(50%) } parley-chat { display: block; height: 100dvh }</style>
<script type="module" src="${root}page.js"></script>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<parley-chat bot="${escapeHtml(publicId)}" scripts="${isOwnDomain ? 'page' : 'frame'}" hides-query="${hidesQuery}" autofocus></parley-chat>
</main>
<noscript>This chat needs JavaScript, which your browser does not run.</noscript>
</body>
</html>
`;
}

function metasOf({ title, description, imageUrl, isIndexed }: PageHead): string[] {
  const named = {
    // Search engines want one; in which language the bot speaks is not known.
    description: description ?? title,
    robots: isIndexed ? null : 'noindex',
    'twitter:card': cardOf(imageUrl),
  };
  const graph = { 'og:title': title, 'og:description': description, 'og:image': imageUrl };
  return [
    ...Object.entries(named).map(([name, value]) => meta('name', name, value)),
    ...Object.entries(graph).map(([name, value]) => meta('property', name, value)),
  ].filter((line) => line !== '');
}

function cardOf(imageUrl: string | null): string | null {
  return imageUrl === null ? null : 'summary_large_image';
}

function meta(kind: 'name' | 'property', name: string, value: string | null): string {
  return value === null ? '' : `<meta ${kind}="${name}" content="${escapeHtml(value)}">`;
}
