import { ID, Int, ObjectType } from 'type-graphql';
import type { FlowMatch, MatchKind } from '../engine/index.js';
import { connectionOf } from './connection.js';
import { Field, NullableField } from './field.js';
import { FlowMatchKindEnum } from './flowEnums.js';

/** The GraphQL type of a place where a text was found. */
@ObjectType('FlowMatch', { description: 'A place in a draft where a text was found.' })
class FlowMatchShown implements FlowMatch {
  @Field(() => FlowMatchKindEnum, 'What it was found in.') kind: MatchKind;
  @NullableField(() => ID, 'The event that it is in, or is.') eventId?: string | null;
  @NullableField(() => ID, 'The group that it is in, or is.') groupId?: string | null;
  @NullableField(() => ID, 'The block that it is in, or is.') blockId?: string | null;

  @NullableField(() => ID, 'The item of the block that it is in, or is.')
  itemId?: string | null | undefined;

  @NullableField(() => ID, 'The edge that it is.') edgeId?: string;

  @NullableField(() => ID, 'The variable that it is, or that is named.')
  variableId?: string | undefined;

  @NullableField(() => ID, 'The note that it is in, or is.') noteId?: string;

  @Field(() => String, {
    description:
      'Where it is in its part, such as `items[2].content`; without ids it begins with `theme` or `settings`.',
  })
  path: string;

  @Field(() => String, 'The text around the first place where it was found, in one line.')
  excerpt: string;

  @Field(() => Int, 'Where it begins in the excerpt, in UTF-16 units, as JavaScript counts.')
  start: number;

  @Field(() => Int, 'Where it ends in the excerpt.') end: number;
  @Field(() => Int, 'Where it begins in the whole text.') offset: number;
  @Field(() => Int, 'How often it is in the text.') count: number;

  /** Its number among all, from 1. */
  nth: number;
}

/** A page of places where a text was found. */
@ObjectType({ description: 'A page of places where a text was found.' })
export class FlowMatchConnection extends connectionOf(FlowMatchShown, 'FlowMatch') {}
