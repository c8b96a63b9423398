import { z } from 'zod';

/** A row of a table of members: its path in the block, its type, and its meaning. */
export interface OptionRow {
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
}

/** The members of one shape of a block; `name` identifies the shape if there are several. */
export interface OptionTable {
  readonly name: string;
  readonly rows: readonly OptionRow[];
}

/** The tables of a schema: one, or one for each alternative of a union. */
export function optionTables(schema: z.ZodType, hidden: readonly string[] = []): OptionTable[] {
  const root = jsonSchemaOf(schema);
  const choices = choicesIn(root.properties?.['options']);
  const rows = rowsOf(root).filter(({ path }) => !hidden.includes(path));
  if (choices.length === 0) return rows.length === 0 ? [] : [{ name: '', rows }];
  const others = rows.filter(({ path }) => !/^options\b/.test(path));
  return choices.map((choice) => ({
    name: discriminatorOf(choice),
    rows: [...others, ...rowsOf(choice, 'options.')],
  }));
}

/** The tables of a union of titled shapes: for each title one, or one for each alternative of its shape. */
export function titledTables(schema: z.ZodType): { title: string; tables: OptionTable[] }[] {
  return (jsonSchemaOf(schema).anyOf ?? []).map((shape) => {
    const choices = choicesIn(shape);
    const shapes = choices.length === 0 ? [shape] : choices;
    const tables = shapes.map((alternative) => ({
      name: discriminatorOf(alternative),
      rows: rowsOf(alternative),
    }));
    return { title: shape.title ?? '', tables };
  });
}

/** The part of JSON Schema that zod generates for blocks. */
interface JsonSchema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    title: z.string().exactOptional(),
    type: z.union([z.string(), z.array(z.string())]).exactOptional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).exactOptional(),
    description: z.string().exactOptional(),
    default: z.unknown().optional(),
    properties: z.record(z.string(), jsonSchema).exactOptional(),
    required: z.array(z.string()).exactOptional(),
    items: jsonSchema.exactOptional(),
    anyOf: z.array(jsonSchema).exactOptional(),
    oneOf: z.array(jsonSchema).exactOptional(),
  }),
);

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** The alternatives of a union of objects; empty for a union of words or types. */
function choicesIn(schema: JsonSchema | undefined): readonly JsonSchema[] {
  const choices = schema?.oneOf ?? schema?.anyOf ?? [];
  return choices.every(({ properties }) => properties !== undefined) ? choices : [];
}

function discriminatorOf({ properties = {} }: JsonSchema): string {
  const [key, member] = Object.entries(properties).find(([, { const: only }]) => only) ?? [];
  return member ? `${key}: ${JSON.stringify(member.const)}` : '';
}

function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): OptionRow[] {
  return Object.entries(properties).flatMap(([key, member]) =>
    rowsUnder(`${prefix}${key}`, member, required.includes(key)),
  );
}

function rowsUnder(path: string, member: JsonSchema, isRequired: boolean): OptionRow[] {
  const isList = member.type === 'array';
  const inner = isList ? (member.items ?? {}) : member;
  const row = { path, type: typeOf(member), meaning: meaningOf(path, member, isRequired) };
  const below = [inner, ...choicesIn(inner)].flatMap((shape) =>
    rowsOf(shape, `${path}${isList ? '[]' : ''}.`),
  );
  return isFrame(row, below) ? eachOnce(below) : [row, ...eachOnce(below)];
}

/** Whether a member only contains others and has no description of its own. */
function isFrame({ meaning }: OptionRow, below: readonly OptionRow[]): boolean {
  return meaning === '' && below.length > 0;
}

function meaningOf(path: string, member: JsonSchema, isRequired: boolean): string {
  const { description, default: usual } = member;
  const byDefault = usual === undefined ? '' : `Default: \`${String(usual)}\`.`;
  const sentence = description ?? EVERYWHERE[path.replace(/^.*[.]/, '')] ?? '';
  const meaning = /[^.]$/.test(sentence) ? `${sentence}.` : sentence;
  return [meaning, byDefault, isRequired ? 'Required.' : ''].filter((one) => one !== '').join(' ');
}

/** The descriptions of members that mean the same everywhere. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  id: 'Its id, unique within the flow.',
  outgoingEdgeId: 'The edge it leaves by.',
};

/** Removes duplicates, which are members that several shapes share. */
function eachOnce(rows: readonly OptionRow[]): OptionRow[] {
  return [...new Map(rows.map((row) => [`${row.path} ${row.type}`, row])).values()];
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function typeOf(schema: JsonSchema): string {
  const { type, enum: words, const: only, items } = schema;
  if (only !== undefined) return `\`${String(only)}\``;
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.map((one) => WORDS[one]).join(' or ') || 'anything';
}
