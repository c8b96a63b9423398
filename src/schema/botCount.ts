import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';

/** A count of a bot, or of all bots of a workspace, over one span of time. Read in `storage/counts.ts`, written in `storage/foldCounts.ts`. */
@Entity({ tableName: 'bot_count' })
@Trigger({
  name: 'counted_first',
  timing: 'after',
  events: ['insert'],
  forEach: 'statement',
  expression: `create trigger counted_first after insert on bot_count referencing new table as added
    for each statement when (pg_trigger_depth() = 0) execute function count_for_workspace()`,
})
@Trigger({
  name: 'counted_more',
  timing: 'after',
  events: ['update'],
  forEach: 'statement',
  expression: `create trigger counted_more after update on bot_count referencing old table as replaced new table as added
    for each statement when (pg_trigger_depth() = 0) execute function count_more_for_workspace()`,
})
export class BotCount {
  [PrimaryKeyProp]?: ['botId', 'kind', 'span', 'slot', 'flowId', 'partId'];

  /** The shard key of the counted chats (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** The id of the bot; or of a workspace, whose rows are the sums of those of its bots. */
  @PrimaryKey({ type: 'text', collation: 'C' }) botId: string;

  /**
   * `view`, `start` and `completion` count results; `reached`, `answered` and `left` count blocks; `took` counts answers to a block
   * by how long they took (`chat/records.ts`); `edge` counts edges.
   */
  @PrimaryKey({ type: 'text', collation: 'C' }) kind: string;

  /** The length of the span, in quarters of an hour: 1, 96 or 3072. */
  @PrimaryKey({ type: 'integer' }) span: number;

  /** The first quarter of an hour of the span, counted from 1970. */
  @PrimaryKey({ type: 'integer' }) slot: number;
  @PrimaryKey({ type: 'text', collation: 'C' }) flowId: string;

  /** The id of the block or edge; empty for counts of results. */
  @PrimaryKey({ type: 'text', collation: 'C' }) partId: string;
  @Property({ type: 'bigint' }) total: string;
}
