import {
  Kind,
  getOperationAST,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** One field of a root type in a caller's document, with its arguments as they were sent. */
export interface RootField {
  readonly name: string;
  /** The arguments, together with the members of `input`, if there is one. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** A document that a caller sent, with its variables. */
export interface SentDocument {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The root fields of the operation that would run, including those that a directive skips. */
export function rootFieldsOf({ document, operationName, variables }: SentDocument): RootField[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return [];
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  const values = { ...Object.fromEntries(defaults), ...variables };
  const fields = rootFieldNodesOf(document, operation);
  return fields.map((field) => ({ name: field.name.value, sent: sentTo(field, values) }));
}

/** The nodes of these fields in the document. */
export function rootFieldNodesOf(
  { definitions }: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  return fieldsIn(selectionSet.selections, fragments);
}

/**
 * Collects fields as graphql-js does: a fragment counts once, however often it is spread, so it is deleted from the map
 * once visited.
 */
function fieldsIn(
  selections: readonly SelectionNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return fieldsIn(selection.selectionSet.selections, fragments);
    }
    const { value: name } = selection.name;
    const fragment = fragments.get(name);
    fragments.delete(name);
    return fragment ? fieldsIn(fragment.selectionSet.selections, fragments) : [];
  });
}

function sentTo({ arguments: args = [] }: FieldNode, values: Record<string, unknown>) {
  const sent = Object.fromEntries(
    args.map(({ name, value }) => [name.value, valueFromASTUntyped(value, values)]),
  );
  return withInput(sent);
}

/** Arguments or variables, together with the members of their `input`. */
export function withInput(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { input } = sent;
  return typeof input === 'object' ? { ...sent, ...input } : { ...sent };
}
