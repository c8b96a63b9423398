import {
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { rootFieldNodesOf } from '../rateLimits/rootFields.js';
import { checkDocuments, documentPlacesOf } from './documents.js';
import {
  faultsInText,
  faultsOfVariable,
  inputsOf,
  type SentInput,
  variablesIn,
  within,
} from './mutationInputs.js';
import { RefusedInput, withRefused } from './refusedInput.js';
import { markIn } from './reportUserErrors.js';
import { subscribeShared } from './sharedResults.js';

/** A mutation of a caller, with what running it needs. */
interface SentMutation {
  readonly args: ExecutionArgs;
  readonly operation: OperationDefinitionNode;
  readonly inputs: readonly SentInput[];
  /** The values of the variables, including the defaults in the operation. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Runs a validated operation of a caller, for any transport. A mutation whose `input` breaks a rule of its types is not run; it returns
 * `userErrors`, as if its resolver had refused the input. Other mutations of the operation are run (ADR 28).
 */
export async function runSent(args: ExecutionArgs): Promise<ExecutionResult> {
  const { schema, document, operationName, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return runOther(args);
  const inputs = inputsOf(schema, rootFieldNodesOf(document, operation));
  const values = { ...defaultsOf(operation), ...variableValues };
  const isTextRight = inputs.every((input) => faultsInText(input, values).length === 0);
  const result = isTextRight ? await execute({ ...args, options: FEW }) : undefined;
  // `data` is absent only if graphql-js refused the variables and ran nothing.
  if (result && result.data !== undefined) return result;
  const refusing = await refuseInputs({ args, operation, inputs, values });
  return refusing ? execute(refusing) : runOther(args);
}

async function runOther(args: ExecutionArgs): Promise<ExecutionResult> {
  return withVariableErrors(args, await execute({ ...args, options: FEW }));
}

/** Starts a validated subscription of a caller, for any transport. */
export async function subscribeSent(args: ExecutionArgs): Promise<ResultStream | ExecutionResult> {
  const begun = await subscribeShared({ ...args, options: FEW });
  return Symbol.asyncIterator in begun ? begun : withVariableErrors(args, begun);
}

/** The results of a subscription. */
export type ResultStream = AsyncGenerator<ExecutionResult, void, void>;

/** One error is enough, because our own code finds the faults again: graphql-js would write the whole value into each message. */
const FEW = { maxCoercionErrors: 1 };

/** The operation with its faulty inputs refused; undefined if a faulty variable is also used elsewhere. */
async function refuseInputs(sent: SentMutation): Promise<ExecutionArgs | undefined> {
  const { args, inputs, values } = sent;
  await checkAgain(args);
  const ofVariables = faultsOfVariables(args, sent.operation);
  const refused = inputs.flatMap((input) => {
    const issues = faultsIn(input, sent, ofVariables);
    const mark = markIn(valueFromASTUntyped(input.value, { ...values }));
    const refusal = new RefusedInput(issues, mark);
    return issues.length > 0 ? [{ field: input.field, refusal }] : [];
  });
  await checkAgain(args);
  return withRefused(args, refused, new Set(ofVariables.keys()));
}

/** The faults of an input, with paths relative to it: those of its literals and those of the variables in it. */
function faultsIn(
  input: SentInput,
  { values }: SentMutation,
  ofVariables: ReadonlyMap<string, readonly Issue[]>,
): Issue[] {
  const places = variablesIn(input.value).filter(({ name }) => ofVariables.has(name));
  const isOfVariable = ({ path }: Issue): boolean =>
    places.some((place) => place.path.every((part, index) => path[index] === part));
  return [
    ...faultsInText(input, values).filter((issue) => !isOfVariable(issue)),
    ...places.flatMap(({ name, path }) => within(path, ofVariables.get(name) ?? [])),
  ];
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): object {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );
}

/** Validates large documents again, because the cached outcome served only the run that failed. */
function checkAgain({ schema, document, variableValues }: ExecutionArgs): Promise<void> {
  return checkDocuments(documentPlacesOf(schema, document), variableValues ?? {});
}

/** The faulty variables by name, with their faults. */
function faultsOfVariables(
  { schema, variableValues }: ExecutionArgs,
  operation: OperationDefinitionNode,
): Map<string, readonly Issue[]> {
  const faulty = (operation.variableDefinitions ?? []).map(
    (definition) =>
      [
        definition.variable.name.value,
        faultsOfVariable(schema, definition, variableValues ?? {}),
      ] as const,
  );
  return new Map(faulty.filter(([, issues]) => issues.length > 0));
}

/** Errors in the result of a query or a subscription, which has one for each fault. */
const MOST_ERRORS = 10;

/**
 * The result of an operation. If graphql-js refused its variables, it is replaced by one error for each fault, ten at most, with short
 * messages.
 */
async function withVariableErrors(
  args: ExecutionArgs,
  result: ExecutionResult,
): Promise<ExecutionResult> {
  const operation = getOperationAST(args.document, args.operationName);
  if (result.data !== undefined || !operation) return result;
  await checkAgain(args);
  const faults = [...faultsOfVariables(args, operation)].flatMap(([name, issues]) =>
    within([name], issues),
  );
  const errors = faults.slice(0, MOST_ERRORS).map(({ path, message }) => {
    const issue = { path: path.filter((part) => part !== 'input').map(String), message };
    const nodes = operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === path[0],
    );
    return new GraphQLError(message, { nodes: nodes ?? null, originalError: invalid([issue]) });
  });
  return errors.length > 0 ? { errors } : result;
}
