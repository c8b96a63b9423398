/** A part of a flow as JSON that an operator changes in place. */
export type Part = Record<string, unknown>;

/** A flow as JSON. */
export type FlowJson = Part & {
  readonly events: Part[];
  readonly groups: (Part & { blocks: Part[] })[];
  edges: Part[];
  variables: Part[];
};

/** All blocks of a flow, each with its group and its place there. */
export function blocksOf({ groups }: FlowJson): Placed[] {
  return groups.flatMap((group) => group.blocks.map((block, index) => ({ group, block, index })));
}

/** A block, the group that it is in, and its place there. */
export interface Placed {
  readonly group: FlowJson['groups'][number];
  readonly block: Part;
  readonly index: number;
}

/** The objects of a list; none of anything else. */
export function partsIn(value: unknown): Part[] {
  return Array.isArray(value) ? value.filter(isPart) : [];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The options of a block; nothing where it has none. */
export function optionsOf({ options }: Part): Part {
  return isPart(options) ? options : {};
}

/** A member with a value of a sort, anywhere within a part. */
export interface Member<T> {
  readonly within: Part;
  readonly name: string;
  readonly value: T;
}

/** All texts within a part, but for ids and kinds. */
export function textsWithin(part: unknown): Member<string>[] {
  return membersWithin(part).filter(isText);
}

/** All numbers within a part. */
export function numbersWithin(part: unknown): Member<number>[] {
  return membersWithin(part).filter((one): one is Member<number> => typeof one.value === 'number');
}

function isText(one: Member<unknown>): one is Member<string> {
  return typeof one.value === 'string' && !/(?:^|I)d$|^type$|perator$/.test(one.name);
}

function membersWithin(part: unknown): Member<unknown>[] {
  if (Array.isArray(part)) return part.flatMap(membersWithin);
  if (!isPart(part)) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' ? membersWithin(value) : [{ within: part, name, value }],
  );
}

/** Exchanges two members of a list, or two values of a member. */
export function exchange<T>(list: T[], one: number, other: number): void {
  const [first, second] = [list[one], list[other]];
  if (first === undefined || second === undefined) return;
  list.splice(one, 1, second);
  list.splice(other, 1, first);
}
