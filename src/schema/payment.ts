import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A payment that a chat prepared with a provider. Read and written in `storage/payments.ts`. */
@Entity({ tableName: 'payment' })
@Index({
  name: 'payment_unsettled',
  properties: 'paidAt',
  where: 'paid_at is not null and settled_at is null',
})
@Index({ name: 'payment_open', properties: 'sessionId', where: 'paid_at is null' })
@Index({
  name: 'payment_other',
  properties: 'intentId',
  where: 'other_paid is not null and settled_at is null',
})
export class Payment {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** The provider's id of it. */
  @PrimaryKey({ type: 'text', collation: 'C' }) intentId: string;

  /** No foreign key, because the payment of a first turn is prepared before the chat is stored. */
  @Property({ type: 'text', collation: 'C' }) sessionId: string;
  @Property({ type: 'text', collation: 'C' }) credentialsId: string;

  /** The amount as text for people; null for payments that older servers prepared. */
  @Property({ type: 'text', nullable: true }) label: string | null;

  /** In the smallest unit of the currency. Amount and currency are null for payments that older servers prepared. */
  @Property({ type: 'bigint', nullable: true }) amount: string | null;

  /** An ISO 4217 code in upper case. */
  @Property({ type: 'text', nullable: true }) currency: string | null;

  /** The amount that was paid, as text for people, if it differs from the requested one. Such a payment never counts. */
  @Property({ type: 'text', nullable: true }) otherPaid: string | null;
  @Property({ type: 'timestamptz', length: 3, index: true, defaultRaw: 'now()' }) createdAt: Date;

  /** When the provider reported the payment, or later if the chat could not continue then. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) paidAt: Date | null;

  /** When it became the answer of its chat; null if the chat had already continued. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) answeredAt: Date | null;

  /** When its chat was continued, or found to have continued already. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) settledAt: Date | null;
}
