import { Field, ObjectType } from 'type-graphql';
import { Invitation } from '../../schema/invitation.js';
import { Payload } from '../../schema/userError.js';

/** What inviting somebody answers with, beside the place of one who was known already. */
@ObjectType()
export abstract class InvitationPayload extends Payload {
  @Field(() => Invitation, {
    nullable: true,
    description: 'The invitation, when nobody with this address is known here yet.',
  })
  invitation?: Invitation;

  @Field(() => String, {
    nullable: true,
    description: 'The secret that takes the invitation, shown only here; give it to them.',
  })
  code?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where a browser takes it.',
  })
  link?: string;
}
