import { Router, type Request, type RequestHandler, type Response } from 'express';
import { Kind, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { contextOf, shownBy, type Context, type World } from '../context.js';
import { Failure } from '../errors.js';
import { prepare, run, translateError, type ReportBug } from '../gateway.js';
import { noteOf } from '../request.js';
import { readBody, type BodyLimits } from './body.js';
import { sendFailure, type Problem } from './problem.js';
import { queryReader, type ReadQuery } from './query.js';
import { partAt, replyOf, sendJson } from './reply.js';
import { KEY_HEADER, TURN_HEADER, type Route } from './route.js';
import { streamOf, type ServeStream } from './stream.js';

/** What the REST door stands on. */
export interface RestDoor {
  readonly schema: GraphQLSchema;
  readonly world: World;
  readonly limits: BodyLimits;
  readonly reportBug: ReportBug;
}

/**
 * The endpoints as an express router. Each runs its stored operation in process, so rights, validation and errors are
 * those of GraphQL. A route whose operation does not fit the schema stops the start with a plain Error.
 */
export function createRestRouter(door: RestDoor, routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: true });
  for (const route of routes) {
    const document = prepare(door.schema, route.document);
    const endpoint: Endpoint = {
      door,
      route,
      document,
      readQuery: queryReader(route, document),
      operation: rootFieldOf(document),
      ...(route.stream && { stream: streamOf(door, { route, document, shape: route.stream }) }),
    };
    const answer: RequestHandler = async (request, response) => serve(endpoint, request, response);
    const handlers = [admit(endpoint), ...readBody(route, door.limits), answer];
    router[route.method](pathOf(route), ...handlers);
  }
  refuseOtherMethods(router, routes);
  return router;
}

/** A route made ready to serve. */
interface Endpoint {
  readonly door: RestDoor;
  readonly route: Route;
  readonly document: DocumentNode;
  readonly readQuery: ReadQuery;
  /** The root field it runs. */
  readonly operation: string;
  /** Serves a caller that wants Server-Sent Events. */
  readonly stream?: ServeStream;
}

/** The contexts of requests that were let in. */
const contexts = new WeakMap<Response, Context>();

/** Where a token is needed, whoever shows none is told so before anything of what they sent is read (authoring §1.1). */
function admit({ door, route, operation }: Endpoint): RequestHandler {
  return async (request, response, next) => {
    const note = noteOf(response);
    note.operation = operation;
    const context = contextOf(door.world, {
      requestId: note.requestId,
      ...shownBy(request.headers, door.world.publicUrl),
      failsWhole: true,
    });
    if (route.needsToken && !(await context.caller())) {
      throw new Failure('UNAUTHENTICATED', 'Send your token as Authorization: Bearer <token>');
    }
    contexts.set(response, context);
    next();
  };
}

async function serve(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const { door, route, document } = endpoint;
  const { requestId } = noteOf(response);
  const context = contexts.get(response);
  if (!context) throw new Error('admit does not stand before this handler');
  const variables = sentVariables(endpoint, request);
  const ask = { request, response, variables, context };
  const findProblem = (result: ExecutionResult) => problemOf(endpoint, result, requestId);
  if (endpoint.stream && isStreamWanted(request)) {
    await endpoint.stream({ ...ask, findProblem });
    return;
  }
  const result = await run(door.schema, document, { variables, context });
  const problem = findProblem(result);
  if (problem) sendFailure(response, problem, requestId);
  else {
    if (route.turn !== undefined)
      response.setHeader(TURN_HEADER, String(partAt(result.data, route.turn)));
    sendJson(response, replyOf(route, result.data));
  }
}

/** Callers that take anything get JSON. */
function isStreamWanted(request: Request): boolean {
  const wanted = request.accepts(['application/json', 'text/event-stream']);
  return request.method === 'GET' && wanted === 'text/event-stream';
}

function sentVariables({ route, readQuery }: Endpoint, request: Request): Record<string, unknown> {
  const params = Object.entries(request.params).map(([name, value]) => [name, String(value)]);
  const body: Record<string, unknown> = request.body ?? {};
  const query = readQuery(request.query);
  const idempotencyKey = request.get(KEY_HEADER);
  const made = route.variables({
    params: Object.fromEntries(params),
    body,
    query,
    idempotencyKey,
  });
  return { ...withoutUndefined(made), ...query };
}

/** graphql-js takes a member that is undefined for null, and null for given (house §8, trap 1). */
function withoutUndefined(sent: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, key === 'input' ? withoutUndefined(Object(value)) : value]),
  );
}

/** What went wrong: what the operation failed with, or a thing that is not there. */
function problemOf(
  { door, route }: Endpoint,
  { errors, data }: ExecutionResult,
  requestId: string,
): Problem | undefined {
  const [error] = errors ?? [];
  if (error) {
    const { message, extensions } = translateError(error, requestId, door.reportBug);
    return { ...extensions, message };
  }
  const missing = Object.entries(route.missing ?? {}).find(([path]) => partAt(data, path) === null);
  return missing && new Failure(missing[1].reason, missing[1].message);
}

/** A known path asked with another method says which ones it has. */
function refuseOtherMethods(router: Router, routes: readonly Route[]): void {
  for (const path of new Set(routes.map(pathOf))) {
    const known = routes.filter((route) => pathOf(route) === path);
    const allowed = known.map(({ method }) => method.toUpperCase());
    router.all(path, (request, response) => {
      response.set('Allow', allowed.join(', '));
      const message = `${request.method} is not supported here; use ${allowed.join(' or ')}`;
      const failure = new Failure('METHOD_NOT_SUPPORTED', message);
      sendFailure(response, failure, noteOf(response).requestId);
    });
  }
}

function pathOf(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function rootFieldOf({ definitions }: DocumentNode): string {
  const [definition] = definitions;
  const [field] =
    definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  return field?.kind === Kind.FIELD ? field.name.value : 'none';
}
