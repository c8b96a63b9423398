import { ObjectType } from 'type-graphql';
import { type FailureCode, httpStatusOf } from '../errors/failureCodes.js';
import { enumOf, FailureReasonEnum } from './enums.js';
import type { FailureReason } from '../errors/failures.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** The codes of `errors/failureCodes.ts` as a GraphQL enum. */
const FailureCodeEnum = enumOf<FailureCode>(
  'FailureCode',
  'The general name of a failure, the same for all transports.',
  // The keys are the codes, which the type of Object.fromEntries cannot express.
  Object.fromEntries(
    Object.entries(httpStatusOf).map(([code, status]) => [code, `REST has the status ${status}.`]),
  ) as Record<FailureCode, string>,
);

/** An expected failure of a mutation, which the caller can fix. */
@ObjectType({ description: 'An expected failure: something the caller can mend.' })
class UserError {
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
