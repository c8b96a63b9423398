import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import type { ResultsTablePreferences } from '../engine/index.js';
import { Bot } from './bot.js';
import { BooleanField, IdField, Reference, TextField, TimeField } from './column.js';
import { Field } from './field.js';
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
  @IdField('Its id.') id: string;
  @Reference(() => Bot) @Field(() => ID, 'The bot whose results it shows.') botId: string;

  /** The person who created it. */
  @Reference(() => User) @Index() userId: string;
  @TextField('What people call it.') name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ResultsTablePreferencesScalar, {
    description: 'Its columns; `Bot.resultColumns(resultsViewId)` arranges them by it.',
  })
  columns: ResultsTablePreferences;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ResultsFiltersScalar, 'Arguments for `Bot.results`.')
  filters: ResultsFilters;

  @BooleanField("Whether everybody sees it who may read the bot's results.") isShared: boolean;
  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;
}
