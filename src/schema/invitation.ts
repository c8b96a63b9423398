import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { Bot } from './bot.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { CollaborationType, WorkspaceRole } from './enums.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** An invitation of a person without an account, to a workspace or to one bot. It is accepted with its secret code. */
@Entity({ tableName: 'invitation' })
@Audited({
  kind: 'INVITATION',
  name: 'row.email',
  values: { botId: 'row.bot_id', email: 'row.email', role: 'row.role', type: 'row.type' },
})
@Index({ name: 'invitation_workspace_id', properties: ['workspaceId', 'id'] })
@Index({ name: 'invitation_bot_id', properties: ['botId', 'id'], where: 'bot_id is not null' })
@Index({ name: 'invitation_inviter_id', properties: ['inviterId', 'workspaceId'] })
// In SQL, because MikroORM 7.2 does not support `nulls not distinct`.
@Index({
  name: 'invitation_one',
  expression:
    'create unique index invitation_one on invitation (workspace_id, email, bot_id) nulls not distinct',
})
@ObjectType({
  implements: Node,
  description: 'An invitation for a person who is not known here yet.',
})
export class Invitation {
  @IdField('Its id.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it leads into.') workspaceId: string;

  @Reference(() => Bot, { nullable: true, deleteRule: 'cascade' })
  @NullableField(() => ID, 'The bot that is to be shared; null: none.')
  botId: string | null;

  @TextField('The e-mail address of who is invited, in lower case.', { index: true }) email: string;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => WorkspaceRole, {
    description: 'The role it gives in the workspace; null where it only shares a bot.',
  })
  role: WorkspaceRole | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => CollaborationType, {
    description: 'The rights it gives for the bot; null where it shares none.',
  })
  type: CollaborationType | null;

  /** SHA-256 of the code, in hex. */
  @Property({ type: 'text', collation: 'C', unique: true }) hash: string;
  @Reference(() => User, { nullable: true }) inviterId: string | null;
  @TimeField('When it was made.') createdAt: Date;
  @TimeField('Until when it can be accepted.') expiresAt: Date;
}
