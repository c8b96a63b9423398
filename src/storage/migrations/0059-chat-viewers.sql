-- Who looks at which chat of the inbox (storage/chatViewers.ts). Lost with a crash of the database: their next signs bring them back.
create unlogged table chat_viewer (
  chat_id text collate "C" not null,
  user_id text collate "C" not null,
  -- Tells the windows of one person apart.
  client_id text collate "C" not null,
  since timestamptz(3) not null,
  lease_until timestamptz(3) not null,
  primary key (chat_id, user_id, client_id)
) with (fillfactor = 50);
create index chat_viewer_lease_until on chat_viewer (lease_until);
