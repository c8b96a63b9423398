import type { Request, RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { contextOf, type Services, shownBy } from '../context/context.js';
import { isOtherDomain, plainHost } from '../context/otherDomain.js';
import { prepare, run } from '../graphql/execute.js';
import { isRecord } from '../graphql/record.js';
import { requestInfoOf, takesPage, wantsPage } from '../http/requests.js';
import { chatHeaders } from './chatHeaders.js';
import { escapeHtml } from './escapeHtml.js';
import { rootOf } from './rootOf.js';

/** The dependencies of chat pages. */
interface ChatPageParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
}

const DOCUMENT = `query ($publicId: ID, $customDomain: ShortText) {
  chatPage(publicId: $publicId, customDomain: $customDomain) {
    publicId title description imageUrl iconUrl isIndexed hidesQuery allowedOrigins
  }
}`;

/** Serves the page of a published bot to browsers and link previews. Passes on requests that name no bot or want JSON. */
export function serveChatPage({ schema, services }: ChatPageParts, nameOf: NameOf): RequestHandler {
  let document: DocumentNode | undefined;
  return async (request, response, next) => {
    const name = nameOf(request, services);
    if (!name || !asksForPage(request)) return next();
    const { requestId } = requestInfoOf(response);
    const context = contextOf(services, { requestId, ...shownBy(request, services) });
    // Prepared at the first request, so that it does not delay the start of the server.
    document ??= prepare(schema, DOCUMENT);
    const { data } = await run(schema, document, { variables: name, context });
    const page = isRecord(data) ? data['chatPage'] : undefined;
    if (!isRecord(page)) return next();
    const [language = 'en'] = request.acceptsLanguages().filter((one) => one !== '*');
    const isOwnDomain = 'customDomain' in name;
    // The query selects all members, with the types of the schema.
    const head = page as unknown as PageHead;
    const framedBy = head.allowedOrigins.length > 0 ? head.allowedOrigins : undefined;
    response.set(chatHeaders({ isOwnDomain, framedBy }));
    response
      .type('html')
      .send(chatPageHtml(head, { isOwnDomain, language, root: rootOf(request) }));
  };
}

/**
 * Whether a request is for a page. Scripts and images are requested with any `Accept`, so a path with a file extension counts only if the
 * client explicitly wants a page.
 */
function asksForPage(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return wantsPage(request) || (!request.path.includes('.') && takesPage(request));
}

/** Returns the bot that a URL names, as the variables of the query; undefined if it cannot name one. */
type NameOf = (request: Request, services: Services) => Record<string, string> | undefined;

/** The bot at a domain that is not this server's own, with or without a path: `chat.example.com/help`. */
export const byDomain: NameOf = (request, services) => {
  const host = otherHostOf(request, services);
  const path = pathOf(request);
  if (host === undefined) return undefined;
  return { customDomain: path === '' ? host : `${host}/${path}` };
};

/** The bot whose public id is the path, or a stage of it: `<public id>@<stage>`. */
export const byPublicId: NameOf = (request, services) => {
  const path = pathOf(request);
  if (otherHostOf(request, services) !== undefined) return undefined;
  return /^[\w.~-]{1,255}(@[\w-]{1,40})?$/.test(path) ? { publicId: path } : undefined;
};

function pathOf({ path }: Request): string {
  return path.replace(/^\/|\/$/g, '');
}

/** The host of a request, if it is not the domain of `PUBLIC_URL`. */
function otherHostOf(request: Request, { publicUrl }: Services): string | undefined {
  const { hostname } = request;
  return hostname && isOtherDomain(hostname, publicUrl) ? plainHost(hostname) : undefined;
}

/** The content of the head of a bot's page: `ChatPage` of the schema. */
interface PageHead {
  readonly publicId: string;
  readonly title: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly iconUrl: string | null;
  readonly isIndexed: boolean;
  readonly hidesQuery: boolean;
  readonly allowedOrigins: readonly string[];
}

/** How to render the page of a bot. */
interface PageView {
  /** Whether it is at the bot's own domain, where its code may run in the page. */
  readonly isOwnDomain: boolean;
  /** The visitor's language, because that of the bot is not known. */
  readonly language: string;
  /** The URL of the server, relative to that of the page. */
  readonly root: string;
}

/** The page of a bot, filled by its chat. */
function chatPageHtml(head: PageHead, { isOwnDomain, language, root }: PageView): string {
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
    // Search engines need a description, and the bot's language is not known.
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
