import type { ReplyShown } from '../operations/rows/chats.js';
import { rowNames, rows, type BodyOf, type RowName } from '../operations/rows/index.js';
import type { Row, Shown } from '../operations/rows/row.js';
import { TOKEN } from './app.js';
import { partAt, recordAt } from './parts.js';

export type { Shown } from '../operations/rows/row.js';
export type { ReplyShown } from '../operations/rows/chats.js';

/** The two ways to call an operation. */
export const transportNames = ['REST', 'GraphQL'] as const;
export type TransportName = (typeof transportNames)[number];

/** The outcome of an operation: the body as REST would send it, or why it failed. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body } | Refusal;

/** A refused call, the same for both transports; in GraphQL, user errors have no request id. */
export interface Refusal {
  readonly ok: false;
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: readonly (string | number)[]; message: string }[];
  readonly requestId?: string;
}

/** The caller's token and the origin of the page that calls. */
export interface Calling {
  /** By default the owner's; null for none. */
  readonly token?: string | null;
  readonly origin?: string;
}

/** One transport of a running server: a method for each operation. Ids of REST's path are members of what is sent. */
export type Transport = {
  [Name in RowName]: (sent: object, calling?: Calling) => Promise<Outcome<BodyOf<Name>>>;
} & { readonly name: TransportName };

/** Opens a transport of a server, which need not run yet. */
export function openTransport(name: TransportName, url: () => string): Transport {
  const call = name === 'REST' ? callRest : callGraphql;
  const operation =
    (row: Row) =>
    (sent: object, calling: Calling = {}) =>
      call(url(), { row, sent: { ...sent }, calling });
  const methods = Object.fromEntries(rowNames.map((known) => [known, operation(rows[known])]));
  return { name, ...methods } as Transport; // One method for each row of the table.
}

/** The body of a call that must succeed; fails where it is refused. */
export async function bodyOf<Body>(outcome: Promise<Outcome<Body>>): Promise<Body> {
  const settled = await outcome;
  if (settled.ok) return settled.body;
  throw new Error(`Refused: ${JSON.stringify(settled)}`);
}

/** The texts of a reply. */
export function saidIn({ messages }: Pick<ReplyShown, 'messages'>): unknown[] {
  return messages.map(({ content }) => content['plainText']);
}

/** The refusal of a call that must be refused; fails where it succeeds. */
export async function refusalOf(outcome: Promise<Outcome<unknown>>): Promise<Refusal> {
  const settled = await outcome;
  if (!settled.ok) return settled;
  throw new Error(`Not refused: ${JSON.stringify(settled.body)}`);
}

interface Call {
  readonly row: Row;
  readonly sent: Shown;
  readonly calling: Calling;
}

async function callRest(url: string, { row, sent: all, calling }: Call): Promise<object> {
  const { idempotencyKey, ...sent } = all;
  const [method = '', template = ''] = row.rest.split(' ');
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sent[name])),
  );
  const rest = Object.entries(sent).filter(
    ([name, value]) => !named.includes(name) && value !== undefined,
  );
  const query = new URLSearchParams(
    Object.fromEntries(rest.map(([name, value]) => [name, String(value)])),
  );
  const isGet = method === 'GET' || method === 'DELETE';
  const response = await fetch(`${url}${path}${isGet && rest.length > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...headersOf(calling, !isGet),
      ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
    },
    ...(!isGet && { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
  const body: unknown = await response.json();
  return response.ok ? { ok: true, body } : { ok: false, ...recordAt(body) };
}

async function callGraphql(url: string, { row, sent, calling }: Call): Promise<object> {
  const { graphql: query, reply, missing = {} } = row;
  const variables = query.startsWith('mutation') ? { input: sent } : inCapitals(sent);
  const { data, errors } = await queryGraphql(url, { query, variables }, calling);
  const [error] = errors ?? [];
  if (error) return { ok: false, message: error.message, ...error.extensions };
  const userErrors = partAt(data, 'done.userErrors');
  if (Array.isArray(userErrors) && userErrors.length > 0) return refusalIn(userErrors);
  const lost = Object.entries(missing).find(([path]) => partAt(data, path) === null);
  if (lost) return { ok: false, code: 'NOT_FOUND', reason: lost[1], message: `${lost[0]} is null` };
  const members = Object.entries(reply).map(([name, path]) => [name, partAt(data, path)] as const);
  const body: Shown = Object.fromEntries(members);
  return { ok: true, body: body[''] ?? body };
}

/** The same members with the enum value in GraphQL's spelling: `LAST_7_DAYS` for `last7Days`. */
function inCapitals(sent: Shown): Shown {
  const { timeFilter } = sent;
  if (typeof timeFilter !== 'string') return sent;
  const words = timeFilter.replace(/[A-Z]|\d+/g, (part) => `_${part}`);
  return { ...sent, timeFilter: words.toUpperCase() };
}

/** A response of GraphQL over HTTP. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly data?: Shown | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Shown & { readonly requestId: string };
  }[];
}

/** Sends any GraphQL request over HTTP. */
export async function queryGraphql(
  url: string,
  request: unknown,
  calling: Calling = {},
): Promise<GraphqlAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: headersOf(calling, true),
    body: JSON.stringify(request),
  });
  return { status: response.status, ...recordAt(await response.json()) };
}

function headersOf({ token = TOKEN, origin }: Calling, hasBody: boolean): Record<string, string> {
  return {
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(origin !== undefined && { origin }),
  };
}

function refusalIn(userErrors: readonly Shown[]): object {
  const [first] = userErrors;
  const issues = userErrors
    .filter(({ path }) => path !== null)
    .map(({ path, message }) => ({ path, message }));
  const { code, reason, message } = first ?? {};
  return { ok: false, code, reason, message, ...(issues.length > 0 && { issues }) };
}
