import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { BooleanField, IdField, Reference, TextField, TimeField } from './column.js';
import { Field } from './field.js';
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
  @IdField('Its id.') id: string;

  @Reference(() => Workspace)
  @Field(() => ID, 'The workspace whose inbox it shows.')
  workspaceId: string;

  /** The person who created it. */
  @Reference(() => User) @Index() userId: string;
  @TextField('What people call it.') name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => SavedChatsFilterScalar, 'The `filter` for `Workspace.chats`.')
  filter: SavedChatsFilter;

  @Property({ type: 'text' })
  @Field(() => ChatsOrder, 'The `orderBy` for `Workspace.chats`.')
  orderBy: ChatsOrder;

  @BooleanField('Whether everybody sees it, and may change it, who may answer in chats.')
  isShared: boolean;

  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;
}
