import { ID, Int, ObjectType } from 'type-graphql';
import type { UsedVariable, UsePlace, ValueType, VariableUse } from '../engine/index.js';
import { Field, NullableField } from './field.js';
import { VariableTypeEnum, VariableUseEnum } from './flowEnums.js';
import { Holds, HoldsParts } from './queryCost.js';

/** The GraphQL type of a place that uses a variable. */
@ObjectType({ description: 'A place in a draft that sets, reads or shows a variable.' })
class VariablePlace implements UsePlace {
  @Field(() => VariableUseEnum, 'What is done with the variable there.') use: VariableUse;
  @NullableField(() => ID, 'The event that it is in.') eventId: string | null;
  @NullableField(() => ID, 'The group that it is in.') groupId: string | null;
  @NullableField(() => ID, 'The block that it is in.') blockId: string | null;
  @NullableField(() => ID, 'The item of the block that it is in.') itemId: string | null;

  @Field(() => String, {
    description:
      'Where it is in the block or event, such as `items[2].content`; without any of those it begins with `theme` or `settings`. Without the numbers it is the path of a `FieldDescription`, except within a rich text.',
  })
  path: string;
}

/** The GraphQL type of a variable with its uses. */
@ObjectType({ description: 'A variable of a draft, or a name in its texts that no variable has.' })
export class DraftVariable implements UsedVariable {
  @NullableField(() => ID, {
    description: 'The variable; null where none has the name, so that nothing is filled in.',
  })
  variableId: string | null;

  @Field(() => String, 'Its name.') name: string;

  @HoldsParts
  @Field(() => [VariablePlace], {
    description:
      'The places that use it, in the order of the flow; the first 1,000, and fewer once 5,000 of all variables are listed.',
  })
  places: UsePlace[];

  @Field(() => Int, 'How many places use it.') placeCount: number;

  @Holds(2)
  @Field(
    () => [VariableTypeEnum],
    'What it holds, each type once: one for each way in which the draft sets it. Empty where nothing sets it.',
  )
  valueTypes: ValueType[];
}
