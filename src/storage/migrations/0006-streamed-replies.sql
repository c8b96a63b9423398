-- The text of replies that are being streamed, one row for each chat whose turn is under way; gone when the turn is written.
-- Lost with a crash of the database, as the turn is too. No reference to the chat: it would lock the chat's own row.
create unlogged table chat_stream (
  session_id text collate "C" primary key,
  -- Tells this stream from another one that began in its place.
  id text collate "C" not null,
  turn integer not null,
  block_id text not null,
  text text not null,
  is_stopped boolean not null,
  is_over boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 50);
-- A row that nobody came back for is found by its age.
create index chat_stream_created_at on chat_stream (created_at);
