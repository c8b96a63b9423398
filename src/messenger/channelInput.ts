import { z } from 'zod';
import type { InputRequest } from '../engine/index.js';
import type { ChannelButton, ChannelMessage } from './channelMessage.js';

/** The most characters of the text over buttons. */
export const MOST_BODY = 1_024;

/** The most characters on a button. */
const MOST_TITLE = 20;

/** The most buttons of one message. */
const MOST_BUTTONS = 3;

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
 * An input as messages: buttons by threes, a message for each picture or card, and a numbered list where several can be chosen.
 * Of other inputs there is nothing to show: the person just writes.
 */
export function messagesOfInput(input: InputRequest, labels: Labels): ChannelMessage[] {
  const items = itemsOf(input);
  if (items.length === 0) return [];
  if (isSeveral(input)) return [{ type: 'text', text: numberedList(items) }];
  switch (input.type) {
    case 'choice input':
      return buttonGroups(
        items.map(({ id, content }) => ({ id, title: content ?? '' })),
        labels.body,
      );
    case 'picture choice input':
      return items.map((item) =>
        withPicture(item, [{ id: item.id, title: labels.selectLabel }], labels),
      );
    case 'cards':
      return items.map((item) => withPicture(item, pathsOf(item, labels), labels));
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

/** A picture or card; buttons beyond the third are left out. */
function withPicture(
  { title, description, pictureSrc, imageUrl }: Item,
  buttons: readonly ChannelButton[],
  { body }: Labels,
): ChannelMessage {
  const own = [title && `*${title}*`, description].filter(Boolean).join('\n');
  const picture = pictureSrc || imageUrl;
  return {
    type: 'buttons',
    text: (own || body || NO_BODY).slice(0, MOST_BODY),
    ...(picture && { imageUrl: picture }),
    buttons: titled(buttons.slice(0, MOST_BUTTONS)),
  };
}

function buttonGroups(buttons: readonly ChannelButton[], body = NO_BODY): ChannelMessage[] {
  const all = titled(buttons);
  return Array.from({ length: Math.ceil(all.length / MOST_BUTTONS) }, (_, group) => ({
    type: 'buttons',
    text: group === 0 ? body : NO_BODY,
    buttons: all.slice(group * MOST_BUTTONS, (group + 1) * MOST_BUTTONS),
  }));
}

/** Buttons whose titles are short enough and all different. */
function titled(buttons: readonly ChannelButton[]): ChannelButton[] {
  const taken = new Set<string>();
  return buttons.map(({ id, title }) => {
    let number = 1;
    let short = cut(title || id, '');
    while (taken.has(short)) short = cut(title || id, ` ${++number}`);
    taken.add(short);
    return { id, title: short };
  });
}

function cut(title: string, ending: string): string {
  const letters = [...title];
  if (letters.length + ending.length <= MOST_TITLE) return title + ending;
  return `${letters.slice(0, MOST_TITLE - ending.length - 1).join('')}…${ending}`;
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
