import { z } from 'zod';
import type { InputRequest } from '../engine/index.js';
import { beginningOf } from './beginningOf.js';
import { piecesOf } from './channelText.js';
import type { ChannelButton, ChannelMessage, ChannelRow } from './channelMessage.js';

/** The most characters of the text over buttons. */
export const MOST_BODY = 1_024;

/** The most characters on a button. */
const MOST_TITLE = 20;

/** The most buttons of one message. */
const MOST_BUTTONS = 3;

/** The most characters of the title of a row in a list, and of the text below it. */
const MOST_ROW_TITLE = 24;
const MOST_ROW_DESCRIPTION = 72;

/** The most rows of one list. */
const MOST_ROWS = 10;

/** The text over buttons where there is none: messengers want one. */
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

/** Something that can be chosen, of buttons, pictures or cards. */
type Item = z.infer<typeof itemSchema>;

/** What stands over buttons, and what is on the button under a picture. */
interface Labels {
  readonly body: string | undefined;
  readonly selectLabel: string;
}

/**
 * An input as messages: up to three buttons or else lists of ten, a message for each picture or card, and a numbered list where
 * several can be chosen. Of other inputs there is nothing to show: the person just writes.
 */
export function messagesOfInput(input: InputRequest, labels: Labels): ChannelMessage[] {
  const items = itemsOf(input);
  if (items.length === 0) return [];
  if (isSeveral(input)) {
    return piecesOf(numberedList(items)).map((text) => ({ type: 'text', text }));
  }
  switch (input.type) {
    case 'choice input':
      return choicesOf(
        items.map(({ id, content }) => ({ id, title: content ?? '' })),
        labels,
      );
    case 'picture choice input':
      return items.flatMap((item) =>
        withPicture(item, [{ id: item.id, title: labels.selectLabel }], labels),
      );
    case 'cards':
      return items.flatMap((item) => withPicture(item, pathsOf(item, labels), labels));
    default:
      return [];
  }
}

/** The items of an input that choices are made from. */
function itemsOf({ items = [] }: InputRequest): Item[] {
  return items.flatMap((item) => itemSchema.safeParse(item).data ?? []);
}

function isSeveral({ options }: InputRequest): boolean {
  return options?.['isMultipleChoice'] === true;
}

function numberedList(items: readonly Item[]): string {
  return items.map((item, index) => `${index + 1}. ${labelOf(item)}`).join('\n');
}

function labelOf({ content, title, id }: Item): string {
  return content || title || id;
}

function pathsOf({ id, paths = [] }: Item, { selectLabel }: Labels): ChannelButton[] {
  if (paths.length === 0) return [{ id, title: selectLabel }];
  return paths.map((path) => ({ id: path.id, title: path.text || selectLabel }));
}

/**
 * Whether messengers show what is at an address as a picture: by its ending, all but GIF and SVG. Of files that this server stores
 * the channel decides: it knows who may read the address, which may say nothing to the person.
 */
export function isPicture(url: string): boolean {
  return /\/files\/fil_\w+\./.test(url) || !/\.(?:gif|svg)(?:[?#]|$)/i.test(url);
}

/** A picture or card; buttons beyond the third are under a message of their own. */
function withPicture(
  { title, description, pictureSrc, imageUrl }: Item,
  all: readonly ChannelButton[],
  { body }: Labels,
): ChannelMessage[] {
  const picture = pictureSrc || imageUrl || '';
  const isShown = picture !== '' && isPicture(picture);
  const own = [isShown ? '' : picture, title && `*${title}*`, description].filter(Boolean);
  const text = beginningOf(own.join('\n') || body || NO_BODY, MOST_BODY);
  const buttons = titled(all);
  return Array.from({ length: Math.ceil(buttons.length / MOST_BUTTONS) }, (_, part) => ({
    type: 'buttons',
    text: part === 0 ? text : NO_BODY,
    ...(part === 0 && isShown && { imageUrl: picture }),
    buttons: buttons.slice(part * MOST_BUTTONS, (part + 1) * MOST_BUTTONS),
  }));
}

/** Something that can be chosen, with the whole of its title. */
interface Choice {
  readonly id: string;
  readonly title: string;
}

/** Choices in the order they have: as buttons where there are few, else as lists. */
function choicesOf(
  choices: readonly Choice[],
  { body = NO_BODY, selectLabel }: Labels,
): ChannelMessage[] {
  if (choices.length <= MOST_BUTTONS) {
    return [{ type: 'buttons', text: body, buttons: titled(choices) }];
  }
  const rows = titled(choices, MOST_ROW_TITLE).map((row, index) => described(row, choices[index]));
  return Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, list) => ({
    type: 'list',
    text: list === 0 ? body : NO_BODY,
    button: cut(selectLabel, { most: MOST_TITLE }),
    rows: rows.slice(list * MOST_ROWS, (list + 1) * MOST_ROWS),
  }));
}

/** A row, with more of a title that was too long for it. */
function described(row: ChannelButton, whole: Choice | undefined): ChannelRow {
  if (!whole || whole.title === row.title || whole.title === '') return row;
  return { ...row, description: cut(whole.title, { most: MOST_ROW_DESCRIPTION }) };
}

/** Choices whose titles are short enough, all different, and in one line. */
function titled(choices: readonly Choice[], most = MOST_TITLE): ChannelButton[] {
  const taken = new Set<string>();
  return choices.map(({ id, title: whole }) => {
    const title = whole.replace(/\s+/g, ' ').trim() || id;
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
 * The ids of the items that a message like `1, 3` names in a numbered list, separated by commas; undefined where it is no such
 * message, or the input offered none.
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
