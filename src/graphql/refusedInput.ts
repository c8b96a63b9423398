import {
  Kind,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Issue } from '../checks/issue.js';
import { Json } from '../schema/scalars.js';

/** Replaces the `input` of a mutation whose values break the rules of their types. */
export class RefusedInput {
  constructor(
    /** All faults, with their paths in the input. */
    readonly issues: readonly Issue[],
    /** The one sent, or null. */
    readonly clientMutationId: string | null,
  ) {}
}

/** A root field of a mutation, with the replacement of its input. */
export interface RefusedField {
  readonly field: FieldNode;
  readonly refusal: RefusedInput;
}

/**
 * Rewrites an operation so that each refused mutation gets its `RefusedInput` through a variable of type JSON, whose values graphql-js
 * passes on unchanged. Variables with faults are removed; undefined if one of them is still used, or nothing is refused.
 */
export function withRefused(
  args: ExecutionArgs,
  refused: readonly RefusedField[],
  faulty: ReadonlySet<string>,
): ExecutionArgs | undefined {
  // The space ensures that no variable of the caller has this name.
  const named = refused.map((refusedField, index) => ({
    ...refusedField,
    name: `refused ${index}`,
  }));
  const names = new Map(named.map(({ field, name }) => [field, name]));
  let isUsed = false;
  const document: DocumentNode = visit(args.document, {
    Field: (field: FieldNode) => {
      const name = names.get(field);
      return name === undefined ? undefined : { ...field, arguments: [inputFrom(name)] };
    },
    VariableDefinition: ({ variable }) => (faulty.has(variable.name.value) ? null : undefined),
    Variable: ({ name }) => {
      isUsed ||= faulty.has(name.value);
    },
    OperationDefinition: {
      leave: (operation: OperationDefinitionNode) => ({
        ...operation,
        variableDefinitions: [...(operation.variableDefinitions ?? []), ...named.map(anyJson)],
      }),
    },
  });
  if (isUsed || refused.length === 0) return undefined;
  const refusals = Object.fromEntries(named.map(({ name, refusal }) => [name, refusal]));
  const variableValues = { ...args.variableValues, ...refusals };
  return { ...args, document, variableValues };
}

function inputFrom(name: string): ArgumentNode {
  return {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'input' },
    value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  };
}

function anyJson({ name }: { readonly name: string }): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: Json.name } },
  };
}
