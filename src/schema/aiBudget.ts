import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Float, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { Reference } from './column.js';
import { NullableField } from './field.js';
import { Workspace } from './workspace.js';

/** Limits of AI usage; null is without a limit. */
export type AiLimits = Pick<AiBudget, 'calls' | 'tokens' | 'milliseconds' | 'cost'>;

/** The monthly AI limits that members of a workspace set, for a bot or for the whole workspace. */
@Entity({ tableName: 'ai_budget' })
@Audited({
  kind: 'AI_BUDGET',
  workspace: `coalesce(row.workspace_id, ${OF_ITS_BOT})`,
  id: 'row.owner_id',
  name: 'null::text',
  values: {
    ...{ botId: 'row.bot_id', calls: 'row.calls', tokens: 'row.tokens' },
    ...{ milliseconds: 'row.milliseconds', cost: 'row.cost' },
  },
})
@ObjectType({
  description:
    'What AI blocks may take in a month (UTC), of all chats together; null is without a limit.',
})
export class AiBudget {
  /** The id of the bot or the workspace. */
  @PrimaryKey({ type: 'text', collation: 'C' }) ownerId: string;

  @Reference(() => Bot, { nullable: true, deleteRule: 'cascade' })
  @Index({ where: 'bot_id is not null' })
  botId: string | null;

  @Reference(() => Workspace, { nullable: true, deleteRule: 'cascade' })
  @Index({ where: 'workspace_id is not null' })
  workspaceId: string | null;

  @Property({ type: 'decimal', precision: 20, scale: 9, nullable: true, runtimeType: 'number' })
  @NullableField(() => Float, 'How many AI actions may run.')
  calls: number | null;

  @Property({ type: 'decimal', precision: 20, scale: 9, nullable: true, runtimeType: 'number' })
  @NullableField(() => Float, 'All tokens.')
  tokens: number | null;

  @Property({ type: 'decimal', precision: 20, scale: 9, nullable: true, runtimeType: 'number' })
  @NullableField(() => Float, 'How long actions may run, in milliseconds.')
  milliseconds: number | null;

  @Property({ type: 'decimal', precision: 20, scale: 9, nullable: true, runtimeType: 'number' })
  @NullableField(() => Float, 'In US dollars, as `AiUsage.cost` counts them.')
  cost: number | null;
}
