import { ArrayType, PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Float, ObjectType } from 'type-graphql';
import { Field } from './field.js';

/** The AI usage of a chat, a bot or a workspace in a month. Written and read in `storage/aiUsage.ts`. */
@Entity({ tableName: 'ai_usage' })
@Index({ name: 'ai_usage_month', properties: ['month'] })
@ObjectType({ description: 'What AI blocks took in a month (UTC), of all chats together.' })
export class AiUsage {
  [PrimaryKeyProp]?: ['ownerId', 'month'];

  /** No foreign key: usage outlives its bot, because it counts for the workspace. */
  @PrimaryKey({ type: 'text', collation: 'C' }) ownerId: string;

  @PrimaryKey({ type: 'date' })
  @Field(() => String, 'The first day of the month, as in 2026-01-01.')
  month: string;

  @Property({ type: 'bigint' })
  @Field(() => Float, 'How many AI actions ran, those that failed among them.')
  calls: number;

  @Property({ type: 'bigint' })
  @Field(() => Float, 'All tokens, as the vendors report them, else estimated from the texts.')
  tokens: number;

  @Property({ type: 'bigint' })
  @Field(() => Float, 'Tokens of what models read.')
  promptTokens: number;

  @Property({ type: 'bigint' })
  @Field(() => Float, 'Tokens of what models wrote.')
  completionTokens: number;

  @Property({ type: 'bigint', defaultRaw: '0' })
  @Field(() => Float, {
    description:
      'Those among `tokens` that are estimated: of answers that broke off or were stopped, and of vendors that report none.',
  })
  estimatedTokens: number;

  @Property({ type: 'bigint' })
  @Field(() => Float, 'How long the actions ran, in milliseconds.')
  milliseconds: number;

  @Property({ type: 'decimal', precision: 20, scale: 9, runtimeType: 'number', default: '0' })
  @Field(() => Float, {
    description:
      'In US dollars, by the prices that this server knows; models without one count nothing.',
  })
  cost: number;

  /** The amounts reserved by running actions (`storage/aiHolds.ts`). */
  @Property({ type: 'bigint', defaultRaw: '0' }) heldCalls: number;
  @Property({ type: 'bigint', defaultRaw: '0' }) heldTokens: number;
  @Property({ type: 'bigint', defaultRaw: '0' }) heldMilliseconds: number;

  @Property({ type: 'decimal', precision: 20, scale: 9, runtimeType: 'number', default: '0' })
  heldCost: number;

  /** The measures whose limit is used up and was reported to webhooks. */
  @Property({ type: ArrayType, columnType: 'text[]', default: [] }) spent: string[];
}
