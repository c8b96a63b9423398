import type { GraphQLScalarType } from 'graphql';
import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { numberOrTemplateSchema, richTextNodeSchema } from '../../engine/index.js';
import { HoldsParts } from '../queryCost.js';
import { scalarOf } from '../scalar.js';
import { Json, VariableValue } from '../scalars.js';
import {
  defaultIn,
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

/** A part of a flow whose GraphQL type is generated from zod schemas. */
export interface Part {
  /** The name of its type, which is also the prefix of the types of the objects in it. */
  readonly name: string;
  /** The prefix of the types of the objects in it, where that is not `name`. */
  readonly inner?: string | undefined;
  /** The noun for it: its `id` becomes the field `<called>Id`. */
  readonly called: string;
  /** Its schemas; a value fits one of them. */
  readonly schemas: readonly Schema[];
  /** Members that the class declares itself, so that no field is added. */
  readonly stated?: readonly string[];
  /** Existing GraphQL types of members, by name. */
  readonly types?: Readonly<Record<string, object>> | undefined;
  /**
   * All fields are nullable, whatever the schemas say, so that queries can select members of the same name from several kinds of blocks
   * (https://spec.graphql.org/October2021/#sec-Field-Selection-Merging).
   */
  readonly mayLackAll?: true;
  /** Whether it is an entry of a list, in which `id` is its own id. */
  readonly isEntry?: boolean;
}

/** Adds the members of a part to a class as GraphQL fields. Objects without members get no field. */
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

/** The GraphQL type of a member: an existing type, an id, or a type generated from its schemas. */
function memberTypeOf(
  part: Part,
  { member, schemas }: { member: string; schemas: readonly Schema[] },
): { type: Values | [Values] | object } | undefined {
  const existing = part.types?.[member];
  if (existing) return { type: existing };
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
 * Members that are always ids of this server. One kind has a vendor's id as `botId`, but a query that selects it from several kinds needs
 * one type (https://spec.graphql.org/October2021/#sec-Field-Selection-Merging).
 */
const IDS = ['outgoingEdgeId', 'eventId', 'groupId', 'blockId', 'itemId', 'pathId', 'botId'];

/** Whether a member is the id of an object of this server. Ids given by others, such as vendors, are texts. */
function isOurId(
  { isEntry = false }: Part,
  { member, schemas }: { member: string; schemas: readonly Schema[] },
): boolean {
  if (sortOf(schemas) !== 'text') return false;
  return member === 'id' ? isEntry : IDS.includes(member) || namesOurs(schemas);
}

/** The type of a member: `type`, or `[type]` for a list. Lists of lists, and lists of anything, are JSON. */
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

/** The scalar of a member with values of several sorts: a common one, or one named after the member. */
function unionOf({ name, called, schemas }: Part): GraphQLScalarType {
  const sorts = sortsOf(schemas).join(' or ');
  if (sorts === 'number or text') return NumberOrTemplate;
  if (sorts === 'list or text' && sortOf(entriesOf(schemas)) === 'text') return VariableValue;
  const means = descriptionOf({ type: name, member: called }, schemas);
  const description = `${means} Its JSON Schema lists the shapes it may have.`;
  return scalarOf({ name, description, schema: z.union(schemas.flatMap(plainIn)) });
}

/** Creates the GraphQL type of a part; undefined if it has no members. `listed` is the description of the list that contains it. */
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

/** `id` gets the noun of its part as a prefix, because only a Node has a field `id`. Names with underscores become camel case. */
function fieldNameOf({ called }: Part, member: string): string {
  if (member === 'id') return `${called}Id`;
  if (member === 'graphCoordinates') return 'position';
  return member.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The descriptions of members that mean the same everywhere and have none in their schemas. */
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

/** The description of a member; without one the server does not start. */
function descriptionOf({ type, member }: Place, schemas: readonly Schema[], listed?: string) {
  const stated = descriptionIn(schemas) ?? meantEverywhere[member] ?? listed;
  if (stated === undefined)
    throw new Error(
      `The schema of \`${member}\` has no description: ${type} of docs/schema.graphql`,
    );
  const words = wordsIn(schemas).map((word) => `\`${word}\``);
  const sentence = `${capitalized(stated).replace(/[.]$/, '')}.`;
  const usual = defaultIn(schemas);
  return [
    sentence,
    ...(words.length > 1 ? [`One of ${words.join(', ')}.`] : []),
    ...(usual === undefined ? [] : [`Default: \`${String(usual)}\`.`]),
  ].join(' ');
}

/** A text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
