import { ObjectType } from 'type-graphql';
import type { FailureCode } from '../errors/failureCodes.js';
import type { FailureReason } from '../errors/failures.js';
import { FailureReasonEnum } from './enums.js';
import { FailureCodeEnum } from './failureCodeEnum.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** An expected failure of a mutation, which the caller can fix. */
@ObjectType({ description: 'An expected failure: something the caller can mend.' })
export class UserError {
  @Field(() => FailureCodeEnum, 'The general code, the same one REST sends.') code: FailureCode;
  @Field(() => FailureReasonEnum, 'The finer, stable name of the failure.') reason: FailureReason;
  @Field(() => String, 'What is wrong, for a person.') message: string;

  @Holds(10)
  @NullableField(() => [String], {
    description:
      'The part of `input` it is about, as in ["bot", "name"] or ["edits", "3"]; null where it is about the whole.',
  })
  path?: string[];
}

/** The members that the payloads of all mutations share. */
@ObjectType()
export abstract class Payload {
  @Holds(20)
  @Field(() => [UserError], 'Empty when the mutation was carried out.')
  userErrors: UserError[];

  @NullableField(() => String, 'The value sent as `clientMutationId`, unchanged.')
  clientMutationId?: string | null;
}
