import { ID, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { Field } from './field.js';
import { Holds } from './queryCost.js';

/** A change of the list of a workspace's bots. */
@ObjectType({ description: 'What changed in the list of a workspace’s bots.' })
export class BotsChange {
  @Field(() => Boolean, {
    description:
      'Whether to load the list again: true in the first event, and when more changed than an event holds.',
  })
  mustReload: boolean;

  // The usual number of changes within a second; more are charged on delivery.
  @Holds(20)
  @Field(() => [Bot], {
    description:
      'Those that were made, changed, published, moved here or to another folder, or restored; at most 100.',
  })
  changed: Bot[];

  @Holds(20)
  @Field(() => [ID], 'Those that were archived, or moved to another workspace.')
  removedIds: string[];
}
