import { z } from 'zod';
import type { InputRequest, InputType } from '../engine/index.js';
import { beginningOf, textsOf } from './channelText.js';
import type { ChannelButton, ChannelMessage, ChannelRow } from './channelMessage.js';

/** The most characters of the text over buttons. */
export const MOST_BODY = 1_024;

const MOST_TITLE = 20;

const MOST_BUTTONS = 3;

/** The most characters of the title of a row in a list, and of the text below it. */
const MOST_ROW_TITLE = 24;
const MOST_ROW_DESCRIPTION = 72;

const MOST_ROWS = 10;

/** The text over buttons where there is none: messengers require one. */
const NO_BODY = '…';

const text = z.string().nullish().catch(undefined);
const itemSchema = z.object({
  id: z.string(),
  content: text,
  title: text,
  description: text,
  pictureSrc: text,
  imageUrl: text,
  paths: z
    .array(z.object({ id: z.string(), text }))
    .optional()
    .catch(undefined),
});

/** Something to choose: a button, picture or card. */
type Item = z.infer<typeof itemSchema>;

/** The text over buttons, and the text on the button under a picture. */
interface Labels {
  readonly body: string | undefined;
  readonly selectLabel: string;
}

/**
 * An input as messages: up to three buttons or else lists of ten rows, a message for each picture or card, and a numbered list where
 * several can be chosen. Other inputs have labels at most (`labelsOfInput`): the person writes the answer. All text of the author is sent:
 * what is too long for its place is sent above it, or in a text before.
 */
export function messagesOfInput(
  input: InputRequest,
  { body, selectLabel }: Labels,
): ChannelMessage[] {
  const labels = { body, selectLabel: cut(selectLabel, { most: MOST_TITLE }) };
  const items = itemsOf(input);
  if (items.length === 0) return textsOf(labelsOfInput(input));
  if (isSeveral(input)) return severalOf(items);
  return offers.get(input.type)?.(items, labels) ?? [];
}

type Offer = (items: readonly Item[], labels: Labels) => ChannelMessage[];

/** How each kind of input is sent that offers a choice; `written`: the person writes the answer. */
const offered: Readonly<Record<InputType, Offer | 'written'>> = {
  'text input': 'written',
  'number input': 'written',
  'email input': 'written',
  'url input': 'written',
  'phone number input': 'written',
  'date input': 'written',
  'time input': 'written',
  'choice input': (items, labels) =>
    choicesOf(
      items.map(({ id, content }) => ({ id, title: content ?? '' })),
      labels,
    ),
  'picture choice input': (items, { selectLabel }) =>
    items.flatMap((item) => withPicture(item, [{ id: item.id, title: selectLabel }])),
  'payment input': 'written',
  'rating input': 'written',
  'file input': 'written',
  cards: (items, labels) => items.flatMap((item) => withPicture(item, pathsOf(item, labels))),
};

const offers = new Map<string, Offer>(
  Object.entries(offered).flatMap(([type, how]) => (how === 'written' ? [] : [[type, how]])),
);

function itemsOf({ items = [] }: InputRequest): Item[] {
  return items.flatMap((item) => itemSchema.safeParse(item).data ?? []);
}

function isSeveral({ options }: InputRequest): boolean {
  return options?.['isMultipleChoice'] === true;
}

/** A picture for each item that has one, and then the numbered list. */
function severalOf(items: readonly Item[]): ChannelMessage[] {
  const pictures = items.flatMap((item, index): ChannelMessage[] => {
    const { url, isShown } = pictureOf(item);
    const caption = beginningOf(`${index + 1}. ${labelOf(item)}`, MOST_BODY);
    return isShown ? [{ type: 'image', url, caption }] : [];
  });
  const list = items.map((item, index) => {
    const { url, isShown } = pictureOf(item);
    const parts = [labelOf(item), item.description, isShown ? '' : url];
    return `${index + 1}. ${parts.filter(Boolean).join('\n')}`;
  });
  return [...pictures, ...textsOf(list.join('\n'))];
}

/** The address of the picture of an item, and whether messengers show it. */
function pictureOf({ pictureSrc, imageUrl }: Item): { url: string; isShown: boolean } {
  const url = pictureSrc || imageUrl || '';
  return { url, isShown: url !== '' && isPicture(url) };
}

function labelOf({ content, title, id }: Item): string {
  return content || title || id;
}

function pathsOf({ id, paths = [] }: Item, { selectLabel }: Labels): ChannelButton[] {
  if (paths.length === 0) return [{ id, title: selectLabel }];
  return paths.map((path) => ({ id: path.id, title: path.text || selectLabel }));
}

/**
 * Whether messengers show the file at an address as a picture: by its ending, all but GIF and SVG. Files that this server stores always
 * count as pictures, and the channel decides: it knows who may read the address, which may be useless to the person.
 */
export function isPicture(url: string): boolean {
  return /\/files\/fil_\w+\./.test(url) || !/\.(?:gif|svg)(?:[?#]|$)/i.test(url);
}

/** A picture or card; buttons beyond the third get a message of their own. */
function withPicture(item: Item, all: readonly Choice[]): ChannelMessage[] {
  const { title, description } = item;
  const { url, isShown } = pictureOf(item);
  const buttons = titled(all);
  const own = [isShown ? '' : url, title && `*${title}*`, description, ...cutAway(all, buttons)];
  const { before, text } = overButtons(own);
  const messages = Array.from(
    { length: Math.ceil(buttons.length / MOST_BUTTONS) },
    (_, part): ChannelMessage => ({
      type: 'buttons',
      text: part === 0 ? text : NO_BODY,
      ...(part === 0 && isShown && { imageUrl: url }),
      buttons: buttons.slice(part * MOST_BUTTONS, (part + 1) * MOST_BUTTONS),
    }),
  );
  return [...before, ...messages];
}

/** Lines over buttons. Where they are too long for that, `others` are sent before the buttons instead. */
function overButtons(
  lines: readonly (string | null | undefined)[],
  others = lines,
): { before: ChannelMessage[]; text: string } {
  const text = lines.filter(Boolean).join('\n');
  return text.length > MOST_BODY
    ? { before: textsOf(others.filter(Boolean).join('\n')), text: NO_BODY }
    : { before: [], text: text || NO_BODY };
}

/** The titles that are not shown whole on their buttons or rows, each once. */
function cutAway(choices: readonly Choice[], shown: readonly ChannelRow[]): string[] {
  const cut = choices.filter(({ title }, index) => {
    const { title: short = '', description = '' } = shown[index] ?? {};
    const line = inOneLine(title);
    return line !== '' && line !== short && line !== description && !short.startsWith(`${line} `);
  });
  return [...new Set(cut.map(({ title }) => `- ${inOneLine(title)}`))];
}

function inOneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

/** Something to choose, with its whole title. */
interface Choice {
  readonly id: string;
  readonly title: string;
}

/** Choices in their order: as buttons where there are few, else as lists. */
function choicesOf(choices: readonly Choice[], { body, selectLabel }: Labels): ChannelMessage[] {
  const isFew = choices.length <= MOST_BUTTONS;
  const rows = isFew
    ? titled(choices)
    : titled(choices, MOST_ROW_TITLE).map((row, index) => described(row, choices[index]));
  const lines = cutAway(choices, rows);
  const { before, text } = overButtons([body, ...lines], lines);
  if (isFew) return [...before, { type: 'buttons', text, buttons: rows }];
  const lists = Array.from(
    { length: Math.ceil(rows.length / MOST_ROWS) },
    (_, list): ChannelMessage => ({
      type: 'list',
      text: list === 0 ? text : NO_BODY,
      button: selectLabel,
      rows: rows.slice(list * MOST_ROWS, (list + 1) * MOST_ROWS),
    }),
  );
  return [...before, ...lists];
}

/** A row, with more of a title that was cut. */
function described(row: ChannelButton, whole: Choice | undefined): ChannelRow {
  if (!whole || whole.title === row.title || whole.title === '') return row;
  return { ...row, description: cut(whole.title, { most: MOST_ROW_DESCRIPTION }) };
}

/** Choices whose titles are short enough, all different, and in one line. */
function titled(choices: readonly Choice[], most = MOST_TITLE): ChannelButton[] {
  const taken = new Set<string>();
  return choices.map(({ id, title: whole }) => {
    const title = inOneLine(whole) || id;
    let number = 1;
    let short = cut(title, { most });
    while (taken.has(short)) short = cut(title, { most, ending: ` ${++number}` });
    taken.add(short);
    return { id, title: short };
  });
}

function cut(title: string, { most, ending = '' }: { most: number; ending?: string }): string {
  if (title.length + ending.length <= most) return title + ending;
  return `${beginningOf(title, most - ending.length - 1)}…${ending}`;
}

/**
 * The ids of the items that a message like `1, 3` selects from a numbered list, separated by commas; undefined for any other message, and
 * for an input without such a list.
 */
export function chosenByNumber(input: InputRequest | undefined, said: string): string | undefined {
  if (!input || !isSeveral(input)) return undefined;
  const items = itemsOf(input);
  if (items.some((item) => labelOf(item) === said.trim())) return undefined;
  const numbers = said.split(/[\s,;]+/).filter((part) => part !== '');
  const chosen = numbers.map((number) =>
    /^\d+$/.test(number) ? items[Number(number) - 1] : undefined,
  );
  const ids = chosen.flatMap((item) => item?.id ?? []);
  return ids.length > 0 && ids.length === numbers.length ? ids.join(',') : undefined;
}

const optionalText = z.string().optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);
const optionsSchema = z
  .object({
    labels: z
      .object({ left: optionalText, right: optionalText, from: optionalText, to: optionalText })
      .optional()
      .catch(undefined),
    startsAt: optionalNumber,
    length: optionalNumber,
    isRange: z.boolean().optional().catch(undefined),
  })
  .catch({});

/**
 * What an author wrote beside the field of an input without choices: the ends of a scale, or which of two dates is which. Texts on the
 * controls of a page (placeholders, buttons that send or upload) have no place in a messenger.
 */
function labelsOfInput({ type, options = {} }: InputRequest): string {
  const { labels = {}, startsAt = 0, length = 10, isRange } = optionsSchema.parse(options);
  if (type === 'rating input') {
    const ends = [
      labels.left && `${startsAt}: ${labels.left}`,
      labels.right && `${length}: ${labels.right}`,
    ];
    return ends.filter(Boolean).join('\n');
  }
  return type === 'date input' && isRange
    ? [labels.from, labels.to].filter(Boolean).join(' … ')
    : '';
}
