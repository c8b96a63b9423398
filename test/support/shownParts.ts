import {
  execute,
  getNamedType,
  getNullableType,
  GraphQLObjectType,
  GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { isRecord } from '../../src/graphql/record.js';

const gateway = buildGatewaySchema();

/** What GraphQL returned for a document: the types of its parts, and each place where a part differs from the document. */
export interface ShownParts {
  readonly types: ReadonlySet<string>;
  readonly differences: readonly string[];
}

/**
 * Queries all fields of a GraphQL type for a value, and compares them with the document, member by member. The member `kind` has
 * no field: it is the type of an event.
 */
export async function shownParts(
  typeName: string,
  value: object,
  document = value,
): Promise<ShownParts> {
  const { schema, everything, type } = queries.get(typeName) ?? queryOf(typeName);
  const rootValue = { shown: value };
  const { data, errors } = await execute({ schema, document: everything, rootValue });
  if (errors) throw new Error(errors.map(String).join('\n'));
  const types = new Set<string>();
  return {
    types,
    differences: [...differences({ type, shown: data?.['shown'], document }, types)],
  };
}

/** The query of all fields of a type, by the name of the type. */
const queries = new Map<string, ReturnType<typeof queryOf>>();

function queryOf(typeName: string) {
  const type = gateway.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${typeName} has no fields`);
  const query = new GraphQLObjectType({ name: 'Shown', fields: { shown: { type } } });
  const schema = new GraphQLSchema({ query, types: Object.values(gateway.getTypeMap()) });
  const allFields = { type, schema, everything: parse(`{ shown ${selectionOf(type)} }`) };
  queries.set(typeName, allFields);
  return allFields;
}

/** The names of the types that implement an interface. */
export function kindsOf(name: string): string[] {
  const type = gateway.getType(name);
  if (!isInterfaceType(type)) throw new Error(`${name} is no interface`);
  return gateway.getPossibleTypes(type).map((kind) => kind.name);
}

/** Selects all fields of a type. Aliases put the type's name before fields of interface members, whose types may differ. */
function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return '';
  if (isObjectType(type)) return `{ __typename ${fieldsOf(type).map(askFor).join(' ')} }`;
  const kinds = isInterfaceType(type) ? gateway.getPossibleTypes(type) : [];
  const asked = kinds.map((kind) => {
    const own = fieldsOf(kind).map((field) => `${kind.name}_${field.name}: ${askFor(field)}`);
    return `... on ${kind.name} { ${own.join(' ')} }`;
  });
  return `{ __typename ${asked.join(' ')} }`;
}

type Field = GraphQLField<unknown, unknown>;

function fieldsOf(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(({ args }) => args.length === 0);
}

function askFor({ name, type }: Field): string {
  return `${name} ${selectionOf(getNamedType(type))}`;
}

interface Pair {
  readonly type: Field['type'];
  readonly shown: unknown;
  readonly document: unknown;
}

function* differences({ type, shown, document }: Pair, types: Set<string>): Generator<string> {
  const plain = getNullableType(type);
  if (isListType(plain) && Array.isArray(shown) && Array.isArray(document)) {
    for (const [index, entry] of document.entries()) {
      yield* differences({ type: plain.ofType, shown: shown[index], document: entry }, types);
    }
  } else if (isRecord(shown) && isRecord(document) && !isLeafType(plain)) {
    yield* differentMembers(shown, document, types);
  } else if (JSON.stringify(shown ?? null) !== JSON.stringify(document ?? null)) {
    yield `${String(type)}: ${JSON.stringify(shown)} is ${JSON.stringify(document)} in the document`;
  }
}

type Members = Readonly<Record<string, unknown>>;

function* differentMembers(shown: Members, document: Members, types: Set<string>) {
  const name = String(shown['__typename']);
  types.add(name);
  const type = gateway.getType(name);
  const left = new Set(Object.keys(document).filter((member) => member !== 'kind'));
  for (const field of isObjectType(type) ? fieldsOf(type) : []) {
    const value = shown[`${name}_${field.name}`] ?? shown[field.name] ?? null;
    const member = memberOf(field, value, document);
    left.delete(member);
    const inDocument = field.name === 'document' ? document : document[member];
    yield* differences({ type: field.type, shown: value, document: inDocument }, types);
  }
  if (/^Unknown/.test(name)) return;
  for (const member of left) yield `${name} has no field for ${member}`;
}

/** The member of the document that a field shows; `id` may have another name in GraphQL, such as `blockId`. */
function memberOf({ name }: Field, value: unknown, document: Members): string {
  const isId = !(name in document) && name.endsWith('Id') && value !== null;
  return isId ? 'id' : name;
}
