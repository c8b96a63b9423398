import { oneOf, type Chance } from './chance.js';

/** The parts of a flow that differ between its versions, in the shape of an export. */
export interface Version {
  readonly groups: readonly Group[];
  readonly edges: readonly object[];
  readonly variables: readonly Variable[];
}

interface Group {
  readonly id: string;
  readonly title: string;
  readonly graphCoordinates: object;
  readonly blocks: readonly Block[];
}

interface Block {
  readonly id: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Variable {
  readonly id: string;
  readonly name: string;
}

/** The kinds of inputs that the flows have. */
const KINDS = ['text input', 'number input', 'email input', 'choice input'] as const;

/** The number of questions of a first version, and the most changes that make the next one of it. */
const [QUESTIONS, MOST_CHANGES] = [8, 4] as const;

/** A seeded version of a flow that asks round and round, and the next one, which differs by one to four changes. */
export function versionPair(chance: Chance): readonly [Version, Version] {
  const first = firstVersion(chance);
  let next = first;
  const count = 1 + Math.floor(chance() * MOST_CHANGES);
  for (let change = 0; change < count; change += 1) next = oneOf(chance, CHANGES)(next, chance);
  return [connected(first), connected(next)];
}

/** An answer that an input of this kind takes; only choices and days are sent twice. */
export function answerTo(kind: string, chat: number, count: number): string {
  if (kind === 'number input') return String(chat * 1_000 + count);
  if (kind === 'email input') return `v${chat}.${count}@example.com`;
  if (kind === 'date input') return '2026-11-29';
  return kind === 'choice input' ? 'Yes' : `v${chat} ${count}`;
}

function firstVersion(chance: Chance): Version {
  const numbers = Array.from({ length: QUESTIONS }, (_, index) => index);
  return {
    groups: numbers.map((number) => ({
      ...{ id: `g${number}`, title: `Group ${number}`, graphCoordinates: { x: 0, y: 0 } },
      blocks: [say(`say${number}`, `Was: {{V${number}}}`), ask(oneOf(chance, KINDS), `${number}`)],
    })),
    edges: [],
    variables: numbers.map((number) => ({ id: `v${number}`, name: `V${number}` })),
  };
}

type Change = (version: Version, chance: Chance) => Version;

const CHANGES: readonly [Change, ...Change[]] = [
  // Another text and a new question: everybody can move.
  (version, chance) => {
    const added = `new${Math.floor(chance() * 1e9)}`;
    const blocks = [say(`${added}.say`, 'New'), ask('text input', added)];
    return inGroup(version, chance, (group) => ({
      ...group,
      blocks: [...blocks, ...group.blocks],
    }));
  },
  // A question less.
  (version, chance) =>
    inGroup(version, chance, (group) => ({
      ...group,
      blocks: group.blocks.filter(({ type }) => type === 'text'),
    })),
  // A question of another kind.
  (version, chance) =>
    inGroup(version, chance, (group) => ({
      ...group,
      blocks: group.blocks.map((block) =>
        block.type === 'text' ? block : { ...ask('date input', group.id), id: block.id },
      ),
    })),
  // The questions of a group at another place.
  (version, chance) => {
    const at = Math.floor(chance() * version.groups.length);
    const taken = version.groups[at]?.blocks ?? [];
    const left = version.groups.filter((_, index) => index !== at);
    const to = Math.floor(chance() * left.length);
    const groups = left.map((group, index) =>
      index === to ? { ...group, blocks: [...taken, ...group.blocks] } : group,
    );
    return { ...version, groups };
  },
  // A variable with another name, and one that is gone.
  (version, chance) =>
    ofVariables(version, chance, (variable) => [{ ...variable, name: `${variable.name} new` }]),
  (version, chance) => ofVariables(version, chance, () => []),
];

function inGroup(version: Version, chance: Chance, change: (group: Group) => Group): Version {
  const at = Math.floor(chance() * version.groups.length);
  const groups = version.groups.map((group, index) => (index === at ? change(group) : group));
  return { ...version, groups };
}

function ofVariables(
  version: Version,
  chance: Chance,
  change: (variable: Variable) => Variable[],
): Version {
  const at = Math.floor(chance() * version.variables.length);
  const variables = version.variables.flatMap((one, index) => (index === at ? change(one) : [one]));
  return { ...version, variables };
}

/** Leads each group to the next one, and the last to the first. Groups with no question are passed. */
function connected(version: Version): Version {
  const { groups } = version;
  const nextOf = (index: number): string => groups[(index + 1) % groups.length]?.id ?? '';
  return {
    ...version,
    groups: groups.map((group) => ({
      ...group,
      blocks: group.blocks.map((block, index) =>
        index === group.blocks.length - 1
          ? { ...block, outgoingEdgeId: `from ${group.id}` }
          : block,
      ),
    })),
    edges: [
      { id: 'begin', from: { eventId: 'start' }, to: { groupId: groups[0]?.id } },
      ...groups.map((group, index) => ({
        id: `from ${group.id}`,
        from: { blockId: group.blocks.at(-1)?.id },
        to: { groupId: nextOf(index) },
      })),
    ],
  };
}

function say(id: string, text: string): Block {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } };
}

function ask(type: string, name: string): Block {
  const items = type === 'choice input' && { items: [{ id: `${name}.yes`, content: 'Yes' }] };
  return { id: `ask${name}`, type, options: { variableId: `v${name}` }, ...items };
}
