import { TOKEN } from './app.js';
import { accessOperations, type AccessBodies } from './accessTransports.js';
import { authoringOperations, type AuthoringBodies } from './authoringTransports.js';
import { chatOperations, type ChatBodies } from './chatTransports.js';
import { FILTERS, GIVEN, resultOperations, type ResultBodies } from './resultTransports.js';

/** The two ways to call an operation. */
export const transportNames = ['REST', 'GraphQL'] as const;
export type TransportName = (typeof transportNames)[number];

/** What an operation came to: what REST would send as the body, or how it failed. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body } | Refusal;

/** A refused call, the same from both transports; GraphQL has no request id where the failure is the caller's. */
export interface Refusal {
  readonly ok: false;
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: readonly (string | number)[]; message: string }[];
  readonly requestId?: string;
}

/** Who calls, and from which page. */
export interface Calling {
  /** Null: no token. */
  readonly token?: string | null;
  readonly origin?: string;
}

/** Anything JSON holds under a name. */
export interface Shown {
  readonly [key: string]: unknown;
}

export interface BotShown extends Shown {
  readonly id: string;
  readonly updatedAt: string;
}

export interface ReplyShown extends Shown {
  readonly sessionId: string;
  readonly resultId: string;
  readonly messages: readonly { readonly id: string; readonly content: Shown }[];
  readonly input?: { readonly id: string; readonly type: string };
}

export interface ResultShown extends Shown {
  readonly id: string;
  readonly answers: readonly ({ readonly content: string } & Shown)[];
  readonly variables: readonly Shown[];
}

/** What each operation answers with. */
export interface Bodies extends AccessBodies, AuthoringBodies, ChatBodies, ResultBodies {
  createWorkspace: { workspace: { id: string } & Shown };
  createBot: { bot: BotShown };
  importBot: { bot: BotShown };
  readBot: { bot: BotShown; currentUserMode: string };
  updateBot: { bot: BotShown };
  publishBot: { publicId: string; version: { id: string; number: number }; issues: Shown[] };
  readPublished: { publishedBot: (BotShown & { botId: string }) | null; version: string };
  startChat: ReplyShown;
  startPreview: ReplyShown;
  continueChat: ReplyShown;
  listResults: { results: ResultShown[]; nextCursor: string | null };
  getResult: { result: ResultShown };
}

export type OperationName = keyof Bodies;

/** One transport of a running server. Ids that REST has in the path are sent beside the rest. */
export type Transport = {
  [Name in OperationName]: (sent: object, calling?: Calling) => Promise<Outcome<Bodies[Name]>>;
} & { readonly name: TransportName };

/** Opens a transport of a server that may not be running yet. */
export function openTransport(name: TransportName, url: () => string): Transport {
  const call = name === 'REST' ? callRest : callGraphql;
  const operation =
    (operationName: OperationName) =>
    (sent: object, calling: Calling = {}) =>
      call(url(), { operationName, sent: { ...sent }, calling });
  const names = Object.keys(operations) as OperationName[]; // The table has them all.
  const methods = Object.fromEntries(names.map((known) => [known, operation(known)]));
  return { name, ...methods } as Transport; // One method for each row of the table.
}

/** The body of what had to succeed. */
export async function bodyOf<Body>(outcome: Promise<Outcome<Body>>): Promise<Body> {
  const settled = await outcome;
  if (settled.ok) return settled.body;
  throw new Error(`Refused: ${JSON.stringify(settled)}`);
}

/** The refusal of what had to fail. */
export async function refusalOf(outcome: Promise<Outcome<unknown>>): Promise<Refusal> {
  const settled = await outcome;
  if (!settled.ok) return settled;
  throw new Error(`Not refused: ${JSON.stringify(settled.body)}`);
}

interface Call {
  readonly operationName: OperationName;
  readonly sent: Shown;
  readonly calling: Calling;
}

export interface Operation {
  /** Method and path; what is sent and not in the path is the body, or the query of a GET or DELETE. */
  readonly rest: string;
  readonly graphql: string;
  /** The variables of a query, or the input of a mutation, where they are not what is sent. */
  readonly variables?: (sent: Shown) => Shown;
  /** Members of the REST body by their path in the data; '' is the whole body. */
  readonly reply: Readonly<Record<string, string>>;
  /** What is missing when a query gives null at a path. */
  readonly missing?: Readonly<Record<string, string>>;
}

const RESULT = `id createdAt botId variables { id name value } isCompleted hasStarted isArchived
  answers { createdAt resultId blockId groupId variableId content storageUsed }`;
const ERRORS = 'userErrors { code reason message path }';

/** The operations of the interface as callers of each transport write them. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  createWorkspace: {
    rest: 'POST /api/v1/workspaces',
    graphql: `mutation ($input: CreateWorkspaceInput!) { done: createWorkspace(input: $input) { workspace {
      id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified } ${ERRORS} } }`,
    reply: { workspace: 'done.workspace' },
  },
  createBot: {
    rest: 'POST /api/v1/bots',
    graphql: `mutation ($input: CreateBotInput!) { done: createBot(input: $input) { bot { raw } ${ERRORS} } }`,
    reply: { bot: 'done.bot.raw' },
  },
  importBot: {
    rest: 'POST /api/v1/bots/import',
    graphql: `mutation ($input: ImportBotInput!) { done: importBot(input: $input) { bot { raw } ${ERRORS} } }`,
    reply: { bot: 'done.bot.raw' },
  },
  readBot: {
    rest: 'GET /api/v1/bots/{botId}',
    graphql: 'query ($botId: ID!) { bot(id: $botId) { raw currentUserMode } }',
    reply: { bot: 'bot.raw', currentUserMode: 'bot.currentUserMode' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  updateBot: {
    rest: 'PATCH /api/v1/bots/{botId}',
    graphql: `mutation ($input: UpdateBotInput!) { done: updateBot(input: $input) { bot { raw } ${ERRORS} } }`,
    reply: { bot: 'done.bot.raw' },
  },
  publishBot: {
    rest: 'POST /api/v1/bots/{botId}/publish',
    graphql: `mutation ($input: PublishBotInput!) {
      done: publishBot(input: $input) { bot { publicId issues { level code message groupId blockId edgeId } }
        version { id number } ${ERRORS} } }`,
    reply: { publicId: 'done.bot.publicId', version: 'done.version', issues: 'done.bot.issues' },
  },
  readPublished: {
    rest: 'GET /api/v1/bots/{botId}/publishedBot',
    graphql: `query ($botId: ID!, $migrateToLatestVersion: Boolean) { bot(id: $botId) {
      version published { raw(migrateToLatestVersion: $migrateToLatestVersion) } } }`,
    reply: { publishedBot: 'bot.published.raw', version: 'bot.version' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  ...authoringOperations,
  ...accessOperations,
  ...chatOperations,
  ...resultOperations,
  startChat: {
    rest: 'POST /api/v1/bots/{publicId}/startChat',
    graphql: `mutation ($input: StartChatInput!) { done: startChat(input: $input) { reply { raw } ${ERRORS} } }`,
    reply: { '': 'done.reply.raw' },
  },
  startPreview: {
    rest: 'POST /api/v1/bots/{botId}/preview/startChat',
    graphql: `mutation ($input: StartPreviewChatInput!) {
      done: startPreviewChat(input: $input) { reply { raw } ${ERRORS} } }`,
    reply: { '': 'done.reply.raw' },
  },
  continueChat: {
    rest: 'POST /api/v1/sessions/{sessionId}/continueChat',
    graphql: `mutation ($input: ContinueChatInput!) { done: continueChat(input: $input) { reply { raw } ${ERRORS} } }`,
    reply: { '': 'done.reply.raw' },
  },
  listResults: {
    rest: 'GET /api/v1/bots/{botId}/results',
    graphql: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String, $timeFilter: TimeFilter = last7Days,
      $timeZone: TimeZone = "UTC", $hasStarted: Boolean = null, ${FILTERS}) { bot(id: $botId) {
      results(first: $limit, after: $cursor, timeFilter: $timeFilter, timeZone: $timeZone, hasStarted: $hasStarted, ${GIVEN}) {
        nodes { ${RESULT} } nextCursor } } }`,
    reply: { results: 'bot.results.nodes', nextCursor: 'bot.results.nextCursor' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  getResult: {
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}',
    graphql: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) { ${RESULT} } } }`,
    reply: { result: 'bot.result' },
    missing: { bot: 'BOT_NOT_FOUND', 'bot.result': 'RESULT_NOT_FOUND' },
  },
};

async function callRest(url: string, { operationName, sent: all, calling }: Call): Promise<object> {
  const { idempotencyKey, ...sent } = all;
  const [method = '', template = ''] = operations[operationName].rest.split(' ');
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sent[name])));
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
  return response.ok ? { ok: true, body } : { ok: false, ...Object(body) };
}

async function callGraphql(url: string, { operationName, sent, calling }: Call): Promise<object> {
  const { graphql: query, reply, missing = {} } = operations[operationName];
  const variables = query.startsWith('mutation') ? { input: sent } : sent;
  const { data, errors } = await queryGraphql(url, { query, variables }, calling);
  const [error] = errors ?? [];
  if (error) return { ok: false, message: error.message, ...error.extensions };
  const userErrors = partAt(data, 'done.userErrors');
  if (Array.isArray(userErrors) && userErrors.length > 0) return refusalIn(userErrors);
  const lost = Object.entries(missing).find(([path]) => partAt(data, path) === null);
  if (lost) return { ok: false, code: 'NOT_FOUND', reason: lost[1], message: `${lost[0]} is null` };
  const members = Object.entries(reply).map(([name, path]) => [name, partAt(data, path)]);
  const body: Shown = Object.fromEntries(members);
  return { ok: true, body: body[''] ?? body };
}

/** What GraphQL over HTTP answers. */
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
  return { status: response.status, ...Object(await response.json()) };
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

function partAt(data: unknown, path: string): unknown {
  let part = data;
  for (const name of path.split('.')) {
    if (part === null || part === undefined) return null;
    part = Reflect.get(Object(part), name);
  }
  return part;
}
