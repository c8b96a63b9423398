import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { IdField, TimeField } from './column.js';

/** A person who has a chat open in an inbox, until the lease ends. Read and written in `storage/chatViewers.ts`. */
@Entity({ tableName: 'chat_viewer' })
@ObjectType({ description: 'Somebody who has a chat open in an inbox.' })
export class ChatViewer {
  [PrimaryKeyProp]?: ['chatId', 'userId', 'clientId'];

  /** No foreign key, because the chat is on another machine in a cluster. */
  @PrimaryKey({ type: 'text', collation: 'C' }) chatId: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) userId: string;
  @IdField('Their window, by the name that their page gave it.') clientId: string;
  @TimeField('When they came.') since: Date;
  @Property({ type: 'timestamptz', length: 3, index: true }) leaseUntil: Date;
}
