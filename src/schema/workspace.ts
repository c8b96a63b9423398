import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';

/** Where bots live and who may work on them (interface §2, "Workspace"). */
@Entity({ tableName: 'workspace' })
@ObjectType({ description: 'Where bots live and who may work on them.' })
export class Workspace {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID)
  id: string;

  @Property({ type: 'text' })
  @Field(() => String)
  name: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'An emoji or the address of an image.' })
  icon: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Always FREE on a new workspace; nothing depends on it.' })
  plan: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true })
  billingProviderId: string | null;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'A suspended workspace runs no chats.' })
  isSuspended: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean)
  isPastDue: boolean;

  @Property({ type: 'boolean', nullable: true })
  @Field(() => Boolean, { nullable: true })
  isVerified: boolean | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  updatedAt: Date;
}
