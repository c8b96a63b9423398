import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Credentials } from './credentials.js';
import { MessengerFaultKind } from './enums.js';

/** What is known of the channel of credentials of the type `messenger`. Written in `storage/messengerChannels.ts`. */
@Entity({ tableName: 'messenger_channel' })
@ObjectType({
  description:
    'What is known of the channel of credentials of the type `messenger`. What the service does not say is not known, such as whether a token expires.',
})
export class MessengerChannel {
  @ManyToOne({
    entity: () => Credentials,
    fieldName: 'credentials_id',
    mapToPk: true,
    primary: true,
    updateRule: 'no action',
    deleteRule: 'cascade',
  })
  credentialsId: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'When the service last verified the address, with the verify token; null where it has not, and for services that do not.',
  })
  verifiedAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When something last failed, to ten seconds; null where nothing did.',
  })
  faultAt: Date | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => MessengerFaultKind, { nullable: true, description: 'What failed then.' })
  faultKind: MessengerFaultKind | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Why it failed, as the service says; null where that is known without it.',
  })
  fault: string | null;
}
