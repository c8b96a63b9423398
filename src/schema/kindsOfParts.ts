import type { z } from 'zod';
import { KINDS, storedBlockSchema } from '../engine/index.js';
import { inputTypeOf } from './chatInput.js';
import { eventTypeOf } from './chatEvent.js';
import { EVENT_KINDS } from './chatEventKinds.js';
import { ACTION_KINDS, INPUT_KINDS, MESSAGE_KINDS } from './chatKinds.js';
import { messageTypeOf } from './chatMessage.js';
import { actionTypeOf } from './clientSideAction.js';
import { blockTypeOf } from './flow/block.js';

/** A kind of a part of documents. */
export interface PartKind {
  /** What its schema is called, as its GraphQL type is. */
  readonly name: string;
  /** The value of the member that tells it: `tag` of its `PartKinds`. */
  readonly type: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** The kinds of a part, and the name of what is of none of them; without one it is always of a kind. */
export interface PartKinds {
  readonly kinds: readonly PartKind[];
  readonly unknown?: string;
  /** The member that tells the kind. */
  readonly tag: 'type' | 'kind';
}

/** The parts that are of one of several kinds, by the `id` of the schema that holds for all kinds. */
const parts: Readonly<Record<string, PartKinds>> = {
  Block: named(KINDS, blockTypeOf),
  KnownBlock: { kinds: named(KINDS, blockTypeOf).kinds, tag: 'type' },
  ChatMessage: named(MESSAGE_KINDS, messageTypeOf),
  ChatInput: named(INPUT_KINDS, inputTypeOf),
  ClientSideAction: named(ACTION_KINDS, actionTypeOf),
  ChatEvent: { ...named(EVENT_KINDS, ({ type }) => eventTypeOf({ kind: type })), tag: 'kind' },
};

function named(
  kinds: readonly Omit<PartKind, 'name'>[],
  nameOf: (kind: { readonly type: string }) => string,
): PartKinds {
  return {
    kinds: kinds.map(({ type, summary, schema }) => ({
      name: nameOf({ type }),
      type,
      summary,
      schema,
    })),
    unknown: nameOf({ type: '' }),
    tag: 'type',
  };
}

/** All kinds of all parts. */
export function kindsOfParts(): readonly PartKind[] {
  return Object.values(parts).flatMap(({ kinds }) => kinds);
}

/** The kinds of a part; undefined where there is only one. */
export function kindsOf(part: string): PartKinds | undefined {
  return parts[part];
}

/** Parts of documents that are served by themselves, too. */
export const servedParts = {
  block: { schema: storedBlockSchema, description: 'A block of a flow, of any kind.' },
} as const;
