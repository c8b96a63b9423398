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

/** A mutation that a caller sent, taken apart. */
interface SentMutation {
  readonly args: ExecutionArgs;
  readonly operation: OperationDefinitionNode;
  readonly inputs: readonly SentInput[];
  /** The variables, with the defaults that the operation states. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Runs an operation that a caller sent, over any transport, once it was checked against the schema. A mutation whose `input`
 * has a value that breaks a rule of its type is not run: it answers with `userErrors`, as if its resolver had refused the value.
 * Other mutations of the same operation are run (ADR 28).
 */
export async function runSent(args: ExecutionArgs): Promise<ExecutionResult> {
  const { schema, document, operationName, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return runOther(args);
  const inputs = inputsOf(schema, rootFieldNodesOf(document, operation));
  const values = { ...defaultsOf(operation), ...variableValues };
  const isTextRight = inputs.every((input) => faultsInText(input, values).length === 0);
  const result = isTextRight ? await execute({ ...args, options: FEW }) : undefined;
  // There is no `data` only where graphql-js refused the variables and ran nothing.
  if (result && result.data !== undefined) return result;
  const refusing = await refuseInputs({ args, operation, inputs, values });
  return refusing ? execute(refusing) : runOther(args);
}

async function runOther(args: ExecutionArgs): Promise<ExecutionResult> {
  return tellVariables(args, await execute({ ...args, options: FEW }));
}

/** Begins a subscription that a caller sent, over any transport, once it was checked against the schema. */
export async function subscribeSent(args: ExecutionArgs): Promise<ResultStream | ExecutionResult> {
  const begun = await subscribeShared({ ...args, options: FEW });
  return Symbol.asyncIterator in begun ? begun : tellVariables(args, begun);
}

/** The results of a subscription, as they come. */
export type ResultStream = AsyncGenerator<ExecutionResult, void, void>;

/** The faults are found again and told by us: graphql-js writes the whole value into the message of each. */
const FEW = { maxCoercionErrors: 1 };

/** The same operation, with its faulty inputs refused; undefined where a faulty variable also stands elsewhere. */
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

/** The faults of an input, with their paths in it: those in its text, and those of the variables in it. */
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

/** Checks large documents for the next run: what was found of them before served only the run that was refused. */
function checkAgain({ schema, document, variableValues }: ExecutionArgs): Promise<void> {
  return checkDocuments(documentPlacesOf(schema, document), variableValues ?? {});
}

/** The faults of the variables that have some, by their names. */
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

/** Of a query or a subscription, whose faults are an error each. */
const MOST_ERRORS = 10;

/**
 * The result of an operation; where graphql-js refused its variables and ran nothing, with an error for each of their faults,
 * ten at most. The message of none is as long as what was sent.
 */
async function tellVariables(
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
