import { ID, ObjectType, registerEnumType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

const WayCertaintyEnum = { GUESSED: 'GUESSED' } as const;

registerEnumType(WayCertaintyEnum, {
  name: 'WayCertainty',
  description: 'How sure it is that a chat can go a way.',
  valuesConfig: {
    GUESSED: { description: 'Edges lead there; whether conditions and answers do was not tried.' },
  },
});

/** A group or block on a way. */
@ObjectType({
  description: 'A group that a chat comes to, or a block at which it is decided how it goes on.',
})
export class IssueWayStep {
  @Field(() => ID, 'The group.') groupId: string;
  @Field(() => ID, 'The block in it.') blockId: string;
  @NullableField(() => ID, 'The item by which the block is left.') itemId: string | null;
  @NullableField(() => String, 'The text of the choice that is made.') text: string | null;
}

/** The shortest conversation that leads to an issue. */
@ObjectType({ description: 'The shortest conversation that leads to an issue.' })
export class IssueWay {
  @Field(() => WayCertaintyEnum, 'How sure it is that a chat can go this way.')
  certainty: keyof typeof WayCertaintyEnum;

  @Holds(5)
  @Field(() => [IssueWayStep], 'From the start to the place; at most 50.')
  steps: readonly IssueWayStep[];
}
