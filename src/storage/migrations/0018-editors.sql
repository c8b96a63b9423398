-- Who has which bot open in an editor, and looks at which part of it (storage/editors.ts). Lost with a crash of the database:
-- their next signs bring them back. No reference to the bot: it would wait for those who write it.
create unlogged table bot_editor (
  bot_id text collate "C" not null,
  user_id text collate "C" not null,
  -- Tells the windows of one person apart.
  client_id text collate "C" not null,
  group_id text,
  block_id text,
  since timestamptz(3) not null,
  lease_until timestamptz(3) not null,
  primary key (bot_id, user_id, client_id)
) with (fillfactor = 50);
create index bot_editor_lease_until on bot_editor (lease_until);
