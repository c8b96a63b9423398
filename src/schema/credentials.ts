import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { ID, ObjectType } from 'type-graphql';
import { Audited, FINGERPRINT } from './audited.js';
import { Bot } from './bot.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { Field } from './field.js';
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
  @IdField('Its id; blocks name it as `credentialsId`.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;
  @TextField('Whose secrets they are, such as `openai` or `smtp`.') type: string;
  @TextField('What people call it.') name: string;

  /** The key that decrypts `sealed`. */
  @Property({ type: 'text', collation: 'C', index: true }) keyId: string;

  /** The secrets, encrypted (auth/secretBox.ts); loaded only to decrypt them. */
  @Property({ type: 'text', lazy: true }) sealed: string;
  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;

  /** Who saved it first; null once that person is deleted, and where that was before this was kept. */
  @ManyToOne({
    entity: () => User,
    fieldName: 'created_by',
    mapToPk: true,
    nullable: true,
    deleteRule: 'set null',
  })
  createdById: string | null;

  @TimeField(
    'When a chat last used it, to five minutes; null where none did, and for messengers and payments that only receive.',
    { nullable: true },
  )
  lastUsedAt: Date | null;
}

/** Records that a bot uses credentials; stored when the bot is saved. */
@Entity({ tableName: 'bot_credentials' })
@Index({ name: 'bot_credentials_credentials_id', properties: ['credentialsId', 'botId'] })
export class BotCredentials {
  [PrimaryKeyProp]?: ['botId', 'credentialsId'];

  @Reference(() => Bot, { primary: true, updateRule: 'no action' }) botId: string;
  @Reference(() => Credentials, { primary: true, updateRule: 'no action' }) credentialsId: string;
}
