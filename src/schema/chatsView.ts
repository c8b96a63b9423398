import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { ChatsOrder } from './inboxEnums.js';
import { Node } from './node.js';
import { SavedChatsFilterScalar, type SavedChatsFilter } from './savedChatsFilter.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** A person's view of the inbox of a workspace: filter and order. */
@Entity({ tableName: 'chats_view' })
@Index({ name: 'chats_view_workspace_id', properties: ['workspaceId', 'userId'] })
@ObjectType({
  implements: Node,
  description: 'A saved view of the inbox of a workspace: its filter and order.',
})
export class ChatsView {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace whose inbox it shows.' })
  workspaceId: string;

  /** The person who created it. */
  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true })
  @Index()
  userId: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What people call it.' })
  name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => SavedChatsFilterScalar, { description: 'The `filter` for `Workspace.chats`.' })
  filter: SavedChatsFilter;

  @Property({ type: 'text' })
  @Field(() => ChatsOrder, { description: 'The `orderBy` for `Workspace.chats`.' })
  orderBy: ChatsOrder;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'Whether everybody sees it, and may change it, who may answer in chats.',
  })
  isShared: boolean;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was first saved.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last saved.' })
  updatedAt: Date;
}
