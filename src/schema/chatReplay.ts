import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EffectResult, startSession, StepInput } from '../engine/index.js';

/** Why something is not kept: it is longer than the limit, or holds a secret. */
export type Omission = 'SIZE' | 'SECRET';

/** What a turn of a chat needs to be run again (docs/adr/0080-replay.md). */
export interface ReplayRecord {
  /** The time of its first step, in milliseconds since 1970. */
  readonly beganAt: number;
  /** How the chat began; only of its first record. */
  readonly start?: ReplayStart | { readonly omitted: Omission };
  /** Absent where the flow did not run: the chat was only registered, or people acted on it. */
  readonly input?: ReplayInput | { readonly omitted: Omission };
  /** The version to which the chat could not move, so that it ended without its flow; only of such a turn. */
  readonly endedFor?: string;
  /** The results of its effects, in their order. */
  readonly results?: readonly ReplayResult[];
}

/** The input of a turn, whole. */
export type ReplayInput = Exclude<StepInput, { type: 'answer' }>;

/** All that the first session of a chat was made of. */
export type ReplayStart = Omit<
  Parameters<typeof startSession>[0],
  'flow' | 'isPreview' | 'reach' | 'isTraced' | 'isReplayable'
> & { readonly flowId: string };

/** The result of an effect. */
export type ReplayResult = {
  /** The block that requested it. */
  readonly block?: string | undefined;
  /** Which effect of that block in its turn, from 1. */
  readonly nth: number;
  /** Of the request. */
  readonly hash: string;
  /** The time of the next step, in milliseconds since 1970. */
  readonly at: number;
} & ({ readonly result: EffectResult } | { readonly omitted: Omission });

/** What is kept of a turn so that it can be run again. Written in `storage/hot/turnWriter.ts`. */
@Entity({ tableName: 'chat_replay' })
@Index({
  name: 'chat_replay_bot',
  expression:
    'create index chat_replay_bot on chat_replay (bot_id, created_at) where bot_id is not null',
})
export class ChatReplay {
  [PrimaryKeyProp]?: ['sessionId', 'turn'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** No foreign key, because it would lock the row of the chat. */
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;
  @PrimaryKey({ type: 'integer' }) turn: number;

  /** The bot of the chat; only in its first row, by which chats are found. */
  @Property({ type: 'text', collation: 'C', nullable: true }) botId: string | null;
  @Property({ type: 'json', columnType: 'json' }) record: ReplayRecord;
  @Property({ type: 'timestamptz', length: 3 }) @Index() createdAt: Date;
}
