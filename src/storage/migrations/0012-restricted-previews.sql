-- Previews that nobody vouched for, the newest of which are kept (storage/restrictedPreviews.ts). A row is there before its
-- session, which is written only while the row is.
create table restricted_preview (
  session_id text collate "C" primary key,
  -- Of the client, for counting.
  address text not null,
  -- A flow that came with the request, of this preview alone.
  flow_id text collate "C",
  -- Where the reply of its start is kept, if it had an idempotency key.
  reply_scope text collate "C",
  reply_key text collate "C",
  created_at timestamptz(3) not null
);
