import 'reflect-metadata';
import {
  GraphQLError,
  execute,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import type { Context } from './context.js';
import {
  Failure,
  failures,
  invalid,
  type FailureCode,
  type FailureReason,
  type Issue,
} from './errors.js';
import { resolvers } from './resolvers/index.js';
import { DateTime } from './schema/scalars.js';

/** The part every door shows of a failed request; `choices.md`, "Success and failure". */
export interface FailureShown {
  readonly code: FailureCode;
  readonly reason: FailureReason;
  readonly requestId: string;
  readonly issues?: readonly Issue[];
}

/** Called with what nobody expected, before it is hidden from the caller. */
export type ReportBug = (error: unknown, requestId: string) => void;

/** Builds the schema all doors run: the operations, with expected failures of mutations turned into `userErrors`. */
export function buildGatewaySchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validate: false,
    // The subscription reads the log itself; type-graphql asks for a bus all the same.
    pubSub: { publish: noBus, subscribe: noBus },
  });
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    reportUserErrors(field);
  }
  return schema;
}

/** A document of our own, parsed and checked against the schema once; a misfit is a plain Error that stops the start. */
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

/**
 * The one translation of errors, for HTTP, socket and REST. Failures keep their words; what GraphQL itself refuses
 * becomes `QUERY_INVALID` or `VALIDATION`; anything else is reported and shown as `INTERNAL` without its text.
 */
export function translateError(
  error: GraphQLError,
  requestId: string,
  reportBug: ReportBug,
): GraphQLFormattedError & { extensions: FailureShown & Record<string, unknown> } {
  const failure = variableFault(error) ?? failureOf(error) ?? requestFault(error);
  if (!failure) reportBug(error.originalError ?? error, requestId);
  const shown = failure ?? new Failure('INTERNAL', 'Something went wrong on our side');
  return {
    message: shown.message,
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
    extensions: {
      code: shown.code,
      reason: shown.reason,
      requestId,
      ...(shown.issues && { issues: shown.issues }),
    },
  };
}

function failureOf(error: Error): Failure | undefined {
  let cause: unknown = error;
  while (cause instanceof Error) {
    if (cause instanceof Failure) return cause;
    cause = cause instanceof GraphQLError ? cause.originalError : undefined;
  }
  return undefined;
}

/** What graphql-js or Apollo refused by itself: syntax, unknown fields, too many operations. */
function requestFault(error: GraphQLError): Failure | undefined {
  const isOurs =
    error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  return isOurs ? undefined : new Failure('QUERY_INVALID', error.message);
}

/**
 * A variable of the wrong type. graphql-js prints the whole value before saying what is wrong with it, and knows the
 * path only as text; people need where and what.
 */
function variableFault(error: GraphQLError): Failure | undefined {
  const [, variable] = /^Variable "\$(\w+)"/.exec(error.message) ?? [];
  if (variable === undefined) return undefined;
  const path = pathIn(error.message, variable);
  const cause = failureOf(error);
  if (cause?.issues) {
    return invalid(cause.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  }
  const words = error.message.slice(error.message.lastIndexOf('; ') + 2);
  const [, missing] = /^Field "(\w+)" of required type/.exec(words) ?? [];
  if (missing !== undefined) return invalid([{ path: [...path, missing], message: 'Required' }]);
  return invalid([{ path, message: / was not provided/.test(words) ? 'Required' : words }]);
}

/** The path in `… at "input.bot"; …`, without the word that all mutations share. */
function pathIn(message: string, variable: string): string[] {
  const places = [...message.matchAll(/ at "([^"]*)"; /g)];
  const place = places.at(-1)?.[1] ?? variable;
  return place.split(/[.[\]]+/).filter((part) => part !== '' && part !== 'input');
}

function reportUserErrors(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve;
  if (!resolve) return;
  field.resolve = async (root, args, context, info) => {
    const clientMutationId = args['input']?.clientMutationId ?? null;
    try {
      const payload: unknown = await resolve(root, args, context, info);
      return Object.assign({ userErrors: [], clientMutationId }, payload);
    } catch (error) {
      const isReported = !(context as Context).failsWhole; // Every door makes its contexts with contextOf.
      if (isReported && error instanceof Failure && failures[error.reason].isUserError) {
        return { userErrors: userErrorsOf(error), clientMutationId };
      }
      throw error;
    }
  };
}

function userErrorsOf(failure: Failure): object[] {
  const { code, reason, message, issues = [] } = failure;
  if (issues.length === 0) return [{ code, reason, message }];
  return issues.map((issue) => ({
    code,
    reason,
    message: issue.message,
    path: issue.path.map(String),
  }));
}

function noBus(): never {
  throw new Error('Subscriptions read the log; nothing is published');
}
