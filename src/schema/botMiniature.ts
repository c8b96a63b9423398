import { Float, Int, ObjectType } from 'type-graphql';
import type { Miniature } from '../engine/index.js';
import { Field } from './field.js';
import { HoldsParts } from './queryCost.js';

/** The GraphQL type of a draft as a small picture. */
@ObjectType({
  description:
    'What a small picture of a draft shows: its first 200 groups, and the first 1,000 pairs of them that edges join.',
})
export class BotMiniature implements Miniature {
  @HoldsParts
  @Field(() => [[Float]], 'Where each group is on the canvas: x and y, in its pixels.')
  groups: Miniature['groups'];

  @HoldsParts
  @Field(
    () => [[Int]],
    'The groups that edges join, by their places in `groups`: from and to, each pair once.',
  )
  edges: Miniature['edges'];
}
