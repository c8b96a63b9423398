import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { BotStats } from './botStats.js';
import { BooleanField, IdField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';
import { VariableValue } from './scalars.js';
import { Holds } from './queryCost.js';

/** A variable with its value after the last turn of the chat. */
@ObjectType({ description: 'A variable with what it held after the last turn.' })
export class ResultVariable {
  @Field(() => ID, { name: 'variableId', description: 'The id the variable has in the flow.' })
  id: string;

  @Field(() => String, 'The name the variable has in the flow.') name: string;

  @Field(() => VariableValue, 'What it held after the last turn.')
  value: string | (string | null)[];
}

/** In SQL, because the comparator of MikroORM 7.2 cannot read `id desc` behind a column whose name ends with `id`. */
const NEWEST_FIRST = 'on result (bot_id, created_at desc, id desc)';

/** The data that one run of a chat collected. */
@Entity({ tableName: 'result' })
@Index({
  name: 'result_bot_id',
  expression: `create index result_bot_id ${NEWEST_FIRST} where not is_archived`,
})
@Index({
  name: 'result_started',
  expression: `create index result_started ${NEWEST_FIRST} where has_started and not is_archived`,
})
@Index({
  name: 'result_completed',
  expression: `create index result_completed ${NEWEST_FIRST} where is_completed and not is_archived`,
})
@Index({
  name: 'result_of_stage',
  expression: `create index result_of_stage ${NEWEST_FIRST} where starts_with(flow_id, '@') and not is_archived`,
})
@ObjectType({ implements: Node, description: 'What one run of a chat collected.' })
export class Result {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @IdField('Names the result for as long as it exists.') id: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, 'The bot that was chatted with.')
  botId: string;

  /** The flow of the version with which it began; counts are kept by it. */
  @Property({ type: 'text', collation: 'C', default: '' }) flowId: string;

  /** Visible only to callers who may answer in the chat: the id is enough to continue it. */
  @Property({ type: 'text', collation: 'C', nullable: true }) sessionId: string | null;

  @Property({ type: 'json', columnType: 'json' })
  @Holds(50)
  @Field(() => [ResultVariable], 'Those with a value, in the order they were set.')
  variables: ResultVariable[];

  @BooleanField('The flow ended, and at least one answer was given.') isCompleted: boolean;
  @BooleanField('At least one answer was given.') hasStarted: boolean;
  @BooleanField('An archived result is no longer listed.') isArchived: boolean;
  @Property({ type: 'text', collation: 'C' }) answersFrom: string;
  @TimeField('When the chat was started.') createdAt: Date;
  @TimeField('When the chat last went on.') updatedAt: Date;
}

/** The results of a bot that changed within a second. */
@ObjectType({ description: 'What changed among a bot’s results since the last such event.' })
export class ResultsChange {
  @Field(() => ID, 'The bot.') botId: string;

  @Field(() => Boolean, {
    description:
      'Whether to load the results again: true in the first event, and when more changed than an event holds.',
  })
  mustReload: boolean;

  // The usual number of changes within a second; more are charged on delivery.
  @Holds(50)
  @Field(() => [Result], {
    description:
      'Those of the newest 500 that are new or went on and match the filter, newest first; at most 100.',
  })
  changed: Result[];

  @Holds(50)
  @Field(() => [ID], {
    description:
      'Those of the newest 500 that were deleted, or went on and do not match the filter.',
  })
  removedIds: string[];

  @Field(() => BotStats, 'All of the bot’s results, counted.') stats: BotStats;
}

/** A page of results. */
@ObjectType({ description: 'A page of results.' })
export class ResultConnection extends connectionOf(Result, 'Result') {
  @NullableField(() => Date, {
    description:
      'Of a page that is not full because a scan ended early: only results created since then were searched (with `last`, until then), and `nextCursor` goes on with the others. Null where everything was searched, or the page is full.',
  })
  searchedUntil: Date | null;
}
