import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ApolloServer,
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequest,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { contextOf, shownBy, type Context, type Services } from '../context/context.js';
import { checkDocuments, documentPlacesOf } from './documents.js';
import { MAX_TOKENS, translateError, type ReportBug } from './execute.js';
import { openJsonReader } from '../http/jsonBody.js';
import { findExcess, type SentQuery } from './limits.js';
import { RateLimited } from '../rateLimits/limits.js';
import { openRateMeter, type RateMeter } from '../rateLimits/meter.js';
import { rootFieldsOf } from '../rateLimits/rootFields.js';
import { requestInfoOf, type RequestInfo } from '../http/requestInfo.js';

/** What GraphQL over HTTP stands on. */
export interface GraphqlEndpoint {
  readonly schema: GraphQLSchema;
  readonly world: Services;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
}

/** A request that is being served, and the meter of its rate limits. */
interface Served {
  readonly note: RequestInfo;
  readonly rates: RateMeter | undefined;
}

/** The request that is being served: Apollo's hook for errors is told nothing of where they belong. */
const requests = new AsyncLocalStorage<Served>();

/** Answers one request of GraphQL over HTTP. */
export type AnswerGraphql = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** GraphQL over HTTP, for one path. */
export async function openGraphqlEndpoint(endpoint: GraphqlEndpoint): Promise<AnswerGraphql> {
  const { schema, world, reportBug } = endpoint;
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: !endpoint.isProduction,
    hideSchemaDetailsFromClientErrors: endpoint.isProduction,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    // The plugin that works out how long a reply may be kept looks at every field of it; ours may never be kept.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      watch,
    ],
    parseOptions: { maxTokens: MAX_TOKENS },
    formatError: (_formatted, error) =>
      translateError(asGraphqlError(error), served().note.requestId, reportBug),
  });
  await apollo.start();
  const readBody = openJsonReader({ limit: endpoint.bodyLimit, isStrict: true });
  return async (request, response) => {
    const note = requestInfoOf(response);
    const own = contextOf(world, { requestId: note.requestId, ...shownBy(request, world) });
    const rates = openRateMeter(world.rateLimits, own);
    const refusal = await refusalIn(rates?.countRequest());
    if (refusal) {
      rates?.show(response);
      const error = translateError(refusal, note.requestId, reportBug);
      return sendAnswer(response, answerOf(error, error.extensions.retryAfter));
    }
    const httpGraphQLRequest = askedOver(request, await readBody(request, response));
    const context = async () => own;
    const asking = () => apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context });
    const answer = await requests.run({ note, rates }, asking);
    rates?.show(response);
    sendAnswer(response, answer);
  };
}

/** A request as Apollo wants it, which asks that a body was read, also where there is none. */
function askedOver(
  { method = '', headers, url = '' }: IncomingMessage,
  body: unknown,
): HTTPGraphQLRequest {
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const [, search = ''] = /(\?[^#]*)/.exec(url) ?? [];
  return { method, headers: new HeaderMap(sent), search, body: body ?? {} };
}

function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: HTTPGraphQLResponse,
): void {
  // Apollo answers in parts only where a schema has directives for it; ours has none.
  if (body.kind !== 'complete') throw new Error('An answer in parts is not foreseen');
  const text = body.string;
  response.statusCode = status ?? 200;
  response.setHeaders(headers);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** The error for a request that a rate limit refuses, with the status and header for Apollo; undefined for any other. */
async function refusalIn(counting: Promise<void> | undefined): Promise<GraphQLError | undefined> {
  try {
    await counting;
    return undefined;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    const headers = new HeaderMap([['retry-after', String(error.retryAfter)]]);
    const extensions = { http: { status: 429, headers } };
    return new GraphQLError(error.message, { originalError: error, extensions });
  }
}

/** The answer to a request that is refused before Apollo sees it. */
function answerOf(
  error: GraphQLFormattedError,
  retryAfter: number | undefined,
): HTTPGraphQLResponse {
  const headers = new HeaderMap([['content-type', 'application/json; charset=utf-8']]);
  headers.set('retry-after', String(retryAfter));
  const string = `${JSON.stringify({ errors: [error] })}\n`;
  return { status: 429, headers, body: { kind: 'complete', string } };
}

/** What is done about every request besides running it. */
const watch: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        // For the log and the measurements; names of the caller's own would be without end.
        const [first] = operation?.selectionSet.selections ?? [];
        if (first?.kind === Kind.FIELD) served().note.operation = first.name.value;
        // None when the request names one that its query does not have.
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw notHere();
        const { operationName, variables = {} } = request;
        await admit({ schema, document, operationName, variables });
      },
      async willSendResponse({ request, response, errors }) {
        if (errors && isOld(request) && errors.some(isRefused)) response.http.status = 200;
      },
    };
  },
};

/** Refuses a query that is too large or one too many; checks the documents that come with it step by step. */
async function admit(query: SentQuery & { readonly variables: object }): Promise<void> {
  const excess = findExcess(query);
  if (excess) throw excess;
  const refusal = await refusalIn(served().rates?.countFields(rootFieldsOf(query)));
  if (refusal) throw refusal;
  await checkDocuments(documentPlacesOf(query.schema, query.document), query.variables);
}

/** Run over HTTP, a subscription would be taken for a query without an answer. */
function notHere(): GraphQLError {
  const extensions = { http: { status: 400 } };
  return new GraphQLError('Subscriptions are served over a WebSocket', { extensions });
}

/** What graphql-js refuses before anything runs, by the codes Apollo gives it. */
const REFUSED = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT'];

function isRefused({ extensions }: GraphQLError): boolean {
  return REFUSED.includes(String(extensions['code']));
}

/**
 * A client that asks for `application/json` may know nothing of GraphQL but the body, and takes another status for a
 * fault of the network: it gets 200, as GraphQL over HTTP wants it. Other clients get 400.
 */
function isOld({ http }: GraphQLRequest): boolean {
  const accept = http?.headers.get('accept') ?? '';
  return /application\/json/.test(accept) && !/graphql-response/.test(accept);
}

function served(): Served {
  const one = requests.getStore();
  if (!one) throw new Error('A GraphQL request is served outside its note');
  return one;
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
