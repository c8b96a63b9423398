import { ObjectType } from 'type-graphql';
import { NullableField } from '../../schema/field.js';
import { Invitation } from '../../schema/invitation.js';
import { Payload } from '../../schema/userError.js';

/** The common fields of the payloads of invitations. */
@ObjectType()
export abstract class InvitationPayload extends Payload {
  @NullableField(() => Invitation, {
    description: 'The invitation, when nobody with this address is known here yet.',
  })
  invitation?: Invitation;

  @NullableField(() => String, {
    description:
      'The secret that accepts the invitation, shown only here; pass it on to the person.',
  })
  code?: string;

  @NullableField(() => String, 'The address where a browser accepts it.') link?: string;

  @NullableField(() => Boolean, {
    description: 'Whether the link was e-mailed to the person; null without an invitation.',
  })
  isEmailSent?: boolean;
}
