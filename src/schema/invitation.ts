import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { CollaborationType, WorkspaceRole } from './enums.js';
import { Node } from './node.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** A place kept for somebody who is not known here yet: in a workspace, or at one bot of it. Taken with its secret code. */
@Entity({ tableName: 'invitation' })
@ObjectType({
  implements: Node,
  description: 'A place kept for somebody who is not known here yet.',
})
export class Invitation {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it leads into.' })
  workspaceId: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true, nullable: true })
  @Field(() => ID, { nullable: true, description: 'The bot that is to be shared; null: none.' })
  botId: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The e-mail address of who is invited, in lower case.' })
  email: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => WorkspaceRole, {
    nullable: true,
    description: 'The role it gives in the workspace; null where it only shares a bot.',
  })
  role: WorkspaceRole | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => CollaborationType, {
    nullable: true,
    description: 'What it lets do with the bot; null where it shares none.',
  })
  type: CollaborationType | null;

  /** SHA-256 of the code, in hex. */
  @Property({ type: 'text', unique: true })
  hash: string;

  @ManyToOne({ entity: () => User, fieldName: 'inviter_id', mapToPk: true, nullable: true })
  inviterId: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'Until when it can be taken.' })
  expiresAt: Date;
}
