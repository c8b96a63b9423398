import {
  GraphQLError,
  Kind,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { Failure } from '../errors/errors.js';
import { introspectionExcess } from './introspection.js';
import { declaredTypeOf, isLongText, statedCostOf } from '../schema/queryCost.js';

/** The limits of callers' queries. Our own operations, which REST runs, are not measured. */
export const queryLimits = {
  /** The nesting of fields. */
  depth: 12,
  /** Aliases. */
  aliases: 15,
  /** Fields of the response, if every page is as long as requested and every other list as long as declared. */
  cost: 100_000,
} as const;

/** A caller's query that was validated but not run. */
export interface SentQuery {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The error for a query that exceeds a limit; undefined if it does not. */
export function findExcess(
  query: SentQuery,
  { depth, aliases, cost } = measureQuery(query),
): GraphQLError | undefined {
  if (depth > queryLimits.depth) {
    return tooLarge(`The query is ${depth} fields deep; ${queryLimits.depth} are allowed`);
  }
  if (aliases > queryLimits.aliases) {
    return tooLarge(`The query has ${aliases} aliases; ${queryLimits.aliases} are allowed`);
  }
  if (cost > queryLimits.cost) {
    return tooLarge(`The answer may hold ${cost} fields; ${ALLOWED}`);
  }
  const excess = introspectionExcess(query.document);
  return excess === undefined ? undefined : tooLarge(excess);
}

/** The member `cost` of a response's extensions, in fields: the cost of the query, and the limit. */
export function shownCost(requestedQueryCost: number) {
  return { requestedQueryCost, maximumQueryCost: queryLimits.cost };
}

const ALLOWED = `${queryLimits.cost} are allowed; ask for shorter pages, or for less in each entry`;

/** The size of a part of a query. */
export interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly cost: number;
}

/** Measures the operation that would run. Introspection counts nothing, because `introspection.ts` limits it. */
export function measureQuery({ schema, document, operationName, variables }: SentQuery): Size {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operationName
    ? operations.filter(({ name }) => name?.value === operationName)
    : operations;
  if (!operation) return nothing;
  sentOperations.add(operation);
  const defaults = (operation.variableDefinitions ?? []).map(
    ({ variable, defaultValue }) =>
      [
        variable.name.value,
        defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined,
      ] as const,
  );
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const measuring: Measuring = {
    schema,
    variables: { ...Object.fromEntries(defaults), ...variables },
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    measured: new Map(),
  };
  return sizeOf(measuring, operation.selectionSet, schema.getRootType(operation.operation));
}

interface Measuring {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The sizes of fragments by name and type, so that one that is spread a thousand times is measured once. */
  readonly measured: Map<string, Size>;
}

type Parent = GraphQLNamedType | null | undefined;
type Selected = Pick<SelectionSetNode, 'selections'>;

const nothing: Size = { depth: 0, aliases: 0, cost: 0 };

/** The default page size of all connections. */
const DEFAULT_PAGE = 50;

function sizeOf(measuring: Measuring, { selections }: Selected, parent: Parent): Size {
  return selections
    .map((selection) => sizeOfSelection(measuring, selection, parent))
    .reduce(
      (whole, part) => ({
        depth: Math.max(whole.depth, part.depth),
        aliases: whole.aliases + part.aliases,
        cost: whole.cost + part.cost,
      }),
      nothing,
    );
}

function sizeOfSelection(measuring: Measuring, selection: SelectionNode, parent: Parent): Size {
  if (selection.kind === Kind.FIELD) return sizeOfField(measuring, selection, parent);
  if (selection.kind === Kind.FRAGMENT_SPREAD) {
    return sizeOfFragment(measuring, selection.name.value, parent);
  }
  const { typeCondition, selectionSet } = selection;
  const type = typeCondition ? measuring.schema.getType(typeCondition.name.value) : parent;
  const both = bothOf(type, parent);
  return both ? sizeOf(measuring, selectionSet, both) : nothing;
}

/** The type of objects that match both a fragment and the place where it is spread; undefined if no object can. */
function bothOf(type: Parent, parent: Parent): Parent {
  if (!isObjectType(parent)) return type;
  return isObjectType(type) && type !== parent ? undefined : parent;
}

function sizeOfFragment(measuring: Measuring, name: string, parent: Parent): Size {
  const fragment = measuring.fragments.get(name);
  const type = fragment && measuring.schema.getType(fragment.typeCondition.name.value);
  const both = bothOf(type, parent);
  if (!fragment || !both) return nothing;
  const key = `${name} ${both.name}`;
  const size = measuring.measured.get(key) ?? sizeOf(measuring, fragment.selectionSet, both);
  measuring.measured.set(key, size);
  return size;
}

function sizeOfField(measuring: Measuring, node: FieldNode, parent: Parent): Size {
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  const field = hasFields ? parent.getFields()[node.name.value] : undefined;
  if (!field) return nothing;
  const type = getNamedType(field.type);
  const inner =
    node.selectionSet && isCompositeType(type)
      ? sizeOf(measuring, node.selectionSet, type)
      : nothing;
  const { costs } = statedCostOf(field);
  // Entries without fields, such as texts, count as one field each.
  const entry = isLeafType(type) && isList(field) ? 1 : inner.cost;
  return {
    depth: inner.depth + 1,
    aliases: inner.aliases + (node.alias ? 1 : 0),
    cost: costs + entry * lengthOf(measuring, node, field),
  };
}

function isList({ type }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type));
}

/** Arguments that set the number of entries; for `ids` it is the number of ids. */
const LENGTHS = ['first', 'last', 'limit', 'ids'];

/** The number of entries that a field may return: the requested number if it has such an argument, else the declared one, else 1. */
function lengthOf(
  { variables }: Measuring,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number {
  const args = field.args.filter(({ name }) => LENGTHS.includes(name));
  const { holds } = statedCostOf(field);
  if (args.length === 0) return typeof holds === 'number' ? holds : 1;
  const sent = (node.arguments ?? [])
    .filter(({ name }) => LENGTHS.includes(name.value))
    .map(({ value }) => {
      if (value.kind === Kind.INT) return Number(value.value);
      if (value.kind === Kind.LIST) return value.values.length;
      const variableValue = value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
      return Array.isArray(variableValue) ? variableValue.length : variableValue;
    })
    .filter((length) => typeof length === 'number');
  const usual = args.map(({ defaultValue }) => defaultValue).filter((n) => typeof n === 'number');
  return Math.max(...(sent.length > 0 ? sent : [DEFAULT_PAGE, ...usual]));
}

function tooLarge(message: string): GraphQLError {
  return new GraphQLError(message, {
    originalError: new Failure('QUERY_TOO_LARGE', message),
    extensions: { http: { status: 400 } },
  });
}

/** The operations of callers; our own are not measured. A cached document may be run by several requests at once. */
const sentOperations = new WeakSet<OperationDefinitionNode>();

/** The cost of an entry of a list, by its field nodes and its type: graphql-js collects the nodes again in each execution. */
const entryCosts = new WeakMap<readonly FieldNode[], Map<GraphQLNamedType, number>>();

/** The cost of a response beyond what was declared, by the variables of its execution: an object that no other execution has. */
const surpluses = new WeakMap<object, number>();

/** Makes the lists of a schema charge for entries beyond the declared number, and its long texts for their length. */
export function chargeLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    Object.values(type.getFields()).forEach(chargeList);
    Object.values(type.getFields()).filter(isLongText).forEach(chargeText);
  }
}

/** Characters of a long text that cost as much as a field: writing them as JSON takes about as long. */
const CHARACTERS_A_FIELD = 50;

function chargeText(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = (...call) => {
    const [, , , info] = call;
    const text: unknown = resolve(...call);
    if (typeof text === 'string') charge(info, Math.floor(text.length / CHARACTERS_A_FIELD));
    return text;
  };
}

function chargeList(field: GraphQLField<unknown, unknown>): void {
  const { holds } = statedCostOf(field);
  const { resolve } = field;
  if (typeof holds !== 'number' || !resolve) return;
  field.resolve = (...call) => {
    const [, , , info] = call;
    const charged = (list: unknown): unknown => {
      if (Array.isArray(list)) chargeSurplus(info, list.slice(holds));
      return list;
    };
    const result: unknown = resolve(...call);
    return result instanceof Promise ? result.then(charged) : charged(result);
  };
}

/** Charges a query for the entries of a list beyond the declared number. That is the usual one, so this is rare. */
function chargeSurplus(info: GraphQLResolveInfo, entries: readonly unknown[]): void {
  if (entries.length === 0 || !sentOperations.has(info.operation)) return;
  charge(
    info,
    entries.reduce<number>((sum, entry) => sum + entryCostIn(info, entry), 0),
  );
}

/** Charges a query for more fields than it declared. Fails with `QUERY_TOO_LARGE` once the cost exceeds the limit. */
function charge({ operation, variableValues }: GraphQLResolveInfo, fields: number): void {
  if (fields === 0 || !sentOperations.has(operation)) return;
  const surplus = (surpluses.get(variableValues) ?? 0) + fields;
  surpluses.set(variableValues, surplus);
  if (surplus > queryLimits.cost) {
    throw tooLarge(`The answer holds over ${queryLimits.cost} more fields than usual; ${ALLOWED}`);
  }
}

function entryCostIn(info: GraphQLResolveInfo, entry: unknown): number {
  const { fieldNodes, schema } = info;
  const stated = getNamedType(info.returnType);
  const type = schema.getType(declaredTypeOf(stated)?.(entry) ?? stated.name) ?? stated;
  const costByType = entryCosts.get(fieldNodes) ?? new Map<GraphQLNamedType, number>();
  entryCosts.set(fieldNodes, costByType);
  const cost = costByType.get(type) ?? measureEntry(info, type);
  costByType.set(type, cost);
  return cost;
}

/** Adds up the selections of all nodes, because a list may be selected in several places of a query. */
function measureEntry(info: GraphQLResolveInfo, type: GraphQLNamedType): number {
  const { schema, fieldNodes, fragments, variableValues: variables } = info;
  if (isLeafType(type)) return 1;
  const named = new Map(Object.entries(fragments));
  const measuring: Measuring = { schema, variables, fragments: named, measured: new Map() };
  const selections = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return sizeOf(measuring, { selections }, type).cost;
}
