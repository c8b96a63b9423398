import type { Request, RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { contextOf, shownBy, type Services } from '../context/context.js';
import { isOtherDomain } from '../context/otherDomain.js';
import { prepare, run } from '../graphql/execute.js';
import { isRecord } from '../graphql/record.js';
import { requestInfoOf, wantsPage } from '../http/requests.js';
import { chatHeaders } from './chatHeaders.js';
import { htmlOf, type PageHead } from './chatPageHtml.js';
import { rootOf } from './page.js';

/** What the page of a bot needs. */
interface ChatPageParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
}

const DOCUMENT = `query ($publicId: ID, $customDomain: ShortText) {
  chatPage(publicId: $publicId, customDomain: $customDomain) {
    publicId title description imageUrl iconUrl isIndexed hidesQuery allowedOrigins
  }
}`;

/**
 * The page of a published bot, for browsers, at the addresses that name one in this way. Everything else is passed on.
 */
export function serveChatPage({ schema, services }: ChatPageParts, nameOf: NameOf): RequestHandler {
  let document: DocumentNode | undefined;
  return async (request, response, next) => {
    const name = nameOf(request, services);
    if (!name || request.method !== 'GET' || !wantsPage(request)) return next();
    const { requestId } = requestInfoOf(response);
    const context = contextOf(services, { requestId, ...shownBy(request, services) });
    // With the first page: preparing it for every start would delay the start.
    document ??= prepare(schema, DOCUMENT);
    const { data } = await run(schema, document, { variables: name, context });
    const page = isRecord(data) ? data['chatPage'] : undefined;
    if (!isRecord(page)) return next();
    const [language = 'en'] = request.acceptsLanguages().filter((one) => one !== '*');
    const isOwnDomain = 'customDomain' in name;
    // The query asks for every member, with the types of the schema.
    const head = page as unknown as PageHead;
    const framedBy = head.allowedOrigins.length > 0 ? head.allowedOrigins : undefined;
    response.set(chatHeaders({ isOwnDomain, framedBy }));
    response.type('html').send(htmlOf(head, { isOwnDomain, language, root: rootOf(request) }));
  };
}

/** How an address names a bot, if it may name one. */
type NameOf = (request: Request, services: Services) => Record<string, string> | undefined;

/** By a domain that is not this server's own, with or without a path: `chat.example.com/help`. */
export const byDomain: NameOf = (request, services) => {
  const host = otherHostOf(request, services);
  const path = pathOf(request);
  if (host === undefined) return undefined;
  return { customDomain: path === '' ? host : `${host}/${path}` };
};

/** By a public id as the path. */
export const byPublicId: NameOf = (request, services) => {
  const path = pathOf(request);
  if (otherHostOf(request, services) !== undefined) return undefined;
  return /^[\w.-]{1,255}$/.test(path) ? { publicId: path } : undefined;
};

function pathOf({ path }: Request): string {
  return path.replace(/^\/|\/$/g, '');
}

/** The host that was asked for, where it is a domain other than that of `PUBLIC_URL`. */
function otherHostOf(request: Request, { publicUrl }: Services): string | undefined {
  const host = request.hostname?.toLowerCase();
  return isOtherDomain(host, publicUrl) ? host : undefined;
}
