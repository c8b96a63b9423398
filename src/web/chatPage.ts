import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { contextOf, shownBy, type Services } from '../context/context.js';
import { prepare, run } from '../graphql/execute.js';
import { isRecord } from '../graphql/record.js';
import { requestInfoOf, wantsPage } from '../http/requests.js';
import { chatHeaders } from './chatHeaders.js';
import { htmlOf, type PageHead } from './chatPageHtml.js';

/** What the page of a bot needs. */
interface ChatPageParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
}

const DOCUMENT = `query ($publicId: ID, $customDomain: ShortText) {
  chatPage(publicId: $publicId, customDomain: $customDomain) {
    publicId title description imageUrl iconUrl isIndexed hidesQuery theme
  }
}`;

/**
 * The page of a published bot, for browsers: at `/<public id>` of this server, and at the bot's own address. Everything else is
 * passed on.
 */
export function serveChatPage({ schema, services }: ChatPageParts): RequestHandler {
  const document = prepare(schema, DOCUMENT);
  return async (request, response, next) => {
    const name = nameOf(request, services);
    if (!name || !wantsPage(request)) return next();
    const { requestId } = requestInfoOf(response);
    const context = contextOf(services, { requestId, ...shownBy(request, services) });
    const { data } = await run(schema, document, { variables: name, context });
    const page = isRecord(data) ? data['chatPage'] : undefined;
    if (!isRecord(page)) return next();
    const [language = 'en'] = request.acceptsLanguages().filter((one) => one !== '*');
    const isOwnDomain = 'customDomain' in name;
    response.set(chatHeaders({ isOwnDomain, isFramed: true }));
    // The query asks for every member, with the types of the schema.
    response.type('html').send(htmlOf(page as unknown as PageHead, { isOwnDomain, language }));
  };
}

/** The bot that an address names, if it may name one. */
function nameOf(request: Request, { publicUrl }: Services): Record<string, string> | undefined {
  if (request.method !== 'GET') return undefined;
  const path = request.path.replace(/^\/|\/$/g, '');
  const { host } = request;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  if (own !== undefined && host !== own && isDomain(host)) {
    return { customDomain: path === '' ? host : `${host}/${path}` };
  }
  return /^[\w.-]{1,255}$/.test(path) ? { publicId: path } : undefined;
}

function isDomain(host: string | undefined): boolean {
  return host !== undefined && /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(host);
}
