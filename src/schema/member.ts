import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { ID, ObjectType } from 'type-graphql';
import { Audited, PERSON_OF_ROW } from './audited.js';
import { Reference, TimeField } from './column.js';
import { WorkspaceRole } from './enums.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** The membership of a person in a workspace. */
@Entity({ tableName: 'member' })
@Audited({ kind: 'MEMBER', id: 'row.user_id', name: PERSON_OF_ROW, values: { role: 'row.role' } })
@ObjectType('WorkspaceMember', {
  implements: Node,
  description: 'The membership of a person in a workspace.',
})
export class Member {
  [PrimaryKeyProp]?: ['workspaceId', 'userId'];

  @Reference(() => Workspace, { primary: true, updateRule: 'no action' })
  @Field(() => ID, 'The workspace.')
  workspaceId: string;

  @Reference(() => User, { primary: true, index: true, updateRule: 'no action' }) userId: string;

  @Property({ type: 'text' })
  @Field(() => WorkspaceRole, 'What they may do in it.')
  role: WorkspaceRole;

  @TimeField('Since when they belong to it.') createdAt: Date;
}

/** The id of a membership, composed of its key, so that the table needs no further column. */
export function memberId({ workspaceId, userId }: Pick<Member, 'workspaceId' | 'userId'>): string {
  return `mem_${workspaceId}.${userId}`;
}
