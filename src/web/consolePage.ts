import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Request, type Response, Router } from 'express';
import { etagOf, IF_UNCHANGED, serveFolder } from './caching.js';
import { chatHeaders } from './chatHeaders.js';
import { protectPage } from './pageHeaders.js';
import { rootOf } from './rootOf.js';

/** The bundle that `scripts/console.mjs` makes. */
const built = fileURLToPath(new URL('../../packages/console/dist/', import.meta.url));

/** The bundle that `scripts/chat.mjs` makes. */
const chat = fileURLToPath(new URL('../../packages/chat/dist/', import.meta.url));

/** Where files are kept, if that is a bucket. */
interface Bucket {
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
}

/** The origins that uploads are sent to besides this server; a bucket of Amazon has two addresses, of which its name decides. */
function uploadOrigins(s3: Bucket | undefined): readonly string[] {
  if (!s3) return [];
  if (s3.endpoint !== undefined) return [new URL(s3.endpoint).origin];
  const host = `s3.${s3.region}.amazonaws.com`;
  return [`https://${s3.bucket}.${host}`, `https://${host}`];
}

/** Serves the console: one page at every address below /console, and its files. */
export function openConsole({ s3 }: { readonly s3?: Bucket | undefined }): Router {
  const router = Router({ strict: true });
  const protect = protectPage({ frames: true, isTrusted: true, connect: uploadOrigins(s3) });
  for (const [file, type] of [
    ['console.js', 'js'],
    ['styles.css', 'css'],
  ] as const) {
    router.get(`/console/${file}`, protect, async (_request, response) => {
      const content = await readFile(built + file);
      // Revalidated each time, so that a page never mixes parts of two versions of the server.
      response.set({ 'Cache-Control': IF_UNCHANGED, ETag: etagOf(content) });
      response.type(type).send(content);
    });
  }
  // Their names contain a hash of their content.
  router.use('/console/parts', serveFolder(`${built}parts`, 'public, max-age=31536000, immutable'));
  router.get('/console/try', (request, response) => {
    response
      .set({
        ...chatHeaders({ isOwnDomain: false, framedBy: 'self' }),
        'Cache-Control': IF_UNCHANGED,
      })
      .type('html')
      .send(tryHtml(rootOf(request)));
  });
  const show = async (request: Request, response: Response) => {
    const links = await preloads(rootOf(request), request);
    response
      .set('Cache-Control', IF_UNCHANGED)
      .type('html')
      .send(consoleHtml(rootOf(request), links));
  };
  router.get(['/console', '/console/{*path}'], protect, show);
  return router;
}

/** The page that the console shows a preview in: it starts none by itself. `root` is as for the page of the console. */
function tryHtml(root: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Preview</title>
<style>html, body { height: 100%; margin: 0 } parley-chat { display: block; height: 100dvh }</style>
<script type="module" src="${root}page.js"></script>
</head>
<body>
<main><parley-chat scripts="frame"></parley-chat></main>
</body>
</html>
`;
}

/** Links to all parts of the console that a page begins with, so that a browser loads them at once, after what it paints first. */
async function preloads(root: string, { path, query }: Request): Promise<string> {
  // A line for each screen: its name and its parts, as `scripts/console.mjs` lists them.
  const lines = (await readFile(`${built}parts.txt`, 'utf8')).split('\n');
  const lists = new Map(
    lines.map((line) => line.split(' ')).map(([name = '', ...parts]) => [name, parts]),
  );
  const first = lists.get('all') ?? [];
  const screen = screenAt(path);
  // On a phone the canvas comes after the outline (canvas/FirstOutline.tsx of the console), unless the address names a block.
  const media = screen === 'flow' && query['at'] === undefined ? 'media="(min-width: 601px)" ' : '';
  const own = (lists.get(screen) ?? []).filter((part) => !first.includes(part));
  const inFrame = screen === 'try' ? await chatParts() : [];
  return [
    ...first.map((part) => ['', `console/parts/${part}`]),
    ...own.map((part) => [media, `console/parts/${part}`]),
    ...inFrame.map((path) => ['', path]),
  ]
    .map(
      ([when, path]) =>
        `<link rel="modulepreload" fetchpriority="low" ${when}href="${root}${path}">`,
    )
    .join('\n');
}

/** The script of the page of a chat, and the parts that it begins with. */
async function chatParts(): Promise<readonly string[]> {
  const script = await readFile(`${chat}page.js`, 'utf8');
  return ['page.js', ...(script.match(/parts\/[\w-]+\.js/g) ?? [])];
}

/** The name of the screen at an address, by which its parts are listed; empty for the list of bots, which every page has. */
function screenAt(path: string): string {
  const [, , kind, , screen = ''] = path.split('/');
  if (kind === 'b') return screen === '' ? 'flow' : screen;
  return screen === '' ? '' : 'workspace';
}

/** The page of the console; `root` is the URL of the server, relative to that of the page. */
function consoleHtml(root: string, links: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Makes, tries, publishes and watches bots">
<title>Parley</title>
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}brand.css">
<link rel="stylesheet" href="${root}console/styles.css">
<script type="module" fetchpriority="low" src="${root}console/console.js"></script>
${links}
</head>
<body>
<div id="console"><p class="loading"></p></div>
<noscript>The console needs JavaScript, which your browser does not run.</noscript>
</body>
</html>
`;
}
