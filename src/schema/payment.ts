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
  /** Where the rows of its chat are (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  /** The provider's name for it. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  intentId: string;

  /** No foreign key: the chat of a first turn is not written yet when its payment is prepared. */
  @Property({ type: 'text', collation: 'C' })
  sessionId: string;

  @Property({ type: 'text', collation: 'C' })
  credentialsId: string;

  /** What is to be paid, as people read it; null of payments that older servers prepared. */
  @Property({ type: 'text', nullable: true })
  label: string | null;

  /** In the smallest unit of the currency; null, as the currency, of payments that older servers prepared. */
  @Property({ type: 'bigint', nullable: true })
  amount: string | null;

  /** Three capital letters (ISO 4217). */
  @Property({ type: 'text', nullable: true })
  currency: string | null;

  /** What was paid in place of what was asked for, as people read it: such a payment never counts. */
  @Property({ type: 'text', nullable: true })
  otherPaid: string | null;

  @Property({ type: 'timestamptz', length: 3, index: true, defaultRaw: 'now()' })
  createdAt: Date;

  /** When the provider said that it was paid; later where its chat could not go on then. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  paidAt: Date | null;

  /** When it became the answer of its chat; never, where the chat had gone on. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  answeredAt: Date | null;

  /** When its chat was found to have gone on, or was made to. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  settledAt: Date | null;
}
