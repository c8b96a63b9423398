import type { FlowDefinition } from '../../engine/index.js';

/** A block of any kind, known here or not. */
export type Block = FlowDefinition['groups'][number]['blocks'][number];

/** What a link to the bot it stands in says (data-model §4, "Bot link"). */
const ITSELF = 'current';

/** Where a block jumps to, as it is written: an id, or a variable that holds the title of a group. */
export function jumpsOf(block: Block): string[] {
  return block.type === 'Jump' ? textsIn(optionsOf(block), ['groupId']) : [];
}

/** The other bots a block leads into. */
export function linksOf(block: Block): string[] {
  const ids = block.type === 'Bot link' ? textsIn(optionsOf(block), ['botId']) : [];
  return ids.filter((id) => id !== ITSELF);
}

/** Whether a text is filled in only when a chat is there. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** A part of a block that has a way on of its own. */
export interface Item {
  readonly id: string | undefined;
  readonly outgoingEdgeId: string | undefined;
}

/** The items of a block, and the buttons of those that are cards. */
export function itemsOf(block: Block): Item[] {
  const items = listIn(block, 'items');
  return [...items, ...items.flatMap((item) => listIn(item, 'paths'))].map((item) => {
    const [id] = textsIn(item, ['id']);
    const [outgoingEdgeId] = textsIn(item, ['outgoingEdgeId']);
    return { id, outgoingEdgeId };
  });
}

/** The options of a block, of whatever shape its kind has. */
export function optionsOf(block: Block): unknown {
  return Reflect.get(block, 'options');
}

/** The texts that an object holds as these members. */
export function textsIn(holder: unknown, names: readonly string[]): string[] {
  const values: unknown[] = names.map((name) => Reflect.get(Object(holder), name));
  return values.filter((value) => typeof value === 'string');
}

function listIn(holder: unknown, name: string): readonly unknown[] {
  const value: unknown = Reflect.get(Object(holder), name);
  return Array.isArray(value) ? value : [];
}
