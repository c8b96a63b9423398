import {
  Kind,
  getOperationAST,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** One field of a root type that a caller's document asks for, with its arguments as they were sent. */
export interface RootField {
  readonly name: string;
  /** Those of its `input` among them, for a mutation. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** What a caller sent. */
export interface SentDocument {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The root fields of the operation that would run; those that a directive skips among them. */
export function rootFieldsOf({ document, operationName, variables }: SentDocument): RootField[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  const values = { ...Object.fromEntries(defaults), ...variables };
  const fields = fieldsIn(operation.selectionSet.selections, fragments);
  return fields.map((field) => ({ name: field.name.value, sent: sentTo(field, values) }));
}

/** As graphql-js collects them: a fragment that is spread again adds nothing, and is taken out once it was seen. */
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

/** Arguments, or variables of a document of our own, with what is in their `input` beside them. */
export function withInput(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...sent, ...Object(sent['input']) };
}
