import type { GraphQLScalarType } from 'graphql';
import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { numberOrTemplateSchema, richTextNodeSchema } from '../../engine/index.js';
import { HoldsParts } from '../queryCost.js';
import { scalarOf } from '../scalar.js';
import { Json, VariableValue } from '../scalars.js';
import {
  descriptionIn,
  entriesOf,
  isAlwaysThere,
  membersOf,
  namesOurs,
  plainIn,
  type Schema,
  type Sort,
  sortOf,
  sortsOf,
  wordsIn,
} from './members.js';

const JsonObject = scalarOf({
  name: 'JSONObject',
  standard: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  description: 'An object of JSON whose members are named by somebody else, such as headers.',
  schema: z.record(z.string(), z.unknown()),
});

const NumberOrTemplate = scalarOf({
  name: 'NumberOrTemplate',
  description: 'A number, or a text that holds one after its variables are filled in.',
  schema: numberOrTemplateSchema,
});

const RichText = scalarOf({
  name: 'RichText',
  description: 'A formatted text: a list of paragraphs, links, lists … and runs of text in them.',
  schema: z.array(richTextNodeSchema),
});

/** A part of a flow whose GraphQL type is made of its zod schemas. */
export interface Part {
  /** The name of its type; the types of the objects in it begin with it. */
  readonly name: string;
  /** What the names of the types in it begin with, where that is not its own name. */
  readonly inner?: string | undefined;
  /** What it is called where it is a member or an entry: its `id` is the field `<called>Id`. */
  readonly called: string;
  /** It fits one of these. */
  readonly schemas: readonly Schema[];
  /** Members that get no field: the class has its own for them. */
  readonly stated?: readonly string[];
  /** The GraphQL types of members that have one already, by the names of the members. */
  readonly types?: Readonly<Record<string, object>> | undefined;
  /**
   * Every field may be null, whatever the schemas say. Queries that ask for several kinds of blocks may then ask for
   * members of one name (https://spec.graphql.org/October2021/#sec-Field-Selection-Merging).
   */
  readonly mayLackAll?: true;
  /** It is an entry of a list, in which its `id` names it. */
  readonly isEntry?: boolean;
}

/** Adds the members of a part to a class as GraphQL fields; a member that is an object without members is left out. */
export function addFields(type: ClassType, part: Part): void {
  for (const [member, schemas] of membersOf(part.schemas)) {
    if (part.stated?.includes(member)) continue;
    const name = fieldNameOf(part, member);
    const values = memberTypeOf(part, { member, schemas });
    if (!values) continue;
    const nullable = part.mayLackAll ?? !isAlwaysThere(part.schemas, member);
    const description = descriptionOf({ type: part.name, member }, schemas);
    Field(() => values.type, { name, nullable, description })(type.prototype, member);
    if (Array.isArray(values.type)) HoldsParts(type.prototype, member);
  }
}

/** What a member holds: a type that was made before, an id, or what its schemas say. */
function memberTypeOf(
  part: Part,
  { member, schemas }: { member: string; schemas: readonly Schema[] },
): { type: Values | [Values] | object } | undefined {
  const made = part.types?.[member];
  if (made) return { type: made };
  if (isOurId(part, { member, schemas })) return { type: ID };
  const name = (part.inner ?? part.name) + capitalized(fieldNameOf(part, member));
  const bare = { inner: undefined, types: undefined, isEntry: false, stated: [] };
  return valuesOf({ ...part, ...bare, name, called: member, schemas });
}

type Leaf = GraphQLScalarType | StringConstructor | NumberConstructor | BooleanConstructor;
type Values = Leaf | ClassType;

const leaves: Readonly<Partial<Record<Sort, Leaf>>> = {
  text: String,
  number: Number,
  flag: Boolean,
  record: JsonObject,
  json: Json,
};

/**
 * Members that are ids of ours in whatever they are. `botId` is that of a vendor in one kind; a query that asks for it of
 * several kinds needs one type (https://spec.graphql.org/October2021/#sec-Field-Selection-Merging).
 */
const IDS = ['outgoingEdgeId', 'eventId', 'groupId', 'blockId', 'itemId', 'pathId', 'botId'];

/** Whether a member holds the id of something of ours. The ids that others gave, such as vendors, are texts. */
function isOurId(
  { isEntry = false }: Part,
  { member, schemas }: { member: string; schemas: readonly Schema[] },
): boolean {
  if (sortOf(schemas) !== 'text') return false;
  return member === 'id' ? isEntry : IDS.includes(member) || namesOurs(schemas);
}

/** What a member holds: values of a type, or lists of them (`[type]`). Lists of lists and of anything are JSON. */
function valuesOf(part: Part): { type: Values | [Values] } | undefined {
  const sort = sortOf(part.schemas);
  if (sort !== 'list') return typeOf(part, sort);
  const schemas = entriesOf(part.schemas);
  const inner = sortOf(schemas);
  if (inner === 'richTextNode') return { type: RichText };
  if (inner === 'list' || inner === 'json') return { type: Json };
  const [name, called] = [part.name, part.called].map((plural) => plural.replace(/s$/, ''));
  const entry = { ...part, name: name ?? '', called: called ?? '', schemas, isEntry: true };
  const entries = typeOf(entry, inner, descriptionIn(part.schemas));
  return entries && { type: [entries.type] };
}

function typeOf(part: Part, sort: Sort, listed?: string): { type: Values } | undefined {
  const type = sort === 'union' ? unionOf(part) : (leaves[sort] ?? objectTypeOf(part, listed));
  return type && { type };
}

/** The scalar of a member whose values are of several sorts: one that others have, too, or one named after the member. */
function unionOf({ name, called, schemas }: Part): GraphQLScalarType {
  const sorts = sortsOf(schemas).join(' or ');
  if (sorts === 'number or text') return NumberOrTemplate;
  if (sorts === 'list or text' && sortOf(entriesOf(schemas)) === 'text') return VariableValue;
  const means = descriptionOf({ type: name, member: called }, schemas);
  const description = `${means} Its JSON Schema lists the shapes it may have.`;
  return scalarOf({ name, description, schema: z.union(schemas.flatMap(plainIn)) });
}

/** Makes the GraphQL type of a part; nothing when it has no members. `listed` is what the list says whose entry it is. */
function objectTypeOf(part: Part, listed?: string): ClassType | undefined {
  if (membersOf(part.schemas).size === 0) return undefined;
  const type = class {
    readonly [member: string]: unknown;
  };
  const place = { type: part.name, member: part.called };
  ObjectType(part.name, { description: descriptionOf(place, part.schemas, listed) })(type);
  addFields(type, part);
  return type;
}

/** `id` says of what it is the id, because only a Node has the field `id`; names with underscores get capitals. */
function fieldNameOf({ called }: Part, member: string): string {
  if (member === 'id') return `${called}Id`;
  if (member === 'graphCoordinates') return 'position';
  return member.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Members that mean the same in everything that has them, and that their schemas say nothing of. */
export const meantEverywhere: Readonly<Record<string, string>> = {
  content: 'What it shows',
  id: 'Its id, unique within its list',
  type: 'Its kind',
  options: 'How it does what it is for',
  outgoingEdgeId: 'The edge it leaves by',
};

/** A member of a GraphQL type, by the name it has in the document. */
interface Place {
  readonly type: string;
  readonly member: string;
}

/** A member whose schema says nothing stops the start. */
function descriptionOf({ type, member }: Place, schemas: readonly Schema[], listed?: string) {
  const stated = descriptionIn(schemas) ?? meantEverywhere[member] ?? listed;
  if (stated === undefined)
    throw new Error(
      `The schema of \`${member}\` has no description: ${type} of docs/schema.graphql`,
    );
  const words = wordsIn(schemas).map((word) => `\`${word}\``);
  const sentence = `${capitalized(stated).replace(/[.]$/, '')}.`;
  return words.length > 1 ? `${sentence} One of ${words.join(', ')}.` : sentence;
}

/** A text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
