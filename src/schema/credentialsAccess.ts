import { ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';

/** The access that a person gave to an account (OAuth). */
@ObjectType({ description: 'The access that a person gave to an account at another service.' })
export class CredentialsAccess {
  @NullableField(() => Date, 'When it expires; null where it was not used yet.')
  expiresAt: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether this server renews it by itself; otherwise a person connects the account again.',
  })
  isRenewed: boolean;
}
