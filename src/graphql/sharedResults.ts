import {
  BREAK,
  createSourceEventStream,
  execute,
  getOperationAST,
  visit,
  type ASTNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
} from 'graphql';
import { rootFieldNodesOf } from '../rateLimits/rootFields.js';
import type { ResultStream } from './runSent.js';

/** The executions for each event, by the text of the document. They are collected together with their event. */
const resultsOf = new WeakMap<object, Map<string, ReturnType<typeof execute>>>();

/**
 * Starts a subscription like `subscribe` of graphql-js. If the field is the same for all subscribers (`SameForAll`), each event is executed
 * once for all who sent the same document.
 */
export async function subscribeShared(
  args: ExecutionArgs,
): Promise<ResultStream | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const key = sharedKeyOf(args);
  return mapped(events[Symbol.asyncIterator](), (event) =>
    key === undefined || !isObject(event)
      ? execute({ ...args, rootValue: event })
      : executeOnce(args, event, key),
  );
}

function executeOnce(args: ExecutionArgs, event: object, key: string): ReturnType<typeof execute> {
  const results = resultsOf.get(event) ?? new Map<string, ReturnType<typeof execute>>();
  resultsOf.set(event, results);
  const known = results.get(key) ?? execute({ ...args, rootValue: event });
  results.set(key, known);
  return known;
}

/** The key by which executions are shared; undefined if results differ between subscribers. */
function sharedKeyOf({ schema, document, operationName }: ExecutionArgs): string | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const [field] = rootFieldNodesOf(document, operation);
  if (!field || !isSameForAll(schema, field)) return undefined;
  const fragments = document.definitions.filter((definition) => definition !== operation);
  const parts = [{ ...operation, variableDefinitions: [] }, ...fragments];
  if (parts.some((part) => hasVariable(part, field))) return undefined;
  return [operationName, document.loc?.source.body].join('\n');
}

function isSameForAll(schema: GraphQLSchema, { name }: FieldNode): boolean {
  const field = schema.getSubscriptionType()?.getFields()[name.value];
  return field?.extensions['isSameForAll'] === true;
}

/** Whether a variable can change the result. Variables in the arguments of the root field only select the events. */
function hasVariable(part: ASTNode, root: FieldNode): boolean {
  let isFound = false;
  visit(part, {
    Argument: (argument) => (root.arguments?.includes(argument) ? false : undefined),
    Variable() {
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}

function isObject(event: unknown): event is object {
  return typeof event === 'object' && event !== null;
}

/** Maps events to results. Returning the stream ends the events at once; an async generator would first finish its wait. */
function mapped(
  events: AsyncIterator<unknown>,
  resultOf: (event: unknown) => ReturnType<typeof execute>,
): ResultStream {
  const map = async (
    next: IteratorResult<unknown>,
  ): Promise<IteratorResult<ExecutionResult, void>> =>
    next.done
      ? { done: true, value: undefined }
      : { done: false, value: await resultOf(next.value) };
  const over = { done: true, value: undefined } as const;
  return {
    next: async () => map(await events.next()),
    return: async () => map((await events.return?.()) ?? over),
    async throw(error: unknown) {
      if (events.throw) return map(await events.throw(error));
      throw error;
    },
    async [Symbol.asyncDispose]() {
      await events.return?.();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
