import { z } from 'zod';
import { pressedItems } from '../kind/sampleAnswer.js';
import {
  defineBlock,
  type BlockContext,
  type UserMessage,
  type VariableWrite,
} from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { cardSchema, dynamicCards, type Card, type CardPath } from '../../choices/card.js';
import { explainOffered, requestChoice, isOffered, MAX_ITEMS } from '../../choices/choiceItem.js';
import { variableField } from '../kind/inputFields.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { conditionFaults } from '../../conditions/conditionFaults.js';
import { field, optional } from '../../fields/field.js';

const FIELDS = ['Image URL', 'Title', 'Description', 'Button', 'Internal Value'] as const;

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('cards'),
  items: z.array(cardSchema).meta(field('The cards.', { title: 'Cards' })),
  options: z
    .looseObject({
      ...variableField,
      saveResponseMapping: optional(
        z.array(
          z.looseObject({
            field: optional(z.enum(FIELDS), 'Which part of the chosen card to keep.', {
              title: 'Part of the card',
            }),
            variableId: optional(variableIdSchema, 'The variable to keep it in.', {
              title: 'Save in',
            }),
          }),
        ),
        'Parts of the chosen card that are kept in variables.',
        { title: 'Save parts of the card' },
      ),
    })
    .optional(),
});

type Cards = z.infer<typeof schema>;

/** Offers cards with a picture, texts and buttons, of which one can be pressed. */
export const cards = defineBlock({
  type: 'cards',
  family: 'input',
  label: 'Cards',
  icon: 'cards',
  searchWords: ['carousel', 'products', 'list', 'gallery'],
  summary: 'Offers cards with pictures, texts and buttons.',
  leaves: 'The client loads the pictures from their addresses.',
  example: {
    items: [{ id: 'room', title: 'Room', paths: [{ id: 'book', text: 'Book' }] }],
    options: { saveResponseMapping: [{ field: 'Title', variableId: 'vRoom' }] },
  },
  initial: { items: [{}] },
  schema,
  explain: ({ items }, context) =>
    explainOffered(
      items.map(({ id, options }) => ({ id, display: options?.displayCondition })),
      context,
    ),
  *faults({ items }) {
    if (items.length === 0) yield { code: 'CHOICES_MISSING' };
    for (const [place, { id, options }] of items.entries()) {
      const { isEnabled, condition } = options?.displayCondition ?? {};
      const item = { itemId: id, about: `card ${place + 1}` };
      const path = `items[${place}].options.displayCondition.condition`;
      if (isEnabled && condition) yield* conditionFaults(condition, { ...item, path });
    }
  },
  enter: (block, context) => requestChoice(block, shownCards(block, context), context),
  answers: ({ items }) =>
    pressedItems(
      items.flatMap(({ id, title, paths = [] }) =>
        paths.length > 0
          ? paths.map((path) => ({ id: path.id, label: title }))
          : [{ id, label: title }],
      ),
    ),
  parseReply: (message, block, context) => {
    const choice = pressed(shownCards(block, context).slice(0, MAX_ITEMS), message);
    const content = choice?.card.value || choice?.card.title || choice?.card.imageUrl;
    if (!choice || !content) return { outcome: 'rejected' };
    const set = mapped(block, partsOf(choice));
    return { outcome: 'accepted', content, edgeId: choice.path?.outgoingEdgeId, set };
  },
});

/** A single card made of lists becomes one card for each member; of stored cards those whose condition holds. */
function shownCards({ items }: Cards, context: BlockContext): Card[] {
  return items
    .filter(({ options }) => isOffered(options?.displayCondition, context))
    .flatMap((card) => (items.length === 1 && dynamicCards(card, context)) || [context.deep(card)]);
}

interface Choice {
  readonly card: Card;
  readonly path: CardPath | undefined;
}

/** The button with that id; else the first button of the card with that id, or with that title in any case. */
function pressed(shown: readonly Card[], { text = '', replyId }: UserMessage): Choice | undefined {
  const said = text.trim();
  const folded = said.toLowerCase();
  const isNamed = ({ id }: { readonly id: string }) => id === replyId || id === said;
  const buttons = shown.flatMap((card) => (card.paths ?? []).map((path) => ({ card, path })));
  const button = buttons.find(({ path }) => isNamed(path));
  const card =
    shown.find(isNamed) ?? shown.find((one) => sameText(one.title || one.imageUrl, folded));
  return button ?? (card && { card, path: card.paths?.[0] });
}

/** The text is folded once for all cards, because both may be large. */
function sameText(label: string | null | undefined, folded: string): boolean {
  return folded !== '' && label?.trim().toLowerCase() === folded;
}

type Parts = Readonly<Record<(typeof FIELDS)[number], string | null | undefined>>;

function partsOf({ card, path }: Choice): Parts {
  const { imageUrl, title, description, options } = card;
  return {
    'Image URL': imageUrl,
    Title: title,
    Description: description,
    Button: path?.text,
    'Internal Value': options?.internalValue,
  };
}

function mapped({ options }: Cards, parts: Parts): VariableWrite[] {
  return (options?.saveResponseMapping ?? []).flatMap(({ field, variableId }) =>
    field && variableId !== undefined ? [{ variableId, value: parts[field] || null }] : [],
  );
}
