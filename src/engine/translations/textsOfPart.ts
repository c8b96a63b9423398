import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { oncePer } from '../documents/oncePer.js';
import type { FieldDescription } from '../fields/fieldDescription.js';
import type { FlowPart, PartPlace } from '../flow/flowParts.js';
import { isMetIn } from '../flow/memberPlaces.js';
import type { PartFields } from '../flow/partFields.js';

/** A member of a part of a flow whose text visitors read, in one place of the part. */
export interface TextPlace {
  /** Names the text in `translations`: with ids in place of indexes, so that it stays the same when others are added. */
  readonly path: string;
  /** Where it is in the part, with indexes from 0: `items[2].content`. */
  readonly memberPath: string;
  /** The innermost of the part's `items` that it is in. */
  readonly itemId: string | undefined;
  readonly field: FieldDescription;
  /** The object that has the member, or would have it, and the name of the member. */
  readonly owner: JsonRecord;
  readonly name: string;
}

/** What the texts of a part are looked for with: `rewrite` returns members to set beside a text; nothing leaves it alone. */
interface Rewriting extends Pick<FlowPart, 'part' | 'fields'> {
  readonly rewrite: (place: TextPlace) => JsonRecord | undefined;
}

/**
 * Visits each text of a part that visitors read, whether it is set or not, and sets what is returned beside it. Entries of
 * lists without an id are left out. Returns the same part if nothing is set.
 */
export function rewriteTexts(
  { part, place, within, fields }: FlowPart,
  rewrite: Rewriting['rewrite'],
): JsonRecord {
  let next = part;
  const root = { path: prefixOf(place, within), memberPath: '', itemId: undefined };
  for (const { steps, known } of translatableIn(fields)) {
    // A record stays one.
    next = rewriteIn(next, steps, {
      ...root,
      known,
      rewriting: { part, fields, rewrite },
    }) as JsonRecord;
  }
  return next;
}

/** What the paths of the texts of a part begin with. */
function prefixOf({ blockId }: PartPlace, within: FlowPart['within']): string {
  return blockId === null ? `/${within.slice(0, -1)}` : `/blocks/${escaped(blockId)}`;
}

/** An id as a step of a JSON Pointer (RFC 6901). */
function escaped(id: string): string {
  return id.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A member that can be translated: the names on the way to it, `[]` for the entries of a list, and what forms know of it. */
interface Translatable {
  readonly steps: readonly string[];
  readonly known: readonly FieldDescription[];
}

const translatableIn = oncePer((fields: PartFields): readonly Translatable[] =>
  [...fields].flatMap(([form, all]) => {
    const known = all.filter(({ isTranslatable }) => isTranslatable);
    const steps = form.replaceAll('[]', '.[]').split('.');
    return known.length === 0 ? [] : [{ steps, known }];
  }),
);

interface At extends Pick<TextPlace, 'path' | 'memberPath' | 'itemId'> {
  readonly known: readonly FieldDescription[];
  readonly rewriting: Rewriting;
}

/** `steps` is not empty: a form is one member, or members within it. */
function rewriteIn(value: unknown, steps: readonly string[], at: At): unknown {
  const [step, rest] = [String(steps[0]), steps.slice(1)];
  if (step === '[]') return Array.isArray(value) ? rewriteList(value, rest, at) : value;
  if (value !== undefined && !isJsonRecord(value)) return value;
  const owner = value ?? {};
  const within = {
    ...at,
    path: `${at.path}/${step}`,
    memberPath: at.memberPath === '' ? step : `${at.memberPath}.${step}`,
  };
  const changes =
    rest.length === 0 ? changesOf(owner, step, within) : inner(owner, [step, ...rest], within);
  return changes ? { ...owner, ...changes } : value;
}

function inner(
  owner: JsonRecord,
  [step, ...rest]: readonly [string, ...string[]],
  within: At,
): JsonRecord | undefined {
  const next = rewriteIn(owner[step], rest, within);
  return next === owner[step] ? undefined : { [step]: next };
}

function changesOf(owner: JsonRecord, name: string, at: At): JsonRecord | undefined {
  const { path, memberPath, itemId, rewriting } = at;
  const isMet = isMetIn(rewriting, memberPath);
  const field = at.known.find(({ showsWhen }) => showsWhen.every(isMet));
  return field && rewriting.rewrite({ path, memberPath, itemId, field, owner, name });
}

function rewriteList(
  list: readonly unknown[],
  rest: readonly string[],
  at: At,
): readonly unknown[] {
  const next = list.map((entry, index) => {
    const id = isJsonRecord(entry) ? entry['id'] : undefined;
    if (typeof id !== 'string') return entry;
    const path = `${at.path}/${escaped(id)}`;
    const memberPath = `${at.memberPath}[${index}]`;
    return rewriteIn(entry, rest, { ...at, path, memberPath, itemId: at.itemId ?? id });
  });
  return next.every((entry, index) => entry === list[index]) ? list : next;
}
