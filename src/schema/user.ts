import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { IdField, TextField, TimeField } from './column.js';
import { Field } from './field.js';
import { Node } from './node.js';

/** A person who signs in. */
@Entity({ tableName: 'app_user' })
@Unique({ name: 'app_user_verified_email', properties: 'email', where: 'is_email_verified' })
@Index({ name: 'app_user_unproven_email', properties: 'email', where: 'not is_email_verified' })
@ObjectType({ implements: Node, description: 'A person who signs in.' })
export class User {
  @IdField('Its id.') id: string;
  @TextField('What they are called.', { nullable: true }) name: string | null;
  @TextField('Their e-mail address.', { nullable: true }) email: string | null;

  /** Only verified addresses are matched with sign-ins, invitations and shares. An address can be verified for one person only. */
  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description:
      'Whether the address is proven to be theirs. One that came with an invitation is not.',
  })
  isEmailVerified: boolean;

  @TimeField('Since when they are known here.') createdAt: Date;
}
