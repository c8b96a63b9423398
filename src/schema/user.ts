import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from './node.js';

/** A person who signs in. */
@Entity({ tableName: 'app_user' })
@Unique({ name: 'app_user_verified_email', properties: 'email', where: 'is_email_verified' })
@Index({ name: 'app_user_unproven_email', properties: 'email', where: 'not is_email_verified' })
@ObjectType({ implements: Node, description: 'A person who signs in.' })
export class User {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'What they are called.' })
  name: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Their e-mail address.' })
  email: string | null;

  /** Only verified addresses are matched with sign-ins, invitations and shares. An address can be verified for one person only. */
  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description:
      'Whether the address is proven to be theirs. One that came with an invitation is not.',
  })
  isEmailVerified: boolean;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'Since when they are known here.' })
  createdAt: Date;
}
