import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import type { Group } from '../documents/group.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { listedOncePer } from '../documents/oncePer.js';
import type { Decision, Named, Need, OptionMeaning } from '../documents/optionMeaning.js';
import { type Shape, shapeOf } from '../documents/schemaShape.js';
import { namesIn } from '../text/names.js';
import { shapeNaming } from './namedBy.js';

/** A reference of a block to a part of its flow or workspace, or a reference that it needs and does not have. */
export type Reference =
  /** An option holds the id of a part. */
  | { readonly names: Named; readonly id: string }
  /** A text or some code names a variable. */
  | {
      readonly names: 'variable';
      readonly name: string;
      /** What the variable decides that is the author's. */
      readonly decides?: Decision;
    }
  /** An option that the block needs is not set. */
  | { readonly lacks: Need };

/** The texts and references of a block that are kept, at most. */
const MOST_KEPT = 200;

/**
 * Everything a block refers to, in the order of the members of its kind's schema, which states the meaning of each
 * option: see `OptionMeaning`.
 */
export const referencesIn = listedOncePer(function* (block: AnyBlock): Generator<Reference> {
  for (const place of optionsOf(block)) {
    if ('lacks' in place) yield place;
    else yield* referencesOf(place);
  }
}, MOST_KEPT);

function* referencesOf(place: OptionText): Generator<Reference> {
  const { text, meaning } = place;
  const { decides } = meaning;
  const deciding = new Set(decides && decidingNames(decides, text));
  for (const name of namesIn(text))
    if (!meaning.ownNames?.includes(name))
      yield { names: 'variable', name, ...(deciding.has(name) && { decides }) };
  if (meaning.names && isId(place)) yield { names: meaning.names, id: text };
}

function decidingNames(decides: Decision, text: string): Iterable<string> {
  return decides === 'request' || decides === 'redirect' ? namesInHost(text) : namesIn(text);
}

/** Every text in the options of a block. */
export function* textsIn(block: AnyBlock): Generator<string> {
  for (const place of optionsOf(block)) if ('text' in place) yield place.text;
}

/** The ids of one sort in the options of a block; other texts are not searched. */
export function idsIn(block: AnyBlock, named: Named): string[] {
  const ids: string[] = [];
  for (const place of placesOf(block, shapeNaming(kindOf(block.type), named)))
    if ('text' in place && place.meaning.names === named && isId(place)) ids.push(place.text);
  return ids;
}

/** A text in an option, and what the option means. */
interface OptionText {
  readonly text: string;
  readonly meaning: OptionMeaning;
}

type OptionPlace = OptionText | { readonly lacks: Need };

const optionsOf = listedOncePer(
  (block: AnyBlock) => placesOf(block, shapeOf(kindOf(block.type).schema)()),
  MOST_KEPT,
);

function* placesOf(value: unknown, shape: Shape): Generator<OptionPlace> {
  const { meaning, members, element } = shape;
  if (meaning.need && isUnchosen(value, meaning)) yield { lacks: meaning.need };
  else if (typeof value === 'string') yield { meaning, text: value };
  else if (Array.isArray(value) && element)
    for (const member of value) yield* placesOf(member, element());
  // When an object is absent, everything in it that the block needs is missing.
  else if (members.size > 0) yield* placesInRecord(isJsonRecord(value) ? value : {}, shape);
}

function* placesInRecord(record: JsonRecord, { members }: Shape): Generator<OptionPlace> {
  for (const [key, member] of members) yield* placesOf(record[key], member.shape());
}

function isUnchosen(value: unknown, { unchosen }: OptionMeaning): boolean {
  return value === undefined || value === '' || value === unchosen;
}

/** A text that names variables becomes an id only in a chat. */
function isId({ text, meaning }: OptionText): boolean {
  return text !== '' && text !== meaning.ownId && namesIn(text).next().done === true;
}

/**
 * The variables that decide to which host an address leads: those before its path, query and fragment. A variable that an address
 * begins with is taken for a base such as `https://example.com/in/`, after which the path goes on, unless
 * a colon follows: then it is the scheme, or a host with its port.
 */
function namesInHost(url: string): Iterable<string> {
  return namesIn(HOST.exec(url)?.[0] ?? '');
}

/** A mail address and a telephone number have no host. */
const HOST =
  /^(?:\{\{[^{}]*\}\}(?!:)|(?!(?:mailto|tel|sms):)(?:(?:\{\{[^{}]*\}\}|[a-z][a-z\d+.-]*):)?[\\/]*(?:\{\{[^{}]*\}\}|[^\\/?#])*)/i;

/** The ids of one sort that the blocks of a flow hold in their options, each once, in the order of the blocks. */
export function namedIds(
  flow: { readonly groups?: readonly Group[] | undefined },
  named: Named,
): string[] {
  const blocks = (flow.groups ?? []).flatMap((group) => group.blocks);
  const ids = blocks.flatMap((block) => idsIn(block, named));
  return [...new Set(ids)];
}
