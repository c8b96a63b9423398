import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getNamedType,
  GraphQLError,
  type GraphQLField,
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
import { buildSchemaSync } from 'type-graphql';
import type { Context } from '../context/context.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure, invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import type { FailureCode } from '../errors/failureCodes.js';
import type { FailureReason } from '../errors/failures.js';
import { isReported, outageIn } from '../errors/outage.js';
import { resolvers } from '../resolvers/index.js';
import { refuseUnknownTokens } from '../resolvers/refuseUnknownTokens.js';
import { declaredTypeOf } from '../schema/queryCost.js';
import { DateTime } from '../schema/scalars.js';
import { checkTexts } from './argumentTexts.js';
import type { CallerOperations } from './callerOperations.js';
import { completeInSteps } from './entriesInSteps.js';
import { literalPath, nameValues } from './faultPlaces.js';
import { chargeLists, findExcess, measureQuery } from './limits.js';
import { type NamedQuery, NOT_FOUND, textOf } from './persistedQueries.js';
import { reportUserErrors } from './reportUserErrors.js';
import { subscribeShared } from './sharedResults.js';
import { faultsInDocument, type SentRules } from './validateSent.js';
import { failureOf, faultsAt } from './valueFaults.js';

/** The part every transport shows of a failed request. */
export interface FailureShown {
  readonly code: FailureCode;
  readonly reason: FailureReason;
  readonly requestId: string;
  readonly issues?: readonly Issue[];
  /** In seconds. */
  readonly retryAfter?: number;
}

/** Gets unexpected errors before they are hidden from the caller; also gets outages, which it does not report as bugs. */
export type ReportBug = (error: unknown, requestId: string) => void;

/** Builds the schema all transports run: the operations, with expected failures of mutations turned into `userErrors`. */
export function buildGatewaySchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validate: false,
    // Apollo checks it.
    skipCheck: true,
    // The subscription reads the log itself; type-graphql asks for a bus all the same.
    pubSub: { publish: noBus, subscribe: noBus },
  });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) Object.values(type.getFields()).forEach(checkTexts);
    if (isEnumType(type)) nameValues(type);
  }
  tellTypes(schema);
  chargeLists(schema);
  completeInSteps(schema);
  refuseUnknownTokens(schema);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    reportUserErrors(field);
    describeMutation(field);
  }
  for (const [operation, description] of Object.entries(rootDescriptions)) {
    const root = schema.getType(operation);
    if (root) root.description = description;
  }
  return schema;
}

/** What the three roots are for, as the schema's readers see it. */
const rootDescriptions = {
  Query: 'What can be read.',
  Mutation:
    'What can be done. Each takes one `input` and answers with `userErrors` for what the caller can mend.',
  Subscription: 'What can be watched, over a WebSocket.',
};

/** What follows from every mutation's shape is said here once, for those that do not say it themselves. */
function describeMutation({ name, args, type }: GraphQLField<unknown, unknown>): void {
  for (const { type: input } of args) {
    getNamedType(input).description ??= `What \`${name}\` takes.`;
  }
  for (const arg of args) arg.description ??= 'What to do, and to what.';
  getNamedType(type).description ??= `What \`${name}\` answers with.`;
}

/**
 * How long a caller's query may be, in tokens: deep nesting runs out of stack, and before a query runs, all its fields of one
 * name are compared with each other.
 */
export const MAX_TOKENS = 1_000;

/** A query that may be run. */
export interface ReadQuery {
  /** What it may cost at most, in fields. */
  readonly cost: number;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Record<string, unknown> | null | undefined;
}

/** What a caller sent over a transport that does not parse and check by itself. */
export interface UnreadQuery extends NamedQuery {
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

/** A caller's query, parsed, checked against the schema and measured, or why it cannot be run. */
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

/** A document of our own, parsed and checked against the schema; a misfit is a plain Error. */
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
 * The one translation of errors, for HTTP, socket and REST. Failures keep their words; what GraphQL itself refuses
 * becomes `QUERY_INVALID` or `VALIDATION`; anything else is reported and shown as `INTERNAL` without its text.
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
  const shown = failure ?? commonFailure('INTERNAL');
  return {
    message: shown.message,
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
    extensions: { ...shownOf(shown), requestId },
  };
}

/** What callers get of a failure besides its message. */
function shownOf({ code, reason, issues, retryAfter }: Failure) {
  const isForNow = retryAfter !== undefined;
  return { code, reason, ...(issues && { issues }), ...(isForNow && { retryAfter }) };
}

/** A value that is written in the query and does not fit the type of its argument. */
function literalFault(error: GraphQLError): Failure | undefined {
  const [node] = error.nodes ?? [];
  const issues = failureOf(error)?.issues;
  const path = node && literalPath(node);
  if (!issues || !path) return undefined;
  return invalid(issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

/** What graphql-js or Apollo refused by itself: syntax, unknown fields, too many operations. */
function requestFault(error: GraphQLError): Failure | undefined {
  if (error.message === NOT_FOUND) return new Failure('PERSISTED_QUERY_NOT_FOUND', NOT_FOUND);
  const isOurs =
    error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  return isOurs ? undefined : new Failure('QUERY_INVALID', error.message);
}

/**
 * A value that does not fit the type of its variable. graphql-js prints the whole value before saying what is wrong with
 * it, and knows the path only as text; people need where and what. (Misuse of a variable in the query is no such fault.)
 */
function variableFault(error: GraphQLError): Failure | undefined {
  const [, variable] =
    /^Variable "\$(\w+)" (?:got|of (?:required|non-null)) /.exec(error.message) ?? [];
  if (variable === undefined) return undefined;
  const path = pathIn(error.message, variable);
  return invalid(faultsAt(path, error));
}

/** The path in `… at "input.bot"; …`, without the word that all mutations share. */
function pathIn(message: string, variable: string): string[] {
  const places = [...message.matchAll(/ at "([^"]*)"; /g)];
  const place = places.at(-1)?.[1] ?? variable;
  return place.split(/[.[\]]+/).filter((part) => part !== '' && part !== 'input');
}

function noBus(): never {
  throw new Error('Subscriptions read the log; nothing is published');
}

/** Has types told from values alone where that is declared: type-graphql would make a promise for each object. */
function tellTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = declaredTypeOf(type) ?? type.resolveType;
  }
}

/** How many documents of sockets are kept, and the longest, in characters: readers of a page all send the same. */
const [MOST_KEPT, LONGEST] = [100, 8_000] as const;

/** The documents of each server, by their texts. */
const parsed = new WeakMap<SentRules, LRUCache<string, DocumentNode>>();

/** A document that was sent over a socket; the same one for the same text, so that its many senders share its memory. */
function parsedDocument(rules: SentRules, text: string, maxTokens: number): DocumentNode {
  const kept = parsed.get(rules) ?? new LRUCache<string, DocumentNode>({ max: MOST_KEPT });
  parsed.set(rules, kept);
  const document = kept.get(text) ?? parse(text, { maxTokens });
  if (text.length <= LONGEST) kept.set(text, document);
  return document;
}
