import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import type { ResultsTablePreferences } from '../engine/index.js';
import { Bot } from './bot.js';
import { Node } from './node.js';
import { ResultsFiltersScalar, type ResultsFilters } from './resultsFilters.js';
import { ResultsTablePreferencesScalar } from './scalars.js';
import { User } from './user.js';

/** A person's view of the table of a bot's results: columns and filters. */
@Entity({ tableName: 'results_view' })
@Index({ name: 'results_view_bot_id', properties: ['botId', 'userId'] })
@ObjectType({
  implements: Node,
  description: "A saved view of the table of a bot's results: its columns and filters.",
})
export class ResultsView {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true })
  @Field(() => ID, { description: 'The bot whose results it shows.' })
  botId: string;

  /** The person who created it. */
  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true })
  @Index()
  userId: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What people call it.' })
  name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ResultsTablePreferencesScalar, {
    description: 'Its columns; `Bot.resultColumns(resultsViewId)` arranges them by it.',
  })
  columns: ResultsTablePreferences;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ResultsFiltersScalar, { description: 'Arguments for `Bot.results`.' })
  filters: ResultsFilters;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: "Whether everybody sees it who may read the bot's results.",
  })
  isShared: boolean;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was first saved.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last saved.' })
  updatedAt: Date;
}
