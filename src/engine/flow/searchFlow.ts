import { kindOf } from '../blocks/index.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import { pace, type Pace } from '../documents/pace.js';
import { textFinder } from '../text/findText.js';
import type { FlowDefinition } from './flow.js';
import { notesOf } from './notesOf.js';
import { flowParts, type FlowPart, type PartPlace } from './flowParts.js';
import { memberPlaces, type MemberPlace } from './memberPlaces.js';

/** What was searched: the title of a group, a text, the name of a variable, a kind of block, or an id. */
export type MatchKind = 'TITLE' | 'TEXT' | 'VARIABLE' | 'BLOCK_KIND' | 'ID';

/** A text of a flow that is searched, and where it is. */
interface Place extends Partial<PartPlace> {
  readonly kind: MatchKind;
  readonly text: string;
  readonly itemId?: string | null | undefined;
  readonly edgeId?: string;
  readonly variableId?: string | undefined;
  readonly noteId?: string;
  readonly path: string;
}

/** A place in a flow where a text was found; it has the ids of what it is in. */
export interface FlowMatch extends Omit<Place, 'text'> {
  /** The text around the first place in it where it was found, in one line. */
  readonly excerpt: string;
  /** Where it is in the excerpt, in UTF-16 units from 0. */
  readonly start: number;
  readonly end: number;
  /** Where it is in the whole text. */
  readonly offset: number;
  /** How often it is in the text. */
  readonly count: number;
}

/** The matches of a search, at most. */
const MOST_MATCHES = 10_000;

/**
 * The places in a flow where a text is, in upper or lower case: first in names and ids, then in members, each in the order of the flow; at
 * most 10,000. A rich text is one text, so that words are found whatever is bold in them. Takes time proportional to the size of the flow,
 * in steps.
 */
export function* searchFlow(
  flow: FlowDefinition,
  sought: string,
  kinds: ReadonlySet<MatchKind>,
): Generator<undefined, FlowMatch[]> {
  const find = textFinder(sought);
  const matches: FlowMatch[] = [];
  const isDue = pace();
  for (const searched of placesIn(flow, isDue)) {
    if (!searched || isDue(searched.text.length)) yield;
    if (!searched) continue;
    const { text, ...place } = searched;
    const found = kinds.has(place.kind) ? find(text) : undefined;
    if (!found) continue;
    const { start: offset, count } = found;
    matches.push({ ...place, ...excerptOf(text, offset, sought.length), offset, count });
    if (matches.length === MOST_MATCHES) break;
  }
  return matches;
}

/** The texts of a flow; undefined is where a step ends. */
type Places = Generator<Place | undefined>;

function* placesIn(flow: FlowDefinition, isDue: Pace): Places {
  for (const { id } of flow.events) yield { kind: 'ID', text: id, path: 'id', eventId: id };
  for (const { id, title } of flow.groups) {
    yield { kind: 'TITLE', text: title, path: 'title', groupId: id };
    yield { kind: 'ID', text: id, path: 'id', groupId: id };
  }
  for (const { id } of flow.edges) yield { kind: 'ID', text: id, path: 'id', edgeId: id };
  for (const { id, name } of flow.variables) {
    yield { kind: 'VARIABLE', text: name, path: 'name', variableId: id };
    yield { kind: 'ID', text: id, path: 'id', variableId: id };
  }
  for (const { id, text } of notesOf(flow)) {
    yield { kind: 'TEXT', text, path: 'text', noteId: id };
    yield { kind: 'ID', text: id, path: 'id', noteId: id };
  }
  const names = new Map(flow.variables.toReversed().map(({ id, name }) => [id, name]));
  for (const part of flowParts(flow)) yield* placesInPart(part, names, isDue);
}

function* placesInPart(
  { part, fields, place, within }: FlowPart,
  names: ReadonlyMap<string, string>,
  isDue: Pace,
): Places {
  if (place.blockId !== null) {
    const type = String(part['type']);
    const { label } = kindOf(type);
    yield { kind: 'ID', text: place.blockId, path: 'id', ...place };
    yield { kind: 'BLOCK_KIND', text: `${label} (${type})`, path: 'type', ...place };
  }
  const { items } = part;
  const list: readonly unknown[] = Array.isArray(items) ? items : [items];
  for (const [index, item] of list.entries()) {
    if (isDue(0)) yield undefined;
    const id = isJsonRecord(item) && item['id'];
    if (typeof id !== 'string') continue;
    yield { kind: 'ID', text: id, path: `items[${index}].id`, itemId: id, ...place };
  }
  for (const member of memberPlaces({ part, fields, isRichTextWhole: true, isDue })) {
    if (!member) {
      yield undefined;
      continue;
    }
    const { itemId } = member;
    const path = `${within}${member.path}`;
    for (const text of textsOf(member, names)) yield { ...place, itemId, path, ...text };
  }
}

/** Members that hold the id of something. */
const IDS: ReadonlySet<unknown> = new Set(['CREDENTIALS', 'BOT', 'GROUP', 'BLOCK']);

function textsOf(
  { value, field }: MemberPlace,
  names: ReadonlyMap<string, string>,
): Pick<Place, 'kind' | 'text' | 'variableId'>[] {
  if (typeof value !== 'string') return [];
  if (field?.control !== 'VARIABLE')
    return [{ kind: IDS.has(field?.control) ? 'ID' : 'TEXT', text: value }];
  const name = names.get(value);
  const id = { kind: 'ID', text: value, variableId: value } as const;
  return name === undefined ? [id] : [{ kind: 'VARIABLE', text: name, variableId: value }, id];
}

/** The characters before and after a match in its excerpt, at most. */
const [BEFORE, AFTER] = [40, 80];

function excerptOf(text: string, offset: number, length: number) {
  const from = wholeFrom(text, Math.max(0, offset - BEFORE));
  const to = wholeFrom(text, Math.min(text.length, offset + length + AFTER));
  const start = offset - from;
  return { excerpt: text.slice(from, to).replace(/\s/g, ' '), start, end: start + length };
}

/** The index, or the one before it where it is within a surrogate pair. */
function wholeFrom(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
}
