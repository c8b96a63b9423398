import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import type { Pace } from '../documents/pace.js';
import type { FieldCondition, FieldDescription } from '../fields/fieldDescription.js';
import { richTextNodeSchema } from '../text/richTextNode.js';
import { plainTextOf } from '../text/richTextPlain.js';
import type { PartFields } from './partFields.js';

/** A text, a number or a switch somewhere in a part of a flow. */
export interface MemberPlace {
  /** Where it is in the part, with places in lists from 0: `items[2].content`. */
  readonly path: string;
  readonly value: string | number | boolean;
  /** The innermost of the part's `items` that it is in. */
  readonly itemId: string | undefined;
  /** What forms know of it; undefined for a member that no schema states. */
  readonly field: FieldDescription | undefined;
}

/** How a part is read. */
interface Reading {
  readonly part: JsonRecord;
  readonly fields: PartFields;
  /** Whether a rich text is one text; else each of its runs and addresses is one. */
  readonly isRichTextWhole: boolean;
  /** The pace of the work that it is read for. */
  readonly isDue: Pace;
}

/**
 * All values in a part of a flow, in the order of the document; apart from ids of the part and in it, and of edges. They are found by the
 * document and not by its schema, so that members of other products are found, too; but not those with a path of more than 1,000 characters. Undefined is
 * where a step ends.
 */
export function memberPlaces(reading: Reading): Places {
  return placesIn(reading.part, reading, { path: '', form: '', itemId: undefined });
}

type Places = Generator<MemberPlace | undefined>;

/** Where a value is: its path, the same without places in lists as descriptions have it, and what is known of it. */
interface At {
  readonly path: string;
  readonly form: string;
  readonly itemId: string | undefined;
  /** The rich text that it is in. */
  readonly richText?: FieldDescription | undefined;
}

function* placesIn(value: unknown, reading: Reading, at: At): Places {
  if (reading.isDue(typeof value === 'string' ? value.length : 0)) yield undefined;
  if (Array.isArray(value)) yield* placesInList(value, reading, at);
  else if (isJsonRecord(value)) yield* placesInRecord(value, reading, at);
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const { path, itemId } = at;
    yield { path, value, itemId, field: at.richText ?? fieldAt(reading, at) };
  }
}

function* placesInList(list: unknown[], reading: Reading, at: At): Places {
  const { path, form, itemId } = at;
  const richText = at.richText ?? richTextAt(reading, at);
  const nodes = richText && reading.isRichTextWhole ? nodesSchema.safeParse(list).data : undefined;
  if (nodes) {
    const value = plainTextOf(nodes);
    if (reading.isDue(value.length)) yield undefined;
    yield { path, value, itemId, field: richText };
  } else
    for (const [index, entry] of list.entries()) {
      const inner = form === 'items' ? idOf(entry) : itemId;
      const entryAt = { path: `${path}[${index}]`, form: `${form}[]`, itemId: inner, richText };
      yield* placesIn(entry, reading, entryAt);
    }
}

const nodesSchema = richTextNodeSchema.array();

function richTextAt(reading: Reading, at: At): FieldDescription | undefined {
  const field = fieldAt(reading, at);
  return field?.control === 'RICH_TEXT' ? field : undefined;
}

function idOf(entry: unknown): string | undefined {
  const id = isJsonRecord(entry) ? entry['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Members that say which part it is and how it is joined to others. */
const STRUCTURE = new Set(['id', 'type', 'outgoingEdgeId']);

/**
 * The characters of a path, at most. Members of other products have keys of any length, which the paths of all that is in them repeat; the
 * paths that schemas state are far shorter.
 */
const MOST_PATH = 1_000;

function* placesInRecord(record: JsonRecord, reading: Reading, at: At): Places {
  for (const key of Object.keys(record)) {
    const form = at.form === '' ? key : `${at.form}.${key}`;
    // A rich text has types of its own, options may have one that is described.
    if (STRUCTURE.has(key) && (at.richText || !isFilledIn(reading, form))) continue;
    const path = at.path === '' ? key : `${at.path}.${key}`;
    if (path.length > MOST_PATH) continue;
    yield* placesIn(record[key], reading, { ...at, path, form });
  }
}

function isFilledIn({ fields }: Reading, form: string): boolean {
  const control = fields.get(form)?.[0]?.control;
  return control !== undefined && control !== 'ID' && control !== 'EDGE';
}

/** The description of a member: of several, the one whose conditions hold. */
function fieldAt(reading: Reading, { path, form }: At): FieldDescription | undefined {
  const known = reading.fields.get(form) ?? [];
  if (known.length <= 1) return known[0];
  return known.find(({ showsWhen }) => showsWhen.every(isMetIn(reading, path))) ?? known[0];
}

/** Whether a condition holds for the member at a path: see `FieldDescription.showsWhen`. */
export function isMetIn(
  { part, fields }: Pick<Reading, 'part' | 'fields'>,
  path: string,
): (condition: FieldCondition) => boolean {
  return ({ path: form, in: values }) => {
    const usual = fields.get(form)?.[0]?.default;
    return values.includes(valueAt(part, form, path) ?? usual);
  };
}

/** The value of a member by its path in descriptions; a list has the same entry as on the path of the other member. */
function valueAt(part: JsonRecord, form: string, path: string): unknown {
  const indexes = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index));
  let value: unknown = part;
  for (const name of form.split('.')) {
    value = isJsonRecord(value) && value[name.replace('[]', '')];
    if (!name.endsWith('[]')) continue;
    const index = Number(indexes.shift());
    // What is no list counts as its only entry.
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    value = list[index];
  }
  return value;
}
