import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ApolloServer,
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLResponse,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { RequestHandler, Response } from 'express';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { type Context, type Services, contextOf, shownBy } from '../context/context.js';
import type { CallerOperations } from './callerOperations.js';
import { httpStatusOf } from '../errors/failureCodes.js';
import { outageIn, type Outage } from '../errors/outage.js';
import { checkDocuments, documentPlacesOf } from './documents.js';
import { MAX_TOKENS, translateError, type ReportBug } from './execute.js';
import { openJsonReader } from '../http/jsonBody.js';
import { findExcess, measureQuery, shownCost, type SentQuery } from './limits.js';
import { isRecord } from './record.js';
import { NAME_SHOWN } from './operationLabels.js';
import { asApolloCache, withPersistedQuery } from './persistedQueries.js';
import { faultsInDocument } from './validateSent.js';
import { RateLimited } from '../rateLimits/limits.js';
import { openRateMeter, type RateMeter } from '../rateLimits/meter.js';
import { rootFieldsOf } from '../rateLimits/rootFields.js';
import { requestInfoOf, type RequestInfo } from '../http/requests.js';

/** The dependencies of GraphQL over HTTP. */
export interface GraphqlEndpoint {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly operations: CallerOperations;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
}

/** A request in progress, with the meter of its rate limits. */
interface Served {
  readonly info: RequestInfo;
  readonly context: Context;
  readonly rates: RateMeter | undefined;
  readonly response: ServerResponse;
  /** The cost of the query, once it is measured. */
  cost?: number;
}

/** The request in progress. Apollo's error hook does not know to which request an error belongs. */
const requests = new AsyncLocalStorage<Served>();

/** Returns the express handlers of GraphQL over HTTP: one for rate limits and the body, and Apollo's. */
export async function openGraphqlEndpoint(endpoint: GraphqlEndpoint): Promise<RequestHandler[]> {
  const apollo = await startApollo(endpoint);
  const readBody = openJsonReader({ limit: endpoint.bodyLimit, isStrict: true });
  const receive: RequestHandler = async (request, response, next) => {
    const served = openServed(endpoint, request, response);
    const refusal = await refusalIn(served.rates?.countRequest());
    served.rates?.show(response);
    if (refusal) return sendRefusal(response, translate(endpoint, refusal, served));
    // Apollo requires a body even for requests without one.
    request.body = withPersistedQuery((await readBody(request, response)) ?? {});
    requests.run(served, next);
  };
  const context = async (): Promise<Context> => servedNow().context;
  return [receive, expressMiddleware(apollo, { context })];
}

async function startApollo(endpoint: GraphqlEndpoint): Promise<ApolloServer<Context>> {
  const apollo = new ApolloServer<Context>({
    schema: endpoint.schema,
    // `serveOperations` validates documents in the same way as for sockets.
    dangerouslyDisableValidation: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: { cache: asApolloCache(endpoint.operations.persisted), ttl: null },
    stopOnTerminationSignals: false,
    // The plugin that computes `Cache-Control` would visit every field of a reply, and no reply may be cached.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      serveOperations(endpoint),
    ],
    parseOptions: { maxTokens: MAX_TOKENS },
    formatError: (_formatted, error) => translate(endpoint, asGraphqlError(error), servedNow()),
  });
  await apollo.start();
  return apollo;
}

function openServed(
  { services }: GraphqlEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Served {
  const info = requestInfoOf(response);
  const context = contextOf(services, { requestId: info.requestId, ...shownBy(request, services) });
  return { info, context, rates: openRateMeter(services.rateLimits, context), response };
}

function translate({ reportBug }: GraphqlEndpoint, error: GraphQLError, { info }: Served) {
  return translateError(error, info.requestId, reportBug);
}

/** Responds to a request that is refused before its body is read. */
function sendRefusal(response: Response, error: ReturnType<typeof translate>): void {
  const { code, retryAfter } = error.extensions;
  response.status(httpStatusOf[code]).set('Retry-After', String(retryAfter));
  response.json({ errors: [error] });
}

/**
 * The error for a request that a rate limit refuses or an outage keeps from being counted, with status and header for Apollo; undefined if
 * it may proceed.
 */
async function refusalIn(counting: Promise<void> | undefined): Promise<GraphQLError | undefined> {
  try {
    await counting;
    return undefined;
  } catch (error) {
    const failure = error instanceof RateLimited ? error : outageIn(error);
    if (!failure || !(error instanceof Error)) throw error;
    const extensions = { http: passing(failure) };
    return new GraphQLError(failure.message, { originalError: error, extensions });
  }
}

/** The status and `Retry-After` header of a temporary failure. */
function passing({ code, retryAfter }: RateLimited | Outage) {
  const headers = new HeaderMap([['retry-after', String(retryAfter)]]);
  return { status: httpStatusOf[code], headers };
}

/** The Apollo plugin that validates each operation, applies the limits and runs it. */
function serveOperations(endpoint: GraphqlEndpoint): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request }) {
          noteOperation(operation);
          // Undefined if the request names an operation that its document does not have.
          if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw notHere();
          if (faultsInDocument(endpoint, document).length > 0) return;
          const { operationName, variables = {} } = request;
          const refusal = endpoint.operations.refusalOf({ document, operationName });
          if (refusal) throw refusal;
          await admit({ schema, document, operationName, variables });
        },
        async responseForOperation({ document, request, contextValue }) {
          const result = await runValid(endpoint, { document, request, contextValue });
          return responseOf(endpoint, result, isOld(request));
        },
        async willSendResponse({ request, response, errors }) {
          if (errors && isOld(request) && errors.some(isUnparsed)) response.http.status = 200;
          showCost(response.body);
        },
      };
    },
  };
}

/** Records the first root field for logs and metrics, and the caller's name of the operation for logs only. */
function noteOperation(operation: OperationDefinitionNode | undefined): void {
  const { info } = servedNow();
  const [first] = operation?.selectionSet.selections ?? [];
  if (first?.kind === Kind.FIELD) info.operation = first.name.value;
  info.operationName = operation?.name?.value.slice(0, NAME_SHOWN);
}

/** Adds the cost of the query and the limit to the response. */
function showCost(body: GraphQLResponse['body']): void {
  const { cost } = servedNow();
  if (cost === undefined || body.kind !== 'single') return;
  body.singleResult.extensions = { ...body.singleResult.extensions, cost: shownCost(cost) };
}

interface Admitted {
  readonly document: DocumentNode;
  readonly request: GraphQLRequest;
  readonly contextValue: Context;
}

/** Validates and runs a document in place of Apollo, so that mutations report faults of their input themselves (`runSent.ts`). */
async function runValid(
  { schema, isProduction, operations }: GraphqlEndpoint,
  { document, request, contextValue }: Admitted,
): Promise<ExecutionResult> {
  const errors = faultsInDocument({ schema, isProduction }, document);
  if (errors.length > 0) return { errors };
  const { operationName, variables: variableValues } = request;
  const hideSuggestions = isProduction;
  return operations.run({
    schema,
    document,
    operationName,
    variableValues,
    contextValue,
    hideSuggestions,
  });
}

/** A result in the form that Apollo sends. Without `data`, nothing was executed. */
function responseOf(
  endpoint: GraphqlEndpoint,
  { errors, ...result }: ExecutionResult,
  isOldClient: boolean,
): GraphQLResponse {
  const translated = errors?.map((error) => translate(endpoint, error, servedNow()));
  const isRefused = result.data === undefined;
  const stated = errors?.map(statusOf).find((one) => one !== undefined);
  const outage = isEmpty(result) ? errors?.map(outageIn).find((one) => one) : undefined;
  const status = stated ?? (isRefused && !isOldClient ? 400 : 200);
  return {
    http: outage ? passing(outage) : { status, headers: new HeaderMap() },
    body: {
      kind: 'single',
      singleResult: { ...(translated && { errors: translated }), ...result },
    },
  };
}

/** Whether every root field is null. */
function isEmpty({ data }: Pick<ExecutionResult, 'data'>): boolean {
  return Object.values(data ?? {}).every((value) => value === null);
}

/** The HTTP status that an error sets in its extensions, such as that of a list that is too long. */
function statusOf({ extensions }: GraphQLError): number | undefined {
  const { http } = extensions;
  const status = isRecord(http) ? http['status'] : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** Refuses a query that is too large or exceeds a rate limit, then validates the documents among its variables in steps. */
async function admit(query: SentQuery & { readonly variables: object }): Promise<void> {
  const served = servedNow();
  const size = measureQuery(query);
  served.cost = size.cost;
  const excess = findExcess(query, size);
  if (excess) throw excess;
  const { rates, response } = served;
  const refusal = await refusalIn(rates?.countFields(rootFieldsOf(query)));
  rates?.show(response);
  if (refusal) throw refusal;
  await checkDocuments(documentPlacesOf(query.schema, query.document), query.variables);
}

/** The refusal of subscriptions over HTTP: Apollo would execute them as queries without a result. */
function notHere(): GraphQLError {
  const extensions = { http: { status: 400 } };
  return new GraphQLError('Subscriptions are served over a WebSocket', { extensions });
}

function isUnparsed({ extensions }: GraphQLError): boolean {
  return extensions['code'] === 'GRAPHQL_PARSE_FAILED';
}

/**
 * Whether a client accepts only `application/json`. Such a client may treat every status but 200 as a network error, so it gets 200
 * (GraphQL over HTTP, section 6.4.1); others get 400.
 */
function isOld({ http }: GraphQLRequest): boolean {
  const accept = http?.headers.get('accept') ?? '';
  return /application\/json/.test(accept) && !/graphql-response/.test(accept);
}

function servedNow(): Served {
  const served = requests.getStore();
  if (!served) throw new Error('Apollo was called outside the handler that opens its request');
  return served;
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
