import { Field, ID, ObjectType } from 'type-graphql';

/** A place in a flow that an issue comes from. */
@ObjectType({ description: 'A place in a flow that an issue comes from.' })
export class IssuePlace {
  @Field(() => ID, { description: 'The group.' })
  groupId: string;

  @Field(() => ID, { nullable: true, description: 'The block in it.' })
  blockId: string | null;

  @Field(() => ID, { nullable: true, description: 'The item of the block.' })
  itemId: string | null;
}
