-- Payments that chats prepared with a provider (storage/payments.ts). No reference to the chat: that of its first turn is not
-- written yet when the payment is prepared.
create table payment (
  -- The provider's name for it.
  intent_id text collate "C" not null primary key,
  session_id text collate "C" not null,
  credentials_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  -- When the provider said that it was paid.
  paid_at timestamptz(3),
  -- When its chat was found to have gone on, or was made to.
  settled_at timestamptz(3)
);
create index payment_unsettled on payment (paid_at) where paid_at is not null and settled_at is null;
create index payment_created_at on payment (created_at);
