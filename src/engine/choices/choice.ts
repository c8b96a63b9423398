import type { UserMessage } from '../blocks/kind/block.js';
import { parseJson } from '../values/parseJson.js';
import { pickPhrases } from './pickPhrases.js';
import type { Meter } from '../interpreter/budget.js';

/** Something a visitor can pick: by its id, by its internal value, or by its label. */
export interface Choice {
  readonly id: string;
  readonly value?: string | undefined;
  readonly label?: string | undefined;
}

/** The text stored when a choice is picked: its internal value, else its label. */
export function contentOf({ value, label }: Choice): string | undefined {
  return value || label || undefined;
}

/** The one choice a message names exactly: an id before a value, a value before a label. */
export function pickOne<C extends Choice>(
  choices: readonly C[],
  message: UserMessage,
): C | undefined {
  return finderIn(choices)(message);
}

type Finder<C> = (message: UserMessage) => C | undefined;

/** Finds choices by id, value and label; of two with the same the first counts. */
function finderIn<C extends Choice>(choices: readonly C[]): Finder<C> {
  const ids = firstBy(choices, ({ id }) => id);
  const values = firstBy(choices, ({ value }) => value?.trim());
  const labels = firstBy(choices, ({ label }) => label?.trim());
  return ({ replyId, text = '' }) => {
    const said = text.trim();
    const ways = [replyId === undefined ? undefined : ids.get(replyId), ids.get(said)];
    const named = ways.filter((found) => found !== undefined);
    const [first] = named.sort((one, other) => one.place - other.place);
    return (first ?? values.get(said) ?? labels.get(said))?.choice;
  };
}

/** A choice, and its index among all. */
interface Placed<C> {
  readonly choice: C;
  readonly place: number;
}

/** The first choice of each name; choices without one are left out. */
function firstBy<C extends Choice>(
  choices: readonly C[],
  nameOf: (choice: C) => string | undefined,
): Map<string, Placed<C>> {
  const found = new Map<string, Placed<C>>();
  for (const [place, choice] of choices.entries()) {
    const name = nameOf(choice);
    if (name && !found.has(name)) found.set(name, { choice, place });
  }
  return found;
}

/**
 * The choices a message names when several may be picked, in the order they were offered: ids first (separated by
 * commas or as a JSON list), then exact values and labels separated by commas, then every whole phrase that is found.
 */
export function pickSeveral<C extends Choice>(
  choices: readonly C[],
  message: UserMessage,
  meter: Meter,
): C[] {
  const text = (message.text ?? '').trim();
  const find = finderIn(choices);
  const whole = find(message);
  const picked = new Set(
    whole ? [whole] : (pickEach(find, partsOf(text)) ?? pickPhrases(choices, text, meter)),
  );
  return choices.filter((choice) => picked.has(choice));
}

function partsOf(text: string): string[] {
  return jsonList(text) ?? text.split(',').map((part) => part.trim());
}

function jsonList(text: string): string[] | undefined {
  const list = parseJson(text);
  return Array.isArray(list) ? list.map(String) : undefined;
}

/** The choices, if every part names one. */
function pickEach<C extends Choice>(find: Finder<C>, parts: readonly string[]): C[] | undefined {
  const picked = parts.map((text) => find({ text }));
  return picked.every((choice) => choice !== undefined) ? picked : undefined;
}
