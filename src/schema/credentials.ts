import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { Field, ID, ObjectType } from 'type-graphql';
import { Audited, FINGERPRINT } from './audited.js';
import { Bot } from './bot.js';
import { Node } from './node.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** Secrets of another service for the bots of a workspace. The secrets can be written but not read back. */
@Entity({ tableName: 'credentials' })
@Audited({
  kind: 'CREDENTIALS',
  values: { name: 'row.name', type: 'row.type', fingerprint: FINGERPRINT },
})
@Index({ name: 'credentials_workspace_id', properties: ['workspaceId', 'id'] })
@ObjectType({
  implements: Node,
  description:
    'An account at another service that bots use; its secrets are written, never read back.',
})
export class Credentials {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id; blocks name it as `credentialsId`.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Whose secrets they are, such as `openai` or `smtp`.' })
  type: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What people call it.' })
  name: string;

  /** The key that decrypts `sealed`. */
  @Property({ type: 'text', collation: 'C', index: true })
  keyId: string;

  /** The secrets, encrypted (auth/secretBox.ts); loaded only to decrypt them. */
  @Property({ type: 'text', lazy: true })
  sealed: string;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was first saved.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last saved.' })
  updatedAt: Date;

  /** Who saved it first; null once that person is deleted, and where that was before this was kept. */
  @ManyToOne({
    entity: () => User,
    fieldName: 'created_by',
    mapToPk: true,
    nullable: true,
    deleteRule: 'set null',
  })
  createdById: string | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'When a chat last used it, to five minutes; null where none did, and for messengers and payments that only receive.',
  })
  lastUsedAt: Date | null;
}

/** Records that a bot uses credentials; stored when the bot is saved. */
@Entity({ tableName: 'bot_credentials' })
@Index({ name: 'bot_credentials_credentials_id', properties: ['credentialsId', 'botId'] })
export class BotCredentials {
  [PrimaryKeyProp]?: ['botId', 'credentialsId'];

  @ManyToOne({
    entity: () => Bot,
    fieldName: 'bot_id',
    mapToPk: true,
    primary: true,
    updateRule: 'no action',
  })
  botId: string;

  @ManyToOne({
    entity: () => Credentials,
    fieldName: 'credentials_id',
    mapToPk: true,
    primary: true,
    updateRule: 'no action',
  })
  credentialsId: string;
}
