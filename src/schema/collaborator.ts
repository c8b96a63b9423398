import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { ID, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT, PERSON_OF_ROW } from './audited.js';
import { Bot } from './bot.js';
import { Reference, TimeField } from './column.js';
import { CollaborationType } from './enums.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { User } from './user.js';

/** A person with whom a bot is shared: anybody with a membership in the bot's workspace, including guests. */
@Entity({ tableName: 'collaborator' })
@Audited({
  kind: 'SHARE',
  workspace: OF_ITS_BOT,
  id: 'row.user_id',
  name: PERSON_OF_ROW,
  values: { botId: 'row.bot_id', type: 'row.type' },
})
@Index({ name: 'collaborator_user_id', properties: ['userId', 'botId'] })
@ObjectType({ implements: Node, description: 'A person a bot is shared with.' })
export class Collaborator {
  [PrimaryKeyProp]?: ['botId', 'userId'];

  @Reference(() => Bot, { primary: true, updateRule: 'no action' })
  @Field(() => ID, 'The bot.')
  botId: string;

  @Reference(() => User, { primary: true, updateRule: 'no action' }) userId: string;

  @Property({ type: 'text' })
  @Field(() => CollaborationType, 'What they may do with it.')
  type: CollaborationType;

  @TimeField('When it was shared with them.') createdAt: Date;
  @TimeField('When that was last changed.') updatedAt: Date;
}

/** The id of a share, composed of its key. */
export function collaboratorId({ botId, userId }: Pick<Collaborator, 'botId' | 'userId'>): string {
  return `col_${botId}.${userId}`;
}
