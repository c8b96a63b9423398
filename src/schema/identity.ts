import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Reference } from './column.js';
import { User } from './user.js';

/** The account of a person at an OpenID Connect issuer. Its subject is permanent; e-mail addresses are not. */
@Entity({ tableName: 'identity' })
@Unique({ name: 'identity_user_id', properties: ['userId', 'issuer'] })
export class Identity {
  [PrimaryKeyProp]?: ['issuer', 'subject'];

  @PrimaryKey({ type: 'text', collation: 'C' }) issuer: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) subject: string;
  @Reference(() => User) userId: string;
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;
}
