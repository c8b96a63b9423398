import {
  coerceInputValue,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  typeFromAST,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { MAX_ISSUES, type Issue } from '../checks/issue.js';
import { faultsAt } from './valueFaults.js';

type Values = Readonly<Record<string, unknown>>;

/** The `input` of one mutation of an operation, as a node. */
export interface SentInput {
  readonly field: FieldNode;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
}

/** The inputs of these root fields of a mutation. */
export function inputsOf(schema: GraphQLSchema, fields: readonly FieldNode[]): SentInput[] {
  const fieldsByName = schema.getMutationType()?.getFields() ?? {};
  return fields.flatMap((field) => {
    const type = fieldsByName[field.name.value]?.args.find(({ name }) => name === 'input')?.type;
    const sent = field.arguments?.find(({ name }) => name.value === 'input');
    return type && sent ? [{ field, type, value: sent.value }] : [];
  });
}

/** The faults of the value of a variable, with paths relative to the value. */
export function faultsOfVariable(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  values: Values,
): readonly Issue[] {
  const { value: name } = variable.name;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) return [];
  if (!Object.hasOwn(values, name)) {
    const isMissing = isNonNullType(type) && !defaultValue;
    return isMissing ? [{ path: [], message: 'Required' }] : [];
  }
  return faultsOfValue(type, values[name]);
}

function faultsOfValue(type: GraphQLInputType, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  const note = (path: Issue['path'], _value: unknown, error: GraphQLError) => {
    issues.push(...faultsAt(path, error).slice(0, MAX_ISSUES));
    if (issues.length >= MAX_ISSUES) throw ENOUGH;
  };
  try {
    coerceInputValue(value, type, note, true);
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return issues.slice(0, MAX_ISSUES);
}

/** Thrown to stop graphql-js, which would take long to create errors for tens of thousands of faults. */
const ENOUGH = new Error('Enough faults are known');

/** The places of variables in an input. */
export function variablesIn(node: ValueNode, path: Issue['path'] = []): VariablePlace[] {
  if (node.kind === Kind.VARIABLE) return [{ name: node.name.value, path }];
  if (node.kind === Kind.LIST) {
    return node.values.flatMap((value, index) => variablesIn(value, [...path, index]));
  }
  if (node.kind !== Kind.OBJECT) return [];
  return node.fields.flatMap(({ name, value }) => variablesIn(value, [...path, name.value]));
}

interface VariablePlace {
  readonly name: string;
  readonly path: Issue['path'];
}

/** The faults that our scalars find in the literals of an input. Validation has checked everything else before. */
export function faultsInText({ type, value }: Omit<SentInput, 'field'>, values: Values): Issue[] {
  const plain = getNullableType(type);
  if (value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return [];
  if (isRuled(plain)) return faultsOfLiteral(plain, value, values);
  if (isListType(plain)) {
    const entries = value.kind === Kind.LIST ? value.values : [value];
    return entries.flatMap((entry, index) =>
      within([index], faultsInText({ type: plain.ofType, value: entry }, values)),
    );
  }
  if (!isInputObjectType(plain) || value.kind !== Kind.OBJECT) return [];
  const members = plain.getFields();
  return value.fields.flatMap(({ name, value: member }) => {
    const known = members[name.value];
    return known
      ? within([name.value], faultsInText({ type: known.type, value: member }, values))
      : [];
  });
}

/** Whether a type is one of our scalars, which have rules beyond those of GraphQL. */
export function isRuled(type: unknown): type is GraphQLScalarType {
  return isScalarType(type) && !isSpecifiedScalarType(type);
}

function faultsOfLiteral(type: GraphQLScalarType, node: ValueNode, values: Values): Issue[] {
  try {
    type.parseLiteral(node, { ...values });
    return [];
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error));
    return faultsAt([], new GraphQLError(originalError.message, { originalError }));
  }
}

/** The same faults, with a prefix to their paths. */
export function within(path: Issue['path'], issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}
