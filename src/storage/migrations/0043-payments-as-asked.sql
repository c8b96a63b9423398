-- A payment counts when it is the one that was asked for (storage/payments.ts).
alter table payment
  -- In the smallest unit of the currency; both are null where an older server prepared the payment.
  add column amount bigint,
  add column currency text,
  -- What was paid in place of that, as people read it: such a payment never counts.
  add column other_paid text;
create index payment_other on payment (intent_id) where other_paid is not null and settled_at is null;
