import { BigIntType, Routine } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, Int, ObjectType } from 'type-graphql';
import { IdField, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { WebhookDeliveryStatus, WebhookEventType } from './enums.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';

const IS_PENDING = "status = 'PENDING'";

/** An event for a webhook, with the outcome of the last attempt to send it. */
@Entity({ tableName: 'webhook_delivery' })
@Index({ name: 'webhook_delivery_list', properties: ['webhookId', 'position'] })
@Index({ name: 'webhook_delivery_due', properties: ['webhookId', 'dueAt'], where: IS_PENDING })
@Index({
  name: 'webhook_delivery_queue',
  properties: ['webhookId', 'queue', 'position'],
  where: IS_PENDING,
})
@ObjectType({
  implements: Node,
  description: 'An event that a webhook receives, and what came of the last attempt.',
})
export class WebhookDelivery {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @IdField('Its id, sent as `webhook-id`: the same in every attempt.') id: string;

  /** The order of writing. */
  @Property({ type: new BigIntType('number'), autoincrement: true }) position: number;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, 'The webhook it is for.')
  webhookId: string;

  @Property({ type: 'text' })
  @Field(() => WebhookEventType, 'What happened.')
  eventType: WebhookEventType;

  /** Events with the same queue are delivered in order. It is the id of a chat, else of a bot. */
  @Property({ type: 'text', collation: 'C' }) queue: string;

  @Property({ type: 'text', collation: 'C', nullable: true })
  @Index({ where: 'result_id is not null' })
  resultId: string | null;

  @Property({ type: 'json', columnType: 'json' }) data: unknown;

  @Property({ type: 'text' })
  @Field(() => WebhookDeliveryStatus, 'How far it has come.')
  status: WebhookDeliveryStatus;

  @Property({ type: 'integer' })
  @Field(() => Int, { name: 'attempts', description: 'How many attempts were begun.' })
  attempt: number;

  @Property({ type: 'timestamptz', length: 3, nullable: true }) dueAt: Date | null;
  @Property({ type: 'integer', nullable: true }) pause: number | null;
  @Property({ type: 'timestamptz', length: 3 }) queuedAt: Date;
  @TimeField('When it happened.') createdAt: Date;

  @TimeField('When the last attempt ended; null: none.', { nullable: true })
  attemptedAt: Date | null;

  @Property({ type: 'integer', nullable: true })
  @NullableField(() => Int, 'The status of the last answer; null where there was none.')
  statusCode: number | null;

  @TextField('How the body of the last answer begins.', { nullable: true }) response: string | null;

  @TextField('Why the last attempt came to no answer, or why there are no more.', {
    nullable: true,
  })
  error: string | null;

  @Property({ type: 'integer', nullable: true })
  @NullableField(() => Int, 'How long the last attempt took, in milliseconds.')
  duration: number | null;

  @Index({ where: 'finished_at is not null' })
  @TimeField('When it was delivered or given up.', { nullable: true })
  finishedAt: Date | null;
}

/** A page of deliveries. */
@ObjectType({ description: 'A page of deliveries.' })
export class WebhookDeliveryConnection extends connectionOf(WebhookDelivery, 'WebhookDelivery') {}

const json = { type: 'json' } as const;
const text = { type: 'text' } as const;

/** The SQL function that writes the deliveries of a turn. Its body is only in `migrations/0050-single-inserts.sql`. */
export const tellWebhooksOfTurn = new Routine({
  name: 'tell_webhooks_2',
  type: 'function',
  language: 'plpgsql',
  params: {
    p_shard_key: text,
    chat: text,
    bot: text,
    result: text,
    said: json,
    given: json,
    sent: json,
    saved: json,
  },
  returns: { runtimeType: 'number', columnType: 'bigint' },
  body: 'begin return 0; end',
  ignoreSchemaChanges: ['body'],
});
