import type { Control, FieldForm } from './field.js';
import type { FieldChoice, FieldCondition, FieldDescription } from './fieldDescription.js';
import { schemaParts, type Objects, type Schema, type SchemaParts } from './schemaParts.js';
import { labelOf, titleOf } from './titleOf.js';
import { type Texts, variablesIn } from './variablesIn.js';

/** A document whose members are described. */
interface Described {
  readonly schema: Schema;
  readonly texts: Texts;
  /** Members of the document itself that are no fields. */
  readonly hidden?: readonly string[];
}

/** The members of a document, in the order of its schema; a member of an object comes after that. */
export function describeFields({ schema, texts, hidden = [] }: Described): FieldDescription[] {
  const place = { prefix: '', texts, outer: [], when: [] };
  const found = inObjects(schemaParts(schema).objects, place);
  return merged(found.filter(({ path }) => !hidden.includes(path)));
}

/** Where members are: the path before their names, the objects around them, and the conditions of all of them. */
interface Place {
  readonly prefix: string;
  readonly texts: Texts;
  readonly outer: readonly Surrounding[];
  readonly when: readonly FieldCondition[];
}

/** An object around a member: the path before the names of its members, and these names. */
interface Surrounding {
  readonly prefix: string;
  readonly names: ReadonlySet<string>;
}

/** The members of an object; of several alternatives, those of each, with the value of the discriminator by which it is chosen. */
function inObjects(objects: Objects, place: Place): FieldDescription[] {
  const [first, ...others] = objects;
  if (!first) return [];
  if (others.length === 0) return inObject(first, place);
  const tag = [...first.keys()].find((name) => taggedBy(name, objects).length === objects.length);
  if (tag === undefined) return objects.flatMap((one) => inObject(one, place));
  const path = `${place.prefix}${tag}`;
  const tagged = taggedBy(tag, objects);
  const own = ownField(tag, joinedParts(tagged), place);
  const inside = tagged.flatMap(({ words, rest }) =>
    inObject(rest, { ...place, when: [...place.when, { path, in: words }] }),
  );
  const all = tagged.flatMap(({ words }) => words);
  return [own, ...merged(inside).map((field) => withoutAll(field, path, all))];
}

/** An alternative: its discriminator, the words that this may be, and the other members. */
interface Tagged {
  readonly parts: SchemaParts;
  readonly words: readonly string[];
  readonly rest: ReadonlyMap<string, Schema>;
}

/** The alternatives that have words of their own for a member: all of them, if it is the discriminator. */
function taggedBy(tag: string, objects: Objects): Tagged[] {
  return objects.flatMap((object) => {
    const schema = object.get(tag);
    const parts = schema && schemaParts(schema);
    if (!parts?.words) return [];
    const rest = new Map([...object].filter(([name]) => name !== tag));
    return [{ parts, words: parts.words, rest }];
  });
}

/** The discriminator of alternatives: the first says what it is, and all of them what it may be. */
function joinedParts(tagged: readonly Tagged[]): SchemaParts {
  const joined = tagged
    .map(({ parts }) => parts)
    .reduce((one, other) => ({
      ...one,
      isOptional: one.isOptional || other.isOptional,
      form: { ...one.form, labels: { ...one.form.labels, ...other.form.labels } },
    }));
  return { ...joined, words: tagged.flatMap(({ words }) => words) };
}

/** A member without the condition that the discriminator has one of all its words. */
function withoutAll(
  field: FieldDescription,
  path: string,
  words: readonly string[],
): FieldDescription {
  const showsWhen = field.showsWhen.filter(
    (condition) => condition.path !== path || words.some((word) => !condition.in.includes(word)),
  );
  return { ...field, showsWhen };
}

function inObject(object: ReadonlyMap<string, Schema>, place: Place): FieldDescription[] {
  const outer = [{ prefix: place.prefix, names: new Set(object.keys()) }, ...place.outer];
  const within = { ...place, outer };
  return [...object].flatMap(([name, schema]) => ofMember(name, schemaParts(schema), within));
}

/** Objects that only hold the members of a block and have no name of their own. */
const FRAMES = ['options', 'content'];

function ofMember(name: string, parts: SchemaParts, place: Place): FieldDescription[] {
  const own = ownField(name, parts, place);
  const { kinds = [] } = parts.form;
  const added = kinds.flatMap(({ type, schema }) =>
    inObjects(schemaParts(schema).objects, {
      ...place,
      when: [...own.showsWhen, { path: own.path, in: [type] }],
    }),
  );
  const under = { ...place, when: own.showsWhen };
  if (own.control === 'SECTION') {
    const inside = inObjects(parts.objects, { ...under, prefix: `${own.path}.` });
    return FRAMES.includes(own.path) ? inside : [own, ...inside];
  }
  if (own.control !== 'LIST' || !parts.entry) return [own, ...added];
  return [own, ...entriesOf(own, { entry: parts.entry, form: parts.form }, under)];
}

/** The members of the entries of a list; of a list of texts or numbers, the entry itself. */
function entriesOf(
  list: FieldDescription,
  { entry, form }: { readonly entry: SchemaParts; readonly form: FieldForm },
  place: Place,
): FieldDescription[] {
  const prefix = `${list.path}[].`;
  if (entry.objects.length > 0) return inObjects(entry.objects, { ...place, prefix });
  const { title, help } = list;
  const { labels = {} } = form;
  const own = ownField('', { ...entry, form: { labels, ...entry.form } }, { ...place, outer: [] });
  return [
    { ...own, path: `${list.path}[]`, title: title.replace(/s$/, ''), help: own.help || help },
  ];
}

function ownField(name: string, parts: SchemaParts, place: Place): FieldDescription {
  const { form, words, stated, bounds } = parts;
  const control = form.control ?? controlOf(name, parts);
  return {
    path: `${place.prefix}${name}`,
    ...saidOf(name, parts),
    control,
    ...bounds,
    ...statedForm(form, place),
    choices: choicesOf(form.choices ?? words ?? [], form),
    showsWhen: distinct([...place.when, ...conditionsOf(name, form, place)]),
    isRequired: !parts.isOptional || parts.need !== undefined,
    isSecret: stated.writeOnly === true,
    needsSecrets: form.needsSecrets === true,
    isDeprecated: stated.deprecated === true,
    isTranslatable: form.isTranslatable === true,
    isOnCanvas: form.isOnCanvas === true,
    ...variablesIn(control, parts, place.texts),
  };
}

/** The words of a member for people, and what its absence means. */
function saidOf(name: string, { stated, named }: SchemaParts) {
  const { title, description = EVERYWHERE[name] ?? '', default: usual } = stated;
  return {
    title: title ?? titleOf(named ? name.replace(/Id$/, '') : name),
    help: sentence(description),
    ...(usual !== undefined && { default: usual }),
  };
}

/** What is said only of some members. */
function statedForm(
  { unit, language, credentials, listedBy, keptIn, textWhen }: FieldForm,
  place: Place,
) {
  const others = listedBy?.flatMap((other) => pathOf(other, place) ?? []);
  return {
    ...(unit !== undefined && { unit }),
    ...(language !== undefined && { language }),
    ...(keptIn !== undefined && { keptIn }),
    ...(credentials !== undefined && { credentialsType: credentials }),
    ...(others && { listedBy: others }),
    ...(textWhen && { textWhen: conditionsOn(textWhen, place) }),
  };
}

/** The descriptions of members that mean the same everywhere. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  id: 'Its id, unique within the flow; a form makes one up.',
  outgoingEdgeId: 'The edge it leaves by.',
};

const NAMED = {
  variable: 'VARIABLE',
  credentials: 'CREDENTIALS',
  bot: 'BOT',
  group: 'GROUP',
  block: 'BLOCK',
} as const;

function controlOf(name: string, { named, words, types, objects, entry }: SchemaParts): Control {
  if (name === 'id') return 'ID';
  if (name === 'outgoingEdgeId') return 'EDGE';
  if (named) return NAMED[named];
  if (words) return 'CHOICE';
  if (entry) return 'LIST';
  if (objects.length > 0) return 'SECTION';
  if (types.has('number')) return 'NUMBER';
  return types.has('boolean') ? 'SWITCH' : 'TEXT';
}

function choicesOf(words: readonly string[], { kinds, labels = {} }: FieldForm): FieldChoice[] {
  if (kinds) {
    return kinds.map(({ type, label, summary }) => ({ value: type, label, help: summary }));
  }
  return words
    .filter((word) => word !== '')
    .map((value) => ({ value, label: labels[value] ?? labelOf(value) }));
}

/** Members that switch on the object they are in. */
const SWITCHES = ['isEnabled', 'enabled'];

/** When a member counts: as its schema says, and only while the switch of its object is on. */
function conditionsOf(name: string, { showsWhen = {} }: FieldForm, place: Place): FieldCondition[] {
  const [object] = place.outer;
  const isOn = SWITCHES.filter((one) => one !== name && object?.names.has(one));
  return [
    ...isOn.map((one) => ({ path: `${place.prefix}${one}`, in: [true] })),
    ...conditionsOn(showsWhen, place),
  ];
}

/** Conditions on members that are stated by their names. */
function conditionsOn(
  stated: Readonly<Record<string, readonly unknown[]>>,
  place: Place,
): FieldCondition[] {
  return Object.entries(stated).flatMap(([other, values]) => {
    const path = pathOf(other, place);
    return path === undefined ? [] : [{ path, in: values }];
  });
}

/** The path of a member of the same object or of one around it, the nearest first. */
function pathOf(name: string, { outer }: Place): string | undefined {
  const around = outer.find(({ names }) => names.has(name));
  return around && `${around.prefix}${name}`;
}

function distinct(conditions: readonly FieldCondition[]): FieldCondition[] {
  return [...new Map(conditions.map((one) => [JSON.stringify(one), one])).values()];
}

function sentence(text: string): string {
  return /[^.]$/.test(text) ? `${text}.` : text;
}

/** Joins members that are the same in several alternatives: one that all values of the discriminator have shows with each. */
function merged(fields: readonly FieldDescription[]): FieldDescription[] {
  const joined = new Map<string, FieldDescription>();
  for (const field of fields) {
    const { showsWhen, ...rest } = field;
    const paths = showsWhen.map(({ path }) => path);
    const key = JSON.stringify([rest, paths]);
    const known = joined.get(key);
    joined.set(key, known ? { ...known, showsWhen: both(known.showsWhen, showsWhen) } : field);
  }
  return [...joined.values()];
}

function both(
  some: readonly FieldCondition[],
  others: readonly FieldCondition[],
): FieldCondition[] {
  return some.map(({ path, in: values }, index) => ({
    path,
    in: [
      ...new Set([
        ...values,
        ...others.filter((_, at) => at === index).flatMap((other) => other.in),
      ]),
    ],
  }));
}
