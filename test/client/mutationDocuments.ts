import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import type { Screen } from './screens.js';

/** A screen as a query of this name; every object has its type and, where it has one, its id, which caches need. */
export function screenDocument(
  schema: GraphQLSchema,
  { text }: Screen,
  name: string,
): DocumentNode {
  const named = visit(parse(text), {
    OperationDefinition: (one) => ({ ...one, name: { kind: Kind.NAME, value: name } }),
  });
  return withIds(schema, named);
}

function withIds(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const info = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(info, {
      SelectionSet: {
        leave(set, _key, parent) {
          const isRoot = parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
          const type = info.getParentType();
          if (isRoot || !type) return undefined;
          const hasId = (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields();
          const names = ['__typename', ...(hasId ? ['id'] : [])].filter(
            (name) =>
              !set.selections.some(
                (one) => one.kind === Kind.FIELD && !one.alias && one.name.value === name,
              ),
          );
          return { ...set, selections: [...names.map(fieldOf), ...set.selections] };
        },
      },
    }),
  );
}

function fieldOf(value: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value } };
}

/**
 * A mutation whose payload has everything that screens may show after it: of a workspace, a bot and the viewer the selections of
 * the screens, of all other records their own fields and the workspace or bot that they belong to.
 */
export function mutationDocument(
  schema: GraphQLSchema,
  mutation: string,
  screens: readonly Screen[],
): DocumentNode {
  const field = schema.getMutationType()?.getFields()[mutation];
  const [input] = field?.args ?? [];
  if (!field || !input) throw new Error(`${mutation} takes one input`);
  const wholes = wholesOf(schema, screens);
  const used = new Set<string>();
  const selection = payloadSelection(getNamedType(field.type) as GraphQLObjectType, {
    wholes,
    used,
  });
  const fragments = new Set<string>();
  for (const name of used) {
    const { fields = [], needs = [] } = wholes.get(name) ?? {};
    fragments.add(`fragment Whole${name} on ${name} { ${['__typename', ...fields].join(' ')} }`);
    for (const one of needs) fragments.add(one);
  }
  const text = `mutation Mutate($input: ${String(input.type)}) { ${mutation}(input: $input) { ${selection} } }
    ${[...fragments].join(' ')}`;
  return withIds(schema, parse(text));
}

/** The selections of the screens on a type at their roots, and the fragments that these use. */
interface Whole {
  readonly fields: string[];
  readonly needs: string[];
  /** The arguments of each of the fields. */
  readonly known: Map<string, string>;
}

interface Selecting {
  readonly wholes: ReadonlyMap<string, Whole>;
  readonly used: Set<string>;
}

function wholesOf(schema: GraphQLSchema, screens: readonly Screen[]): ReadonlyMap<string, Whole> {
  const wholes = new Map<string, Whole>();
  for (const [index, { text, variables }] of screens.entries()) {
    const { definitions } = withLiterals(parse(text), variables);
    for (const definition of definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const [root] = definition.selectionSet.selections;
      if (root?.kind !== Kind.FIELD || !root.selectionSet) continue;
      const type = getNamedType(fieldType(schema.getQueryType(), root.name.value)).name;
      const whole: Whole = wholes.get(type) ?? { fields: [], needs: [], known: new Map() };
      for (const one of root.selectionSet.selections)
        whole.fields.push(print(aliased(one, index, whole.known)));
      whole.needs.push(
        ...definitions
          .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
          .map(print)
          .filter((one) => !one.startsWith('fragment Fault')),
      );
      wholes.set(type, whole);
    }
  }
  return wholes;
}

/** Gives a field an alias where another screen selects it with other arguments. */
function aliased(one: SelectionNode, index: number, known: Map<string, string>): SelectionNode {
  if (one.kind !== Kind.FIELD) return one;
  const name = one.name.value;
  const asked = JSON.stringify(one.arguments?.map(print).toSorted());
  if ((known.get(name) ?? asked) !== asked) {
    return { ...one, alias: { kind: Kind.NAME, value: `s${index}_${name}` } };
  }
  known.set(name, asked);
  return one;
}

/** The document with values, or defaults, in place of its variables; an argument without a value is left out. */
function withLiterals(document: DocumentNode, values: Screen['variables']): DocumentNode {
  const defaults = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? (definition.variableDefinitions ?? []).map(
            ({ variable, defaultValue }) => [variable.name.value, defaultValue] as const,
          )
        : [],
    ),
  );
  const literalOf = (name: string): ConstValueNode | undefined => {
    const value = values[name];
    if (value === undefined) return defaults.get(name);
    if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
    if (typeof value === 'number') return { kind: Kind.INT, value: String(value) };
    return { kind: Kind.STRING, value: String(value) };
  };
  return visit(document, {
    Argument: ({ value }: { value: ASTNode }) =>
      value.kind === Kind.VARIABLE && !literalOf(value.name.value) ? null : undefined,
    Variable: ({ name }) => literalOf(name.value),
    VariableDefinition: () => false,
  });
}

function payloadSelection(payload: GraphQLObjectType, selecting: Selecting): string {
  const fields = Object.values(payload.getFields()).map(({ name, type }) => {
    if (name === 'userErrors') return 'userErrors { code reason message path }';
    const of = getNamedType(type);
    // Of the bots in a list only few fields are selected, or the response would be too large.
    const isList = isListType(getNullableType(type)) && of.name === 'Bot';
    if (!isList) return `${name} ${selectionOf(of, selecting)}`;
    return `${name} { id name folderId revision updatedAt }`;
  });
  return fields.join(' ');
}

function selectionOf(type: ReturnType<typeof getNamedType>, { wholes, used }: Selecting): string {
  if (!isCompositeType(type)) return '';
  if (wholes.has(type.name)) {
    used.add(type.name);
    const around =
      type.name === 'Bot' && !used.has('Workspace') ? 'workspace { ...WholeWorkspace }' : '';
    if (around) used.add('Workspace');
    return `{ ...Whole${type.name} ${around} }`;
  }
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
  const own = fields.filter((one) => isLeafType(getNamedType(one.type))).map(({ name }) => name);
  const parts = fields.flatMap((one) => partsOf(one, { wholes, used }));
  return `{ ${['__typename', ...own, ...parts].join(' ')} }`;
}

/** The selection of one field: the whole workspace or bot of a record, or the names of a person. */
function partsOf(
  { name, type }: { name: string; type: GraphQLOutputType },
  { wholes, used }: Selecting,
): string[] {
  const of = getNamedType(type).name;
  if (name === 'workspace' || name === 'bot') {
    if (!wholes.has(of) || used.has(of)) return [];
    used.add(of);
    return [`${name} { ...Whole${of} }`];
  }
  return of === 'User' ? [`${name} { id name email }`] : [];
}

function fieldType(type: GraphQLObjectType | null | undefined, name: string): GraphQLOutputType {
  const field = type?.getFields()[name];
  if (!field) throw new Error(`There is no field ${name}`);
  return field.type;
}
