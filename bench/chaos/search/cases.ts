import { KINDS } from '../../../src/engine/blocks/index.js';
import { VALUE_KINDS } from '../../../src/engine/blocks/values/index.js';
import { COMPARISON_OPERATORS } from '../../../src/engine/conditions/comparisonOperator.js';
import { chanceOf, oneOf, type Chance } from '../chance.js';
import { extremeBlockOf, settingsOf, type Part, type Room } from './extremes.js';
import { nastyList, nastyText, sizeUpTo } from './nasty.js';

/** A bot, and the messages sent to it, at the limits of one kind of thing. */
export interface Case {
  readonly about: string;
  readonly bot: object;
  /** The bot after the change. */
  readonly patch: object;
  readonly messages: readonly string[];
  readonly prefilledVariables: Readonly<Record<string, unknown>>;
}

/** The characters of a document, of a message and of the values of a start, somewhat below the limits of bodies. */
const [DOCUMENT, MESSAGE, PREFILLED] = [7_500_000, 99_000, 120_000] as const;
const MOST_MEMBERS = 60_000;

type Block = Part;

/** How much of each kind a case contains. */
interface Sample {
  readonly type: string;
  readonly example?: Block | undefined;
}

const [FIRST, ...OTHERS] = KINDS;
const SAMPLES: readonly [Sample, ...Sample[]] = [FIRST, ...OTHERS];

/** What cases are drawn from. */
export interface Draw {
  readonly seed: number;
  /** The address that answers requests of blocks with what they send. */
  readonly echo: string;
}

/** The case of a number: the same for the same seed. */
export function caseOf({ seed, echo }: Draw, number: number): Case {
  const chance = chanceOf(seed * 1_000_003 + number);
  const about: string[] = [];
  const room = { characters: DOCUMENT / 2, members: MOST_MEMBERS, echo };
  const blocks = blocksOf(chance, room, about);
  const variables = variablesOf(chance);
  const settings = settingsOf(chance, room);
  const messages = Array.from({ length: 3 }, () => messageOf(chance));
  const lists = { L: nastyList(chance, PREFILLED / 2, sizeUpTo(chance, 20_000)) };
  const texts = { V: nastyText(chance, sizeUpTo(chance, PREFILLED / 2)) };
  return {
    about: about.join(' '),
    bot: { ...botOf(blocks, variables, chance), settings },
    patch: patchOf(chance, { blocks, variables }),
    messages,
    prefilledVariables: { ...lists, ...texts },
  };
}

function messageOf(chance: Chance): string {
  return nastyText(chance, sizeUpTo(chance, MESSAGE)).trim() || 'x';
}

/** Few variables, or very many; two hold what blocks choose from. */
function variablesOf(chance: Chance): object[] {
  const count = chance() < 0.2 ? sizeUpTo(chance, 60_000) : 10;
  const own = Array.from({ length: count }, (_, index) => ({
    id: `v${index}`,
    name: `N ${index}`,
  }));
  const list = nastyList(chance, DOCUMENT / 4, sizeUpTo(chance, MOST_MEMBERS));
  return [
    { id: 'vV', name: 'V' },
    { id: 'vL', name: 'L' },
    { id: 'vM', name: 'M', value: list },
    ...own,
  ];
}

/** Blocks of one or two kinds between two inputs, as many as fill the document or make the turn long. */
function blocksOf(chance: Chance, room: Room, about: string[]): Block[] {
  const made = Array.from({ length: chance() < 0.6 ? 1 : 2 }, () => blockOf(chance, room, about));
  const size = JSON.stringify(made).length;
  const most = Math.min(1_500, Math.floor(DOCUMENT / 2 / size));
  const times = chance() < 0.5 ? 1 : sizeUpTo(chance, most);
  about.push(`× ${times}`);
  return Array.from({ length: times }, () => made).flat();
}

function blockOf(chance: Chance, room: Room, about: string[]): Block {
  if (chance() < 0.3) return extremeBlockOf(chance, room, about);
  const drawn = chance();
  if (drawn < 0.2) return conditionOf(chance, about);
  if (drawn < 0.3) return valueOf(chance, about);
  if (drawn < 0.4) return choiceOf(chance, about);
  const { type, example } = oneOf(chance, SAMPLES);
  about.push(`"${type}"`);
  return { ...grown(chance, { ...example }, about), type };
}

function conditionOf(chance: Chance, about: string[]): Block {
  const operator = oneOf(chance, COMPARISON_OPERATORS);
  const variable = (): 'vV' | 'vL' | 'vM' => oneOf(chance, ['vV', 'vL', 'vM']);
  const value = oneOf(chance, [
    '{{V}}',
    '{{L}}',
    '{{M}}',
    nastyText(chance, sizeUpTo(chance, 10_000)),
  ]);
  const comparison = { id: 'c', variableId: variable(), comparisonOperator: operator, value };
  const count = chance() < 0.7 ? 1 : sizeUpTo(chance, 200);
  about.push(`condition "${operator}" ${value.slice(0, 10)} × ${count}`);
  const comparisons = Array.from({ length: count }, () => comparison);
  return { type: 'Condition', items: [{ id: 'i', content: { comparisons } }] };
}

function valueOf(chance: Chance, about: string[]): Block {
  const kind = oneOf(chance, VALUE_KINDS);
  about.push(`value "${kind.type}"`);
  const variableId = oneOf(chance, ['vV', 'vL', 'vM', 'v1']);
  const example = grown(chance, { ...kind.example }, about);
  return { type: 'Set variable', options: { ...example, type: kind.type, variableId } };
}

function choiceOf(chance: Chance, about: string[]): Block {
  const isMultipleChoice = chance() < 0.7;
  const variable = oneOf(chance, ['vL', 'vM', 'vV']);
  about.push(`choice of ${variable}${isMultipleChoice ? ', several' : ''}`);
  const count = sizeUpTo(chance, 10_000);
  const text = nastyText(chance, sizeUpTo(chance, 100));
  const items = Array.from({ length: count }, (_, index) => ({
    id: `i${index}`,
    ...{ content: `${text}${index}`, title: `${text}${index}` },
  }));
  const dynamicItems = { isEnabled: true, pictureSrcsVariableId: variable, titlesVariableId: 'vM' };
  return oneOf<Block>(chance, [
    { type: 'choice input', items, options: { isMultipleChoice } },
    { type: 'choice input', items: [], options: { isMultipleChoice, dynamicVariableId: variable } },
    { type: 'picture choice input', items, options: { isMultipleChoice } },
    { type: 'picture choice input', items: [], options: { isMultipleChoice, dynamicItems } },
    { type: 'cards', items: [{ id: 'c', title: '{{L}}', imageUrl: '{{M}}' }] },
  ]);
}

/** An example with one of its texts made long, or one of its lists. */
function grown(chance: Chance, example: Block, about: string[]): Block {
  const copy = structuredClone(example);
  const places = placesIn(copy);
  const [first] = places;
  if (!first) return copy;
  const place = oneOf(chance, [first, ...places.slice(1)]);
  about.push(`.${place.key}`);
  place.grow(chance);
  return copy;
}

interface Place {
  readonly key: string;
  grow(chance: Chance): void;
}

/** Where texts and lists are; ids, kinds and references stay as they are. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]): Place[] => {
    if (/^(id|type|action)$|Id$|Operator$/.test(key)) return [];
    if (typeof member === 'string') {
      const most = DOCUMENT / 4;
      return [
        {
          key,
          grow: (chance) => Reflect.set(value, key, nastyText(chance, sizeUpTo(chance, most))),
        },
      ];
    }
    if (!Array.isArray(member) || member.length === 0) return placesIn(member);
    const most = Math.min(MOST_MEMBERS, DOCUMENT / 2 / JSON.stringify(member).length);
    const grow = (chance: Chance): void => {
      const times = sizeUpTo(chance, most);
      const members: unknown[] = member;
      const copies = Array.from({ length: times }, () => structuredClone(members)).flat();
      Reflect.set(value, key, copies.map(numbered));
    };
    return [{ key, grow }, ...placesIn(member)];
  });
}

function numbered(member: unknown, index: number): unknown {
  const hasId = typeof member === 'object' && member !== null && 'id' in member;
  return hasId ? { ...member, id: `m${index}` } : member;
}

/** The same blocks in another order or place; other variables; or unknown members. */
function patchOf(chance: Chance, { blocks, variables }: { blocks: Block[]; variables: object[] }) {
  const next = [...blocks].reverse().map((block) => ({ ...block, note: 'changed' }));
  const { groups } = botOf(next, variables, chance);
  return oneOf<object>(chance, [
    { groups },
    { groups: groups.map((group) => ({ ...group, id: 'other' })), edges: [], variables },
    { variables: [...variables].reverse().map((one) => ({ ...one, name: 'Same' })) },
    { theme: { general: { font: nastyText(chance, sizeUpTo(chance, DOCUMENT)) } } },
    { folderId: null, [nastyText(chance, 500)]: nastyText(chance, sizeUpTo(chance, DOCUMENT)) },
  ]);
}

/** Begin → an input → the blocks → an input → the blocks again. */
function botOf(blocks: readonly Block[], variables: object[], chance: Chance) {
  const ask = { type: 'text input', options: { variableId: 'v0' } };
  const all = [ask, ...blocks, ask];
  const group = {
    id: 'g',
    title: 'G',
    graphCoordinates: { x: 0, y: 0 },
    blocks: all.map((block, index) => ({ ...block, id: `b${index}` })),
  };
  const last = group.blocks.at(-1);
  if (last) Object.assign(last, { outgoingEdgeId: 'back' });
  const general = { progressBar: { isEnabled: chance() < 0.5 } };
  return {
    version: '6',
    name: 'Search',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'in' }],
    groups: [group],
    edges: [
      { id: 'in', from: { eventId: 's' }, to: { groupId: 'g' } },
      { id: 'back', from: { blockId: last?.id }, to: { groupId: 'g', blockId: 'b1' } },
    ],
    variables,
    theme: { general },
    settings: {},
  };
}
