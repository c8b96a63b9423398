import {
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  print,
  valueFromASTUntyped,
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ConcreteRequest } from 'relay-runtime';

/**
 * An operation as Relay's compiler gives it to the runtime, for operations without directives whose fragments are on object types.
 * The compiler itself is a program for each platform, and writes files.
 */
export function relayRequest(schema: GraphQLSchema, document: DocumentNode): ConcreteRequest {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error('There is one operation in it');
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const selections = selectionsOf(operation.selectionSet, root, { schema, fragments });
  const name = operation.name?.value ?? '';
  const argumentDefinitions = (operation.variableDefinitions ?? []).map(({ variable }) => ({
    kind: 'LocalArgument',
    name: variable.name.value,
    defaultValue: null,
  }));
  const both = { name, argumentDefinitions, selections };
  const request: unknown = {
    kind: 'Request',
    fragment: { ...both, kind: 'Fragment', type: root.name, metadata: null, abstractKey: null },
    operation: { ...both, kind: 'Operation' },
    params: {
      ...{ name, cacheID: name, id: null, metadata: {}, text: print(document) },
      operationKind: operation.operation,
    },
  };
  // The shape of what Relay's compiler writes; its types name more than the runtime reads.
  return request as ConcreteRequest;
}

interface Within {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function selectionsOf(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  within: Within,
): object[] {
  return selections.map((one) => selectionOf(one, type, within));
}

function selectionOf(one: SelectionNode, type: GraphQLNamedType, within: Within): object {
  if (one.kind !== Kind.FIELD) return fragmentOf(one, type, within);
  const name = one.name.value;
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const args = (one.arguments ?? []).map(argumentOf);
  const field = {
    ...{ name, alias: one.alias?.value ?? null, storageKey: null },
    args: args.length > 0 ? args : null,
  };
  const of = fields[name]?.type;
  const named = of && getNamedType(of);
  if (!of || !isCompositeType(named) || !one.selectionSet) return { ...field, kind: 'ScalarField' };
  return {
    ...field,
    kind: 'LinkedField',
    concreteType: isAbstractType(named) ? null : named.name,
    plural: isListType(getNullableType(of)),
    selections: selectionsOf(one.selectionSet, named, within),
  };
}

function fragmentOf(
  one: Exclude<SelectionNode, { kind: Kind.FIELD }>,
  around: GraphQLNamedType,
  within: Within,
): object {
  const fragment = one.kind === Kind.FRAGMENT_SPREAD ? within.fragments.get(one.name.value) : one;
  const type = within.schema.getType(fragment?.typeCondition?.name.value ?? around.name);
  if (!fragment || !type) throw new Error('A fragment that the document does not have');
  const selections = selectionsOf(fragment.selectionSet, type, within);
  return { kind: 'InlineFragment', type: type.name, abstractKey: null, selections };
}

function argumentOf({ name, value }: ArgumentNode): object {
  return value.kind === Kind.VARIABLE
    ? { kind: 'Variable', name: name.value, variableName: value.name.value }
    : { kind: 'Literal', name: name.value, value: valueFromASTUntyped(value) };
}
