import { Field, ObjectType } from 'type-graphql';
import { Invitation } from '../../schema/invitation.js';
import { Payload } from '../../schema/userError.js';

/** The common fields of the payloads of invitations. */
@ObjectType()
export abstract class InvitationPayload extends Payload {
  @Field(() => Invitation, {
    nullable: true,
    description: 'The invitation, when nobody with this address is known here yet.',
  })
  invitation?: Invitation;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret that accepts the invitation, shown only here; pass it on to the person.',
  })
  code?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The address where a browser accepts it.',
  })
  link?: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the link was e-mailed to the person; null without an invitation.',
  })
  isEmailSent?: boolean;
}
