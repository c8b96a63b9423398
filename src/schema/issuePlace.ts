import { ID, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';

/** A place in a flow that an issue comes from. */
@ObjectType({ description: 'A place in a flow that an issue comes from.' })
export class IssuePlace {
  @Field(() => ID, 'The group.') groupId: string;
  @NullableField(() => ID, 'The block in it.') blockId: string | null;
  @NullableField(() => ID, 'The item of the block.') itemId: string | null;
}
