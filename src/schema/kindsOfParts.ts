import type { z } from 'zod';
import { KINDS, storedBlockSchema } from '../engine/index.js';
import { inputTypeOf } from './chatInput.js';
import { eventTypeOf } from './chatEvent.js';
import { EVENT_KINDS } from './chatEventKinds.js';
import { ACTION_KINDS, INPUT_KINDS, MESSAGE_KINDS } from './chatKinds.js';
import { messageTypeOf } from './chatMessage.js';
import { actionTypeOf } from './clientSideAction.js';
import { blockTypeOf } from './flow/block.js';

/** A kind of some part of documents. */
export interface PartKind {
  /** The name of its schema and of its GraphQL type. */
  readonly name: string;
  /** The value of the discriminator, the member `tag` of its `PartKinds`. */
  readonly type: string;
  /** A description in one sentence. */
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** The kinds of a part. `unknown` names the schema of unknown kinds; without it there are none. */
export interface PartKinds {
  readonly kinds: readonly PartKind[];
  readonly unknown?: string;
  /** The discriminator. */
  readonly tag: 'type' | 'kind';
}

/** The parts that have several kinds, by the `id` of the common schema. */
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

/** The kinds of a part; undefined if it has only one. */
export function kindsOf(part: string): PartKinds | undefined {
  return parts[part];
}

/** Parts of documents whose schemas are served separately as well. */
export const servedParts = {
  block: { schema: storedBlockSchema, description: 'A block of a flow, of any kind.' },
} as const;
