import { benchFlow } from '../flow.js';

/** The flow of the bench, with a block before all others that every second turn passes. */
export function flowBeginningWith(block: object): object {
  const [first, ...others] = benchFlow.groups;
  const blocks: unknown = Reflect.get(first ?? {}, 'blocks');
  const all = [block, ...(Array.isArray(blocks) ? blocks : [])];
  return { ...benchFlow, groups: [{ ...first, blocks: all }, ...others] };
}

/** A flow that sends a number of characters in every second turn. */
export function talker(characters: number): object {
  const children = [{ text: 'x'.repeat(characters) }];
  const content = { richText: [{ type: 'p', children }] };
  return flowBeginningWith({ id: 'talk', type: 'text', content });
}
