import {
  getOperationAST,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import { invalid, type Issue } from '../errors/errors.js';
import { checkDocuments, documentPlacesOf } from './documents.js';
import { faultsOfVariable, within } from './mutationInputs.js';

/** Checks large documents for the next run: what was found of them before served only the run that was refused. */
export function checkAgain({ schema, document, variableValues }: ExecutionArgs): Promise<void> {
  return checkDocuments(documentPlacesOf(schema, document), variableValues ?? {});
}

/** The faults of the variables that have some, by their names. */
export function faultsOfVariables(
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
export async function tellVariables(
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
