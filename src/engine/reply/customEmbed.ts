import type { BlockContext } from '../blocks/kind/block.js';
import type { Message } from './reply.js';

/** Code for the client: the body of an async function, and its parameters by name. */
export interface EmbedFunction {
  readonly args: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/**
 * A bubble that code of the client draws. `initFunction` also receives the element to draw in, `botElement`;
 * `waitForEventFunction` receives `continueFlow`, which it calls with the text to continue with.
 */
export interface CustomEmbed {
  readonly url?: string;
  /** In pixels. */
  readonly maxBubbleWidth?: number;
  readonly initFunction: EmbedFunction;
  readonly waitForEventFunction?: EmbedFunction;
}

/** The message of such a bubble; its id is new, because no stored block is a custom embed. */
export function customEmbed(content: CustomEmbed, context: BlockContext): Message {
  return { id: context.env.newId(), type: 'custom-embed', content: { ...content } };
}
