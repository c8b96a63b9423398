import {
  Entity,
  Index,
  ManyToOne,
  PrimaryKey,
  Property,
  Unique,
} from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot, BotVersion } from './bot.js';
import { Holds } from './queryCost.js';
import { PrefilledVariables } from './scalars.js';
import { StoredFlow } from './storedFlow.js';

/** Credentials that a stage uses in place of those that the flow names. */
@ObjectType({ description: 'Credentials that a stage uses in place of others.' })
export class StageCredentials {
  @Field(() => ID, { description: 'The credentials that the flow names.' })
  credentialsId: string;

  @Field(() => ID, { description: 'Those that the stage uses.' })
  replacementId: string;
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
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true })
  botId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => String, { description: 'Its name, which its address ends with.' })
  name: string;

  @ManyToOne({ entity: () => BotVersion, fieldName: 'version_id', mapToPk: true })
  @Index()
  @Field(() => ID, { description: 'The version that its chats run.' })
  versionId: string;

  /** The version with the variables and credentials of the stage (`storage/flowVariants.ts`). */
  @ManyToOne({
    entity: () => StoredFlow,
    fieldName: 'flow_id',
    mapToPk: true,
    deleteRule: 'no action',
  })
  flowId: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => PrefilledVariables, {
    description: 'What its variables begin with, by name, in place of what the flow says.',
  })
  variables: Record<string, unknown>;

  @Property({ type: 'json', columnType: 'json' })
  @Holds(2)
  @Field(() => [StageCredentials], { description: 'The credentials that it uses instead.' })
  credentials: StageCredentials[];

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last set.' })
  updatedAt: Date;
}
