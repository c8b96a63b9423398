import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A count of a bot over one span of time. Read in `storage/counts.ts`, written in `storage/foldCounts.ts`. */
@Entity({ tableName: 'bot_count' })
export class BotCount {
  [PrimaryKeyProp]?: ['botId', 'kind', 'span', 'slot', 'flowId', 'partId'];

  /** The shard key of the counted chats (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  botId: string;

  /** `view`, `start` and `completion` count results; `reached`, `answered` and `left` count blocks; `edge` counts edges. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  kind: string;

  /** The length of the span, in quarters of an hour: 1, 96 or 3072. */
  @PrimaryKey({ type: 'integer' })
  span: number;

  /** The first quarter of an hour of the span, counted from 1970. */
  @PrimaryKey({ type: 'integer' })
  slot: number;

  @PrimaryKey({ type: 'text', collation: 'C' })
  flowId: string;

  /** The id of the block or edge; empty for counts of results. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  partId: string;

  @Property({ type: 'bigint' })
  total: string;
}
