import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { Reference, TextField, TimeField } from './column.js';
import { Credentials } from './credentials.js';
import { MessengerFaultKind } from './enums.js';
import { NullableField } from './field.js';

/** What is known of the channel of credentials of the type `messenger`. Written in `storage/messengerChannels.ts`. */
@Entity({ tableName: 'messenger_channel' })
@ObjectType({
  description:
    'What is known of the channel of credentials of the type `messenger`. What the service does not say is not known, such as whether a token expires.',
})
export class MessengerChannel {
  @Reference(() => Credentials, { primary: true, updateRule: 'no action', deleteRule: 'cascade' })
  credentialsId: string;

  @TimeField(
    'When the service last verified the address, with the verify token; null where it has not, and for services that do not.',
    { nullable: true },
  )
  verifiedAt: Date | null;

  @TimeField('When something last failed, to ten seconds; null where nothing did.', {
    nullable: true,
  })
  faultAt: Date | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => MessengerFaultKind, 'What failed then.')
  faultKind: MessengerFaultKind | null;

  @TextField('Why it failed, as the service says; null where that is known without it.', {
    nullable: true,
  })
  fault: string | null;
}
