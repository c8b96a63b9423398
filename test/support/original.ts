import type { ServerResponse } from 'node:http';
import type { TestApp } from './app.js';
import { botOf, interview, parrot } from './botOf.js';
import { partAt, recordAt } from './parts.js';
import { useServer } from './useServer.js';

/** A fake of a server of the original product, with the part of its API from which a workspace is moved. */
export interface OriginalServer {
  url(): string;
  /** The bots, as its API returns them; tests change them. */
  readonly bots: Record<string, unknown>[];
  /** The results of each bot, newest first. */
  readonly results: Map<string, object[]>;
  /** How many of the next requests it answers with 429. */
  busy: number;
  /** The cursor of the page of results that it fails to return. */
  breaksAt: string | undefined;
  /** The cursors of its pages of results: the id of the next result, as in older versions, or an offset. */
  cursors: 'ids' | 'offsets';
}

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** One fake for all tests of a file. */
export function useOriginal(): OriginalServer {
  const answers = new Map<string, (query: URLSearchParams) => unknown>([
    ['/api/v1/folders', (query) => ({ folders: foldersBelow(query.get('parentFolderId')) })],
    [
      '/api/v1/themeTemplates',
      () => ({ themeTemplates: [{ id: `dark-${server.cursors}`, name: 'Dark', theme: {} }] }),
    ],
    [
      '/api/v1/workspaces/w1/members',
      () => ({
        members: [{ role: 'MEMBER', user: { name: 'Grace', email: 'grace@example.com' } }],
      }),
    ],
    [
      '/api/v1/typebots',
      () => ({
        typebots: server.bots.map(({ id, name, publicId }) => ({
          id,
          name,
          ...(id !== 'cl_draft' && { publishedTypebotId: `pub_${publicId}` }),
        })),
      }),
    ],
  ]);
  const server: OriginalServer = {
    bots: [
      { ...botOf(interview), id: 'cl_ask', name: 'Ask', publicId: 'ask', spaceId: null },
      {
        ...botOf({
          groups: { Start: [{ type: 'Typebot link', options: { typebotId: 'cl_ask' } }] },
        }),
        ...{ id: 'cl_link', name: 'Link', publicId: 'link', folderId: 'f2' },
      },
      { ...botOf(parrot), id: 'cl_closed', name: 'Closed', publicId: 'closed', isClosed: true },
      { ...botOf(parrot), id: 'cl_draft', name: 'Draft', publicId: 'never' },
    ],
    results: new Map(),
    busy: 0,
    breaksAt: undefined,
    cursors: 'ids',
    url: useServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://original.test');
      if (pathname === '/pixel.png') {
        return response.setHeader('content-type', 'image/png').end(Buffer.from(PIXEL, 'base64'));
      }
      if (request.headers.authorization !== 'Bearer theirs') return refuse(response, 401);
      if (server.busy > 0) {
        server.busy -= 1;
        return refuse(response.setHeader('retry-after', '0.01'), 429);
      }
      const answer = answers.get(pathname) ?? ofBot(server, pathname);
      const body = answer?.(searchParams);
      if (body === undefined) return refuse(response, 404);
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }),
  };
  return server;
}

function foldersBelow(parent: string | null): object[] {
  if (parent === null) return [{ id: 'f1', name: 'Campaigns' }];
  return parent === 'f1' ? [{ id: 'f2', name: 'Spring' }] : [];
}

function refuse(response: ServerResponse, status: number): unknown {
  return response.writeHead(status).end(JSON.stringify({ message: `Refused with ${status}` }));
}

type ReplyTo = (query: URLSearchParams) => unknown;

function ofBot(server: OriginalServer, pathname: string): ReplyTo | undefined {
  const [, botId = '', part] = /^\/api\/v1\/typebots\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  if (part === 'results') return (query) => pageOf(server, botId, query.get('cursor'));
  const typebot = server.bots.find(({ id }) => id === botId);
  return typebot && (() => ({ typebot }));
}

const PAGE = 100;

function pageOf(server: OriginalServer, botId: string, cursor: string | null): object | undefined {
  if (cursor !== null && cursor === server.breaksAt) return undefined;
  const all = server.results.get(botId) ?? [];
  const at = server.cursors === 'ids' ? indexById(all, cursor) : Number(cursor);
  if (at < 0) return { results: [] };
  const results = all.slice(at, at + PAGE);
  const next = all[at + PAGE] as { id: string } | undefined; // The tests give each an id.
  if (!next) return { results };
  if (server.cursors === 'ids') return { results, nextCursor: next.id };
  return cursor === null ? { results } : { results, nextCursor: at + PAGE };
}

function indexById(all: readonly object[], cursor: string | null): number {
  if (cursor === null) return 0;
  return all.findIndex((result) => 'id' in result && result.id === cursor);
}

/** A response of the original API. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Calls endpoints of the original API, such as `POST /v1/sendMessage`, with or without a body. */
export function callsOfOriginal(app: () => TestApp) {
  const call = async (address: string, sent?: object, headers: object = {}): Promise<Answer> => {
    const [method = '', path = ''] = address.split(' ');
    const response = await fetch(`${app().url}/api${path}`, {
      method,
      headers: { ...(sent && { 'content-type': 'application/json' }), ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const { status, headers: got } = response;
    return { status, body: recordAt(await response.json()), headers: got };
  };
  const startOf = (publicId: string, sent: object = {}): Promise<Answer> =>
    call(`POST /v1/typebots/${publicId}/startChat`, sent);
  return { call, startOf };
}

/** The text of the first message in a response. */
export function said({ body }: Answer): unknown {
  return partAt(body, 'messages.0.content.plainText');
}
