import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import 'reflect-metadata';
import { type BuildSchemaOptions, buildSchemaSync } from 'type-graphql';
import type { Context } from '../context/context.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure, invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import type { FailureCode } from '../errors/failureCodes.js';
import type { FailureReason } from '../errors/failures.js';
import { isReported, outageIn } from '../errors/outage.js';
import * as operations from '../resolvers/index.js';
import { declaredTypeOf } from '../schema/queryCost.js';
import { DateTime } from '../schema/scalars.js';
import { checkTexts } from './argumentTexts.js';
import { callDirectly } from './callDirectly.js';
import type { CallerOperations } from './callerOperations.js';
import { completeInSteps } from './entriesInSteps.js';
import { literalPath, nameValues } from './faultPlaces.js';
import { chargeLists, findExcess, measureQuery } from './limits.js';
import { type NamedQuery, NOT_FOUND, textOf } from './persistedQueries.js';
import { noteMutation } from './noteMutation.js';
import { reportUserErrors } from './reportUserErrors.js';
import { subscribeShared } from './sharedResults.js';
import { faultsInDocument, type SentRules } from './validateSent.js';
import { failureOf, faultsAt } from './valueFaults.js';

/** The members that all transports send of a failed request. */
export interface FailureShown {
  readonly code: FailureCode;
  readonly reason: FailureReason;
  readonly requestId: string;
  readonly issues?: readonly Issue[];
  /** In seconds. */
  readonly retryAfter?: number;
}

/** Reports an unexpected error, before its text is hidden from the caller. Outages are passed as well, and are not reported as bugs. */
export type ReportBug = (error: unknown, requestId: string) => void;

let gatewaySchema: GraphQLSchema | undefined;

/**
 * The schema that all transports execute, built by the first call: servers of one process share it. Expected failures of mutations become
 * `userErrors`.
 */
export function buildGatewaySchema(): GraphQLSchema {
  gatewaySchema ??= buildSchema();
  return gatewaySchema;
}

function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: Object.values(operations).flat() as unknown as BuildSchemaOptions['resolvers'], // It is not empty.
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validate: false,
    // Apollo validates the schema.
    skipCheck: true,
    // type-graphql requires a bus, although our subscriptions read logs themselves.
    pubSub: { publish: noBus, subscribe: noBus },
  });
  callDirectly(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) Object.values(type.getFields()).forEach(checkTexts);
    if (isEnumType(type)) nameValues(type);
  }
  resolveTypesByValue(schema);
  chargeLists(schema);
  completeInSteps(schema);
  refuseUnknownTokens(schema);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    noteMutation(field);
    reportUserErrors(field);
    describeMutation(field);
  }
  for (const [operation, description] of Object.entries(rootDescriptions)) {
    const root = schema.getType(operation);
    if (root) root.description = description;
  }
  return schema;
}

/** Makes every operation refuse an unknown token, even operations that need none: a mistyped token is an error, not an anonymous request. */
function refuseUnknownTokens(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
    if (field.subscribe) field.subscribe = withKnownCaller(field.subscribe);
    else if (field.resolve) field.resolve = withKnownCaller(field.resolve);
  }
}

function withKnownCaller(
  resolve: GraphQLFieldResolver<unknown, Context>,
): GraphQLFieldResolver<unknown, Context> {
  return (root, args, context, info) =>
    context.authorization === undefined
      ? resolve(root, args, context, info)
      : context.assertKnown().then(() => resolve(root, args, context, info));
}

const rootDescriptions = {
  Query: 'What can be read.',
  Mutation:
    'What can be done. Each takes one `input` and answers with `userErrors` for what the caller can mend.',
  Subscription: 'What can be watched, over a WebSocket.',
};

/** Describes the input and payload of mutations that have no description of their own. */
function describeMutation({ name, args, type }: GraphQLField<unknown, unknown>): void {
  for (const { type: input } of args) {
    getNamedType(input).description ??= `What \`${name}\` takes.`;
  }
  for (const arg of args) arg.description ??= 'What to do, and to what.';
  getNamedType(type).description ??= `What \`${name}\` answers with.`;
}

/**
 * Tokens of a caller's query, at most: deep nesting overflows the stack, and validation compares all fields of the same name with each
 * other.
 */
export const MAX_TOKENS = 1_000;

/** A query that passed validation and limits. */
export interface ReadQuery {
  /** Its cost before it runs, in fields. */
  readonly cost: number;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Record<string, unknown> | null | undefined;
}

/** A request of a transport that does not parse and validate by itself. */
export interface UnreadQuery extends NamedQuery {
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

/** Parses, validates and measures a caller's query. Returns the errors if it cannot be run. */
export function readQuery(
  rules: SentRules & { readonly operations: CallerOperations },
  sent: UnreadQuery,
): ReadQuery | readonly GraphQLError[] {
  const { schema, operations } = rules;
  const { operationName, variables } = sent;
  try {
    const document = parsedDocument(rules, textOf(operations.persisted, sent), MAX_TOKENS);
    const faults = faultsInDocument(rules, document);
    if (faults.length > 0) return faults;
    const query = { schema, document, operationName, variables };
    const size = measureQuery(query);
    const refusal = operations.refusalOf(query) ?? findExcess(query, size);
    if (refusal) return [refusal];
    return { schema, document, operationName, variableValues: variables, cost: size.cost };
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query cannot be read')];
  }
}

/** Parses and validates one of our own documents. A misfit is a plain Error, because it is a bug. */
export function prepare(schema: GraphQLSchema, text: string): DocumentNode {
  const document = parse(text);
  const faults = validate(schema, document);
  if (faults.length > 0) {
    throw new Error(`A stored operation does not fit the schema: ${faults.join('; ')}\n${text}`);
  }
  return document;
}

/** Runs a prepared document in process. */
export async function run(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: { variables: Record<string, unknown>; context: Context },
): Promise<ExecutionResult> {
  const { variables, context } = request;
  return execute({ schema, document, variableValues: variables, contextValue: context });
}

/** Runs a prepared subscription in process. */
export async function runSubscription(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: { variables: Record<string, unknown>; context: Context },
): Promise<AsyncGenerator<ExecutionResult, void> | ExecutionResult> {
  const { variables, context } = request;
  return subscribeShared({ schema, document, variableValues: variables, contextValue: context });
}

/**
 * Translates errors for all transports. Failures keep their message; what GraphQL itself refuses becomes `QUERY_INVALID` or `VALIDATION`;
 * anything else is reported and becomes `INTERNAL` without its text.
 */
export function translateError(
  error: GraphQLError,
  requestId: string,
  reportBug: ReportBug,
): GraphQLFormattedError & { extensions: FailureShown & Record<string, unknown> } {
  const failure =
    variableFault(error) ??
    literalFault(error) ??
    failureOf(error) ??
    outageIn(error) ??
    requestFault(error);
  if (isReported(failure)) reportBug(error.originalError ?? error, requestId);
  const shownFailure = failure ?? commonFailure('INTERNAL');
  return {
    message: shownFailure.message,
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
    extensions: { ...shownOf(shownFailure), requestId },
  };
}

/** The members of a failure for callers, besides its message. */
function shownOf({ code, reason, issues, retryAfter }: Failure) {
  const isForNow = retryAfter !== undefined;
  return { code, reason, ...(issues && { issues }), ...(isForNow && { retryAfter }) };
}

/** The failure for a literal in the query that does not fit its argument; undefined for other errors. */
function literalFault(error: GraphQLError): Failure | undefined {
  const [node] = error.nodes ?? [];
  const issues = failureOf(error)?.issues;
  const path = node && literalPath(node);
  if (!issues || !path) return undefined;
  return invalid(issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

/** The failure for a request that graphql-js or Apollo refused: syntax errors, unknown fields, ambiguous operations. */
function requestFault(error: GraphQLError): Failure | undefined {
  if (error.message === NOT_FOUND) return new Failure('PERSISTED_QUERY_NOT_FOUND', NOT_FOUND);
  const isOurs =
    error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  return isOurs ? undefined : new Failure('QUERY_INVALID', error.message);
}

/**
 * The failure for a value that does not fit its variable; undefined for other errors, such as misuse of a variable in the query. The
 * message of graphql-js begins with the whole value and has the path only as text, but callers need the place and the fault.
 */
function variableFault(error: GraphQLError): Failure | undefined {
  const [, variable] =
    /^Variable "\$(\w+)" (?:got|of (?:required|non-null)) /.exec(error.message) ?? [];
  if (variable === undefined) return undefined;
  const path = pathIn(error.message, variable);
  return invalid(faultsAt(path, error));
}

/** The path in a message such as `… at "input.bot"; …`, without `input`, which all mutations have. */
function pathIn(message: string, variable: string): string[] {
  const places = [...message.matchAll(/ at "([^"]*)"; /g)];
  const place = places.at(-1)?.[1] ?? variable;
  return place.split(/[.[\]]+/).filter((part) => part !== '' && part !== 'input');
}

function noBus(): never {
  throw new Error('Subscriptions read the log; nothing is published');
}

/** Makes interfaces resolve types synchronously where `TypeFrom` is declared: type-graphql would create a promise for each object. */
function resolveTypesByValue(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = declaredTypeOf(type) ?? type.resolveType;
  }
}

/** Documents of sockets that are cached, and their greatest length in characters: all readers of a page send the same document. */
const [MOST_KEPT, LONGEST] = [100, 8_000] as const;

/** The cached documents of each server, by text. */
const parsed = new WeakMap<SentRules, LRUCache<string, DocumentNode>>();

/** Parses a document that was sent over a socket, or returns the cached one, so that its many senders share the memory. */
function parsedDocument(rules: SentRules, text: string, maxTokens: number): DocumentNode {
  const kept = parsed.get(rules) ?? new LRUCache<string, DocumentNode>({ max: MOST_KEPT });
  parsed.set(rules, kept);
  const document = kept.get(text) ?? parse(text, { maxTokens });
  if (text.length <= LONGEST) kept.set(text, document);
  return document;
}
