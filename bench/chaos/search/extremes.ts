import { oneOf, type Chance } from '../chance.js';
import { nastyText, sizeUpTo } from './nasty.js';

/** A block, or another part of a document. */
export type Part = Readonly<Record<string, unknown>>;

/** How large something may become, in characters, and the address that answers requests of its blocks. */
export interface Room {
  readonly characters: number;
  readonly members: number;
  readonly echo: string;
}

/** Values for a block that its example does not show: shapes of older editors, of programs, and invalid ones. */
export function extremeBlockOf(chance: Chance, room: Room, about: string[]): Part {
  const [name, make] = oneOf(chance, EXTREMES);
  about.push(name);
  return make(chance, room);
}

type Make = (chance: Chance, room: Room) => Part;

const EXTREMES: readonly [readonly [string, Make], ...(readonly [string, Make])[]] = [
  ['html', textOf('html')],
  ['plain text', textOf('plainText')],
  ['rich text', richTextBlock],
  ['HTTP request', requestBlock],
  ['HTTP request', requestBlock],
  ['nulls', nullBlock],
  ['parts', partsBlock],
];

function textOf(member: 'html' | 'plainText'): Make {
  return (chance, { characters }) => ({
    type: 'text',
    content: { [member]: nastyText(chance, sizeUpTo(chance, characters)) },
  });
}

/** Wide, deep, or both: many nodes that are deep each, or many within one that is deep. */
function richTextBlock(chance: Chance, { members, characters }: Room): Part {
  const depth = chance() < 0.5 ? 1 : sizeUpTo(chance, 90);
  const isWithinOne = chance() < 0.3;
  const most = isWithinOne ? members : members / depth;
  const count = sizeUpTo(chance, most);
  const leaves = sizeUpTo(chance, most / count);
  const text = nastyText(chance, sizeUpTo(chance, characters / count / leaves / 2));
  const shape = Array.from({ length: depth }, () => oneOf(chance, ELEMENTS));
  const nested = (inner: object[]): object[] =>
    shape.reduce((children, type) => [{ type, url: '{{V}}', children }], inner);
  const line = (): object[] => Array.from({ length: leaves }, () => ({ text, bold: true }));
  const nodes = (of: () => object[]): object[] => Array.from({ length: count }, of).flat();
  const richText = isWithinOne
    ? nested(nodes(() => [{ type: 'p', children: line() }]))
    : nodes(() => nested(line()));
  return { type: 'text', content: { richText } };
}

const ELEMENTS = [
  'p',
  'ul',
  'ol',
  'li',
  'lic',
  'blockquote',
  'a',
  'variable',
  'code_block',
] as const;

/** Answered with what it sends. */
function requestBlock(chance: Chance, { characters, members, echo }: Room): Part {
  const most = chance() < 0.5 ? 20 : members / 6;
  const text = (): string => nastyText(chance, sizeUpTo(chance, characters / 8));
  const pairs = (key: string): object[] => {
    const count = sizeUpTo(chance, most);
    const value = nastyText(chance, Math.max(12, sizeUpTo(chance, characters / 4 / count)));
    return Array.from({ length: count }, (_, at) => ({ id: `${at}`, key: `${key}-${at}`, value }));
  };
  const fields = Array.from({ length: sizeUpTo(chance, 200) }, (_, at) => ({
    ...{ id: `${at}`, variableId: oneOf(chance, ['vV', 'vL', 'v1']) },
    bodyPath: oneOf(chance, ['data', 'data[0]', 'data.a', text()]),
  }));
  return {
    type: oneOf(chance, ['Webhook', 'Zapier']),
    options: {
      isCustomBody: chance() < 0.7,
      isExecutedOnClient: chance() < 0.3,
      responseVariableMapping: fields,
      webhook: {
        ...{ url: echo, method: 'POST', body: text() },
        ...(chance() < 0.5 && { headers: pairs('x') }),
        ...(chance() < 0.5 && { queryParams: pairs('q') }),
      },
    },
  };
}

/** Members that mean absence, or invalid ones. */
function nullBlock(chance: Chance, { members }: Room): Part {
  const type = oneOf(chance, ['text input', 'choice input', 'Condition', 'Webhook', 'text']);
  const count = sizeUpTo(chance, members);
  const none = { outgoingEdgeId: null, options: null, content: null };
  const items = Array.from({ length: count }, (_, at) => ({
    ...{ id: `i${at}`, outgoingEdgeId: null, content: null, displayCondition: null },
    ...(chance() < 0.000_01 && { content: 7 }),
  }));
  return { type, ...none, items };
}

/** Many small values without meaning. */
function partsBlock(chance: Chance, { members }: Room): Part {
  const key = 'k'.repeat(sizeUpTo(chance, 5_000));
  const count = sizeUpTo(chance, members * 4);
  const junk = oneOf<() => unknown>(chance, [
    () => Array.from({ length: count }, () => []),
    () => Array.from({ length: count }, () => null),
    () => Array.from({ length: count }, (_, at) => ({ [`${at}`]: at })),
    () => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at])),
    () => ({ [key]: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, at])) }),
  ]);
  return { type: 'Code', options: { content: 'return 1', junk: junk() } };
}

/** Settings and theme with texts that are read when a chat begins. */
export function settingsOf(chance: Chance, { characters }: Room): Part {
  if (chance() < 0.7) return {};
  const customHeadCode = nastyText(chance, sizeUpTo(chance, characters / 2));
  return { metadata: { customHeadCode, title: '{{V}}', description: '{{L}}' } };
}
