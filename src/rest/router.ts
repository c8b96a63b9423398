import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind } from 'graphql';
import type { Issue } from '../checks/issue.js';
import { type Context, contextOf, type Services, shownBy } from '../context/context.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure, invalid } from '../errors/errors.js';
import { checkDocuments, documentPlacesOf } from '../graphql/documents.js';
import { prepare, type ReportBug, run, translateError } from '../graphql/execute.js';
import { inputAt, type InputPlace, inputPlacesOf } from '../graphql/inputPaths.js';
import { isRecord } from '../graphql/record.js';
import { requestInfoOf } from '../http/requests.js';
import { openRateMeter } from '../rateLimits/meter.js';
import { withInput } from '../rateLimits/rootFields.js';
import { type BodyLimits, bodyReader, type ReadBody } from './body.js';
import { type Problem, sendFailure } from './problem.js';
import { queryReader, type ReadQuery } from './query.js';
import { partAt, replyOf, sendJson } from './reply.js';
import {
  KEY_HEADER,
  type Route,
  SEARCHED_HEADER,
  type Sent,
  TURN_HEADER,
  variablesOf,
} from './route.js';
import { linesOf, type ServeStream, streamOf } from './stream.js';

/** The dependencies of the REST transport. */
export interface RestTransport {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly limits: BodyLimits;
  readonly reportBug: ReportBug;
}

/**
 * Creates the express router of the endpoints, to be mounted where paths begin with `/v1`. Each endpoint runs its stored operation in
 * process, so rights, validation and errors are those of GraphQL. A route whose operation does not fit the schema fails with a plain Error
 * at its first request; a test runs all routes.
 */
export function createRestRouter(transport: RestTransport, routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: true });
  const paths = [...new Set(routes.map(({ path }) => path))].sort(inOrder);
  for (const path of paths) {
    const served = router.route(expressPathOf(path));
    const rowsAtPath = routes.filter((candidate) => candidate.path === path);
    for (const method of new Set(rowsAtPath.map((route) => route.method))) {
      const [row, ...rows] = rowsAtPath.filter((route) => route.method === method);
      if (row) served[method](serveRows(transport, [row, ...rows]));
    }
  }
  for (const path of paths) {
    router.all(expressPathOf(path), refuseMethod(routes.filter((one) => one.path === path)));
  }
  return router;
}

/** Converts `/v1/bots/{botId}` to the form of express, `/v1/bots/:botId`. */
function expressPathOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The paths of turns: nothing is called as often. */
const OF_A_TURN = /\/(startChat|continueChat)$/;

/** Orders paths, which express tries one after the other: turns first, and a literal segment before a parameter in its place. */
function inOrder(left: string, right: string): number {
  const rank = (path: string) => `${OF_A_TURN.test(path) ? 0 : 1}${path.replace(/\{\w+\}/g, '~')}`;
  return rank(left) < rank(right) ? -1 : 1;
}

/** Refuses methods that a path does not have, and lists those that it has in `Allow` (RFC 9110, section 15.5.6). */
function refuseMethod(routes: readonly Route[]): RequestHandler {
  const allowed = [...new Set(routes.map(({ method }) => method.toUpperCase()))];
  return ({ method }, response) => {
    response.setHeader('Allow', allowed.join(', '));
    const message = `${method} is not supported here; use ${allowed.join(' or ')}`;
    throw new Failure('METHOD_NOT_SUPPORTED', message);
  };
}

/** A route with everything that serving it needs. */
interface Endpoint {
  readonly transport: RestTransport;
  readonly route: Route;
  readonly document: DocumentNode;
  readonly readQuery: ReadQuery | undefined;
  readonly idPaths: ReturnType<typeof idPathsOf>;
  readonly documents: ReturnType<typeof documentPlacesOf>;
  readonly readBody: ReadBody | undefined;
  /** The root field of its operation. */
  readonly operation: string;
  /** Serves clients that prefer Server-Sent Events. */
  readonly stream: ServeStream | undefined;
  /** Serves lines of text, to every client. */
  readonly lines: ServeStream | undefined;
}

function makeReady(transport: RestTransport, route: Route): Endpoint {
  const document = prepare(transport.schema, route.document);
  const documents = documentPlacesOf(transport.schema, document);
  return {
    transport,
    route,
    document,
    readQuery: queryReader(route, document),
    idPaths: idPathsOf(transport.schema, document),
    documents,
    readBody: bodyReader(route, transport.limits, documents),
    operation: rootFieldOf(document),
    stream: route.stream && streamOf(transport, { route, document, shape: route.stream }),
    lines: route.lines && linesOf(transport, { document, shape: route.lines }),
  };
}

/** The rows of one path and method: one, unless the body decides which row serves it. */
type Rows<Row> = readonly [Row, ...Row[]];

/** Prepares rows at their first request, because preparing all of them would be the slowest part of a start. */
function serveRows(transport: RestTransport, [row, ...rows]: Rows<Route>): RequestHandler<Params> {
  let endpoints: Rows<Endpoint> | undefined;
  return (request, response) => {
    endpoints ??= [
      makeReady(transport, row),
      ...rows.map((otherRow) => makeReady(transport, otherRow)),
    ];
    return serve(endpoints, request, response);
  };
}

async function serve(
  endpoints: Rows<Endpoint>,
  request: Request<Params>,
  response: Response,
): Promise<void> {
  const [{ transport, operation }] = endpoints;
  const info = requestInfoOf(response);
  const { requestId } = info;
  info.operation = operation;
  const shown = shownBy(request, transport.services);
  const context = contextOf(transport.services, { requestId, ...shown, failsWhole: true });
  const { endpoint, variables } = await readSent(endpoints, { request, response, context });
  const { route, document } = endpoint;
  info.operation = endpoint.operation;
  const serveStream = endpoint.stream && isStreamWanted(request) ? endpoint.stream : endpoint.lines;
  if (serveStream) {
    const findProblem = (result: ExecutionResult) => problemOf(endpoint, result, requestId);
    return serveStream({ request, response, variables, context, findProblem });
  }
  const result = await run(transport.schema, document, { variables, context });
  const problem = problemOf(endpoint, result, requestId);
  if (problem) return sendFailure(response, problem, requestId);
  if (route.turn !== undefined) {
    response.setHeader(TURN_HEADER, String(partAt(result.data, route.turn)));
  }
  const until = route.searchedUntil && partAt(result.data, route.searchedUntil);
  if (until) response.setHeader(SEARCHED_HEADER, String(until));
  await sendJson(response, replyOf(route, result.data));
}

/** Checks rate limits and the token, then reads the request. Returns the row that serves it and the variables. */
async function readSent(
  [first, ...others]: Rows<Endpoint>,
  { request, response, context }: Arrived,
): Promise<{ endpoint: Endpoint; variables: Record<string, unknown> }> {
  const rates = openRateMeter(first.transport.services.rateLimits, context);
  try {
    await rates?.countRequest();
    if (first.route.needsToken) await assertSignedIn(context);
    else if (context.authorization !== undefined) await context.assertKnown();
    const body = first.readBody ? await first.readBody(request, response) : {};
    const endpoint = others.length === 0 ? first : takerOf([first, ...others], body);
    const variables = sentVariables(endpoint, request, body);
    assertIdTexts(endpoint.idPaths, variables);
    await rates?.countFields([{ name: endpoint.operation, sent: withInput(variables) }]);
    if (endpoint.documents.length > 0) await checkDocuments(endpoint.documents, variables);
    return { endpoint, variables };
  } finally {
    rates?.show(response);
  }
}

/** The first row that accepts a body. */
function takerOf([first, ...others]: Rows<Endpoint>, body: Sent['body']): Endpoint {
  return [first, ...others].find(({ route }) => route.takes?.(body) ?? true) ?? first;
}

/** The parameters of a path; none of ours matches several segments. */
type Params = Record<string, string>;

/** A request with the context of its operation. */
interface Arrived {
  readonly request: Request<Params>;
  readonly response: Response;
  readonly context: Context;
}

/** Fails without a valid token. Runs before the body is read. */
async function assertSignedIn(context: Context): Promise<void> {
  if (await context.caller()) return;
  throw commonFailure('UNAUTHENTICATED');
}

/** Whether `Accept` prefers Server-Sent Events. Clients that accept anything get JSON. */
function isStreamWanted(request: Request<Params>): boolean {
  const types = ['application/json', 'text/event-stream'];
  return request.method === 'GET' && request.accepts(types) === 'text/event-stream';
}

function sentVariables(
  { route, readQuery }: Endpoint,
  { url, params, headers }: Request<Params>,
  body: Sent['body'],
): Record<string, unknown> {
  const query = readQuery?.(url) ?? {};
  const key = headers[KEY_HEADER_SENT];
  const idempotencyKey = key === undefined ? undefined : String(key);
  const ownVariables = withoutUndefined(
    variablesOf(route, { params, body, query, idempotencyKey }),
  );
  return Object.assign(ownVariables, query);
}

/** Node has header names in lower case. */
const KEY_HEADER_SENT = KEY_HEADER.toLowerCase();

/** Removes undefined members, which graphql-js would take for null. */
function withoutUndefined(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // No prototype, so that names such as `__proto__` have no meaning.
  const defined = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(sent)) {
    const value = sent[name];
    if (value === undefined) continue;
    defined[name] = name === 'input' && isRecord(value) ? withoutUndefined(value) : value;
  }
  return defined;
}

/** The failure of the operation, or of something missing in its data; undefined if there is none. */
function problemOf(
  { transport, route }: Endpoint,
  { errors, data }: ExecutionResult,
  requestId: string,
): Problem | undefined {
  const [error] = errors ?? [];
  if (error) {
    const { message, extensions } = translateError(error, requestId, transport.reportBug);
    return { ...extensions, message };
  }
  const missing = Object.entries(route.missing ?? {}).find(([path]) => partAt(data, path) === null);
  return missing && commonFailure(missing[1]);
}

function rootFieldOf({ definitions }: DocumentNode): string {
  const [definition] = definitions;
  const [field] =
    definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  return field?.kind === Kind.FIELD ? field.name.value : 'none';
}

/**
 * The places of ids in the variables of a stored operation. GraphQL accepts an integer as an id, but in REST ids are texts and numbers must
 * be refused.
 */
function idPathsOf(schema: GraphQLSchema, document: DocumentNode): readonly InputPlace[] {
  return inputPlacesOf(schema, document, ({ name }) => name === 'ID');
}

/** Fails with `VALIDATION` if a number was sent as an id. */
function assertIdTexts(paths: readonly InputPlace[], variables: Record<string, unknown>): void {
  const issues: Issue[] = [];
  for (const place of paths) {
    if (!isNumeric(inputAt(variables, place))) continue;
    issues.push({ path: place.path.filter((name) => name !== 'input'), message: TEXT });
  }
  if (issues.length > 0) throw invalid(issues);
}

const TEXT = 'Must be text';

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && value.some(isNumeric));
}
