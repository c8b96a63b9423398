-- Files of visitors and authors; their bytes are in the file store. A row belongs to a result, to the chat of a preview, to a
-- bot, or to the workspace alone. Results and chats have no foreign key: what the first turn of a chat makes is stored before it.
create table file (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  bot_id text collate "C" references bot (id) on delete cascade,
  result_id text collate "C",
  session_id text collate "C",
  block_id text,
  name text not null,
  type text not null,
  bytes double precision not null,
  visibility text not null,
  key text collate "C" not null,
  created_at timestamptz(3) not null,
  uploaded_at timestamptz(3),
  is_used boolean not null,
  expires_at timestamptz(3)
);
create index file_workspace_id on file (workspace_id);
create index file_bot_id on file (bot_id);
create index file_result_id on file (result_id) where result_id is not null;
create index file_session_id on file (session_id) where session_id is not null;
create index file_expiry on file (expires_at) where expires_at is not null;

-- Keys of files whose bytes are still to be deleted. A trigger writes them, so that no way of deleting a row leaves bytes behind:
-- its workspace, its bot, its result, its time.
create table file_removal (
  key text collate "C" primary key
);

create function file_removed_fn() returns trigger as $$ begin insert into file_removal (key) values (old.key) on conflict do nothing; return null; end; $$ language plpgsql;
create trigger removed after delete on file for each row execute function file_removed_fn();
