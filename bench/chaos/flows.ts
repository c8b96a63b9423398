import { benchFlow } from '../flow.js';

/** The flow of the bench, with a block before all others that every second turn passes. */
export function flowBeginningWith(block: object): object {
  const [first, ...others] = benchFlow.groups;
  const blocks = [block, ...(first?.blocks ?? [])];
  return { ...benchFlow, groups: [{ ...first, blocks }, ...others] };
}

/** A flow that sends a number of characters in every second turn. */
export function talker(characters: number): object {
  const children = [{ text: 'x'.repeat(characters) }];
  const content = { richText: [{ type: 'p', children }] };
  return flowBeginningWith({ id: 'talk', type: 'text', content });
}
