-- What a chat was asked to pay and may still pay (storage/payments.ts), which is withdrawn when it is asked to pay again.
create index payment_open on payment (session_id) where paid_at is null;
