import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot, BotVersion } from './bot.js';
import { Reference, TimeField } from './column.js';
import { Field } from './field.js';
import { Holds } from './queryCost.js';
import { PrefilledVariables } from './scalars.js';
import { StoredFlow } from './storedFlow.js';

/** Credentials that a stage uses in place of those that the flow names. */
@ObjectType({ description: 'Credentials that a stage uses in place of others.' })
export class StageCredentials {
  @Field(() => ID, 'The credentials that the flow names.') credentialsId: string;
  @Field(() => ID, 'Those that the stage uses.') replacementId: string;
}

/** A version of a bot at an address of its own, beside what is live (docs/adr/0093-stages-and-splits.md). */
@Entity({ tableName: 'bot_stage' })
@Audited({
  kind: 'BOT_STAGE',
  values: {
    ...{ name: 'row.name', versionId: 'row.version_id' },
    variables: 'left(md5(row.variables::text), 8)',
    credentials: 'row.credentials',
  },
  workspace: OF_ITS_BOT,
})
@Unique({ name: 'bot_stage_name', properties: ['botId', 'name'] })
@ObjectType({ description: 'A version of a bot at an address of its own, beside what is live.' })
export class BotStage {
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Reference(() => Bot) botId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => String, 'Its name, which its address ends with.')
  name: string;

  @Reference(() => BotVersion)
  @Index()
  @Field(() => ID, 'The version that its chats run.')
  versionId: string;

  /** The version with the variables and credentials of the stage (`storage/flowVariants.ts`). */
  @Reference(() => StoredFlow, { deleteRule: 'no action' }) flowId: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => PrefilledVariables, {
    description: 'What its variables begin with, by name, in place of what the flow says.',
  })
  variables: Record<string, unknown>;

  @Property({ type: 'json', columnType: 'json' })
  @Holds(2)
  @Field(() => [StageCredentials], 'The credentials that it uses instead.')
  credentials: StageCredentials[];

  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last set.') updatedAt: Date;
}
